// Every code of the business records must find its record first, however it is written.
import { codeSpellings } from './queries.mjs';
import { examine } from './sets.mjs';

const codeFields = {
  odooProducts: ['default_code', 'barcode'],
  odooPartners: ['email'],
  odooLeads: ['email_from'],
  odooOrders: ['name'],
  odooPurchases: ['name'],
  odooEmployees: ['work_email'],
};

/** Measures the verdicts and ranks of codes of business records, and prints them with `say`. */
export async function measureCodes({ indexes, all }, say) {
  say('\n## Codes of the business records\n');
  say('Lower case, with spaces or dashes, closed up, and inside sentences.\n');
  say('| field | spellings | first | first with `high` or `low` |\n|---|---|---|---|');
  for (const [corpus, fields] of Object.entries(codeFields)) {
    for (const field of fields) {
      const { spellings, first, shown, missed } = await measureField({
        index: indexes.get(corpus),
        records: all[corpus],
        field,
      });
      say(`| ${corpus} ${field} | ${spellings} | ${first} | ${shown} |`);
      for (const text of missed.slice(0, 5)) {
        say(`| missed: ${text} | | | |`);
      }
    }
  }
}

async function measureField({ index, records, field }) {
  const outcome = { spellings: 0, first: 0, shown: 0, missed: [] };
  for (const { record } of records) {
    const code = record[field];
    if (!code) {
      continue;
    }
    const same = (id) => records.find((other) => other.id === id)?.record[field]?.toLowerCase() === code.toLowerCase();
    for (const text of codeSpellings(code)) {
      const { first, verdict } = await examine(index, { text, answer: null });
      const isFirst = first !== undefined && same(first.externalId);
      const isShown = isFirst && verdict !== 'none';
      outcome.spellings++;
      outcome.first += isFirst ? 1 : 0;
      outcome.shown += isShown ? 1 : 0;
      if (!isShown) {
        outcome.missed.push(`${text} (${isFirst ? 'none' : 'another first'})`);
      }
    }
  }
  return outcome;
}
