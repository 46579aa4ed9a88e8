// Generates what people type around codes, for every data set. Queries have no vectors, because codes are found by
// spelling.
import { CollectionIndex } from '../../packages/resolver/dist/index.js';
import { collections, indexed } from './collections.mjs';
import { squeezedText } from './data.mjs';
import { randomSource } from './random.mjs';

const codesMax = 150;
const counts = ['2', '3', '5', '12', '40'];
const quantityWords = {
  en: { around: ['x', 'pcs', 'pieces', 'units', 'boxes'], before: ['qty', 'quantity'] },
  de: { around: ['Stück', 'Stk', 'mal'], before: ['Menge', 'Anzahl'] },
  fr: { around: ['pièces', 'unités', 'fois'], before: ['quantité', 'qté'] },
  es: { around: ['piezas', 'unidades', 'uds'], before: ['cantidad'] },
  it: { around: ['pezzi', 'pz', 'confezioni'], before: ['quantità'] },
  nl: { around: ['stuks', 'dozen', 'keer'], before: ['aantal'] },
};
const linked = ['packs of', 'box of', 'Packung mit', 'boîte de', 'caja de', 'scatola da', 'doos van'];
const quotes = ['""', '“”', '„“', '«»', "''"];
const countryCodes = ['+1', '+33', '+43', '+44', '+49'];
const between = [' or ', ', ', ' / ', '/', '|', ' and ', ' '];
const negations = [
  'not',
  'other than',
  'instead of',
  'nicht',
  'statt',
  'au lieu de',
  'en vez de',
  'invece di',
  'in plaats van',
];

const isEmail = (text) => text.includes('@');
const isPhone = (text) => /^[+(]?[\d ()./-]{7,}$/.test(text) && /[ ()+/-]/.test(text);
const checkSum = (text) =>
  [...text].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
const isBarcode = (text) => /^\d{12,13}$/.test(text) && checkSum(text) % 10 === 0;
const isShortNumber = (text) => /^(?:\d{1,3}|\d{3}0|\d{3}00)$/.test(text);

/**
 * The classes. Each creates text from a code and the id of its record, with the expected id; null if no verdict may be
 * `high`.
 */
const classes = {
  'a code, then a quantity': ({ code, id, pick, isHeld }) =>
    Object.values(quantityWords).map(({ around, before }) => {
      const count = pick(counts);
      const isOpen = isShortNumber(code) && isHeld(count);
      return pick([
        { text: `${code} ${pick(around)} ${count}`, answer: isOpen ? null : id },
        { text: `${code}, ${count} ${pick(around)}`, answer: id },
        { text: `${code} ${pick(before)} ${count}`, answer: isOpen ? null : id },
      ]);
    }),
  'a quantity, then a code': ({ code, id, pick, isHeld }) =>
    Object.values(quantityWords).map(({ around, before }) => {
      const count = pick(counts);
      return pick([
        { text: `${count} ${pick(around)} ${code}`, answer: isShortNumber(code) && isHeld(count) ? null : id },
        { text: `${pick(before)} ${count} ${code}`, answer: id },
      ]);
    }),
  'a quantity glued to a code': ({ code, id, pick, isHeld }) => {
    const count = pick(counts);
    const isSize =
      /^\d{1,3}$/.test(code) || /^\d*0\d?0$/.test(code) || isPhone(code) || /^\d+[^a-z\d][^a-z]*$/i.test(code);
    const isNumber = /^\d+$/.test(code);
    const glued = isSize
      ? []
      : [`${code}x${count}`, `${count}x${code}`, `${code}X${count}`, `${code}pcs${count}`].map((text) =>
          isNumber ? { text, answer: id } : { text, answer: null, both: [id] },
        );
    const signed = [`${code}×${count}`, `${count}×${code}`].map((text) => ({ text, answer: id }));
    return [...glued, ...(isShortNumber(code) && isHeld(count) ? [] : signed)];
  },
  'a quantity behind a link': ({ code, id, pick, isHeld }) => {
    const count = pick(counts);
    return [{ text: `${code} ${pick(linked)} ${count}`, answer: isShortNumber(code) && isHeld(count) ? null : id }];
  },
  'a code that is excluded': ({ code, pick }) => [{ text: `${pick(negations)} ${code}`, answer: null }],
  'a code in quotes': ({ code, id, pick }) =>
    quotes.map(([open, close]) => ({ text: `${pick(['', 'order ', 'SKU '])}${open}${code}${close}`, answer: id })),
  'codes of two records': ({ code, id, pick, other }) =>
    other.id === id
      ? []
      : [{ text: `${code}${pick(between)}${other.code}${pick(['', '?'])}`, answer: null, both: [id, other.id] }],
  'a known code with an unknown one': ({ code, id, pick, unknown }) =>
    [`${code}${pick(between)}${unknown}`, `${unknown}${pick(between)}${code}`].map((text) => ({
      text,
      answer: null,
      both: [id],
    })),
  'a barcode with other zeros': ({ code, id, pick }) =>
    isBarcode(code)
      ? [`0${code}`, code.padStart(14, '0'), `EAN ${code.padStart(14, '0')}`, code.replace(/^0+/, '')].map((text) => ({
          text: pick([text, `${text} x 3`]),
          answer: id,
        }))
      : [],
  'the same with another check digit': ({ code, isHeld }) => {
    const other = code.slice(0, -1) + ((Number(code.at(-1)) + 3) % 10);
    return isBarcode(code) && !isHeld(other) ? [other, `0${other}`].map((text) => ({ text, answer: null })) : [];
  },
  'a telephone number otherwise': ({ code, id }) =>
    isPhone(code)
      ? [`tel:${code}`, `phone ${code}`, code.replace('+', '00'), code.replace(/[ ./-]+/g, ' '), `Tel. ${code}`].map(
          (text) => ({
            text,
            answer: id,
          }),
        )
      : [],
  'a national one with a country code': ({ code, pick }) =>
    isPhone(code) && !/^\(?\+|^00/.test(code)
      ? countryCodes.map((country) => ({
          text: `${country} ${code.replace(pick([/^0/, /^\(?0/, /^$/]), '')}`,
          answer: null,
        }))
      : [],
};

/** The codes of a collection with their records: codes of one record only that look like codes or are declared. */
function codesOf({ records }, isDeclared, random) {
  const holders = new Map();
  for (const { id, identifiers } of records) {
    for (const code of new Set([id, ...identifiers].map(squeezedText))) {
      holders.set(code, (holders.get(code) ?? 0) + 1);
    }
  }
  const isCode = (code) => isDeclared || isPhone(code) || (/\d/.test(code) && !/^\d{1,8}$/.test(code));
  const all = records.flatMap(({ id, twinOf, identifiers }) => [
    ...(twinOf === undefined ? [{ id, code: id }] : []),
    ...identifiers.filter((code) => !isEmail(code) && isCode(code)).map((code) => ({ id, code })),
  ]);
  const values = new Set(records.flatMap(({ values }) => values.map(squeezedText)));
  const isOwn = (code) => holders.get(code) === 1 && (/\d/.test(code) || !values.has(code));
  const own = all.filter(({ code }) => isOwn(squeezedText(code)));
  const chosen = own.map((value) => ({ value, at: random() })).sort((a, b) => a.at - b.at);
  return {
    codes: chosen.slice(0, codesMax).map(({ value }) => value),
    isHeld: (text) => holders.has(squeezedText(text)),
  };
}

function indexOf(records, isDeclared) {
  const index = new CollectionIndex({ embedderId: 'none' });
  for (const record of records) {
    const { id, text, identifiers } = indexed(record, isDeclared);
    index.upsert({ externalId: id, text, identifiers, vector: null });
  }
  return index;
}

/** Queries every text of every class. Returns rows with `name`, `text`, `answer`, `verdict` and `ids`. */
export function askAsTyped() {
  const rows = [];
  for (const [seed, collection] of collections().entries()) {
    for (const isDeclared of [true, false]) {
      const random = randomSource(seed + 1);
      const pick = (list) => list[Math.floor(random() * list.length)];
      const index = indexOf(collection.records, isDeclared);
      const { codes, isHeld } = codesOf(collection, isDeclared, random);
      const titles = new Set(collection.records.map(({ title }) => squeezedText(title)));
      for (const { id, code } of codes) {
        const unknown = `${pick(['QX', 'ZY'])}-${Math.floor(1_000 + 9_000 * random())}-${pick(counts)}`;
        for (const [name, make] of Object.entries(classes)) {
          for (const { text, answer, both } of make({ id, code, pick, isHeld, unknown, other: pick(codes) })) {
            if (!titles.has(squeezedText(text))) {
              const { hits, verdict } = index.search({ text, vector: null, limit: 2 });
              const ids = hits.map(({ externalId }) => externalId);
              rows.push({ name, collection: collection.name, isDeclared, text, answer, both, verdict, ids });
            }
          }
        }
      }
    }
  }
  return rows;
}

/** Prints the table of the section "as typed". */
export function sayAsTyped(rows, say) {
  const share = (part, whole) => (whole.length === 0 ? '–' : `${((100 * part.length) / whole.length).toFixed(1)} %`);
  const isWrong = ({ verdict, ids, answer }) => verdict === 'high' && ids[0] !== answer;
  const line = (name, own) => {
    const due = own.filter(({ answer }) => answer !== null);
    const led = own.filter(({ both }) => both !== undefined);
    const high = due.filter(({ verdict, ids, answer }) => verdict === 'high' && ids[0] === answer);
    const first = led.filter(({ both, ids }) => both.every((id) => ids.slice(0, both.length).includes(id)));
    say(
      `| ${name} | ${own.filter(isWrong).length} | ${own.length} | ${due.length} | ${share(high, due)} | ${share(first, led)} |`,
    );
  };
  say('\n## As typed\n');
  say(
    'Codes, ids and telephone numbers of every catalogue, declared and not, as people type them. The third column counts',
  );
  say(
    'queries, the fourth those that one record answers, the last those that name several codes and have all first.\n',
  );
  say('| typed | `high` and wrong | queries | should be `high` | are | named ones first |');
  say('|---|---|---|---|---|---|');
  for (const name of Object.keys(classes)) {
    line(
      name,
      rows.filter((row) => row.name === name),
    );
  }
  line('all', rows);
}
