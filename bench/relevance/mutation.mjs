// Asks for every title of every catalogue with exactly one mark changed, added or taken away, and for the same title said
// otherwise, each without and with an identifier of the record. Counts `high` for the unchanged record.
import { builtinEmbedder } from '../../packages/resolver/dist/index.js';
import { collections, indexed, titleCounts } from './collections.mjs';
import { squeezedText } from './data.mjs';
import { isCodeIn, kinds, otherwise } from './marks.mjs';
import { randomSource } from './random.mjs';
import { buildIndex } from './sets.mjs';

const nearMin = 5;
const makerMin = 3;
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words that occur often enough to be real ones, by each word with one of its letters left out. */
function nearWords(all) {
  const counts = new Map();
  for (const word of all.flatMap(({ records }) =>
    records.flatMap(
      ({ title, values }) =>
        [title, ...values]
          .join(' ')
          .toLowerCase()
          .match(/\p{L}{4,}/gu) ?? [],
    ),
  )) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const gapped = (word) => [...word].map((_, at) => `${word.slice(0, at)}_${word.slice(at + 1)}`);
  const byGap = new Map();
  for (const [word, count] of counts) {
    for (const gap of count >= nearMin ? gapped(word) : []) byGap.set(gap, [...(byGap.get(gap) ?? []), word]);
  }
  // Plurals and British spellings are the same word.
  const isSame = (one, two) => one.replace(/e?s$/, '') === two.replace(/e?s$/, '') || /gr[ae]y/.test(one);
  return (word) => {
    const own = word.toLowerCase();
    return [...new Set(gapped(own).flatMap((gap) => byGap.get(gap) ?? []))].filter(
      (each) => each !== own && !isSame(each, own),
    );
  };
}

const functionWords = ['the', 'just', 'all', 'for', 'with'];

/** First words that several titles share, if they can be makers. */
function makersOf(records) {
  const counts = new Map();
  for (const { title } of records) {
    const [first = ''] = /^\p{Lu}[\p{L}&]{2,}(?=\s)/u.exec(title) ?? [];
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  const isMaker = (first) => first !== '' && !functionWords.includes(first.toLowerCase());
  return [...counts].filter(([first, count]) => isMaker(first) && count >= makerMin).map(([first]) => first);
}

/**
 * The mutations of a title: `{kind, how, text}`. A mark taken away counts if another title then fits as well, and a mark
 * added if it is nowhere in the record.
 */
function mutationsOf(record, context) {
  const own = new Set(wordsOf([record.title, ...record.values].join(' ')));
  const isOtherTitle = (text) => {
    const words = wordsOf(text);
    const others = (context.titles.get(words[0]) ?? []).filter(({ id }) => id !== record.id);
    return others.some(({ words: all }) => words.every((word) => all.has(word)));
  };
  const isMeant = {
    changed: () => true,
    added: (text) => wordsOf(text).some((word) => !own.has(word)),
    taken: isOtherTitle,
  };
  return Object.entries(kinds).flatMap(([kind, make]) =>
    Object.entries(make(record.title, context)).flatMap(([how, texts]) =>
      texts
        .filter((text) => squeezedText(text) !== squeezedText(record.title) && wordsOf(text).length > 0)
        .filter(isMeant[how])
        .map((text) => ({ kind, how, text })),
    ),
  );
}

function titlesByWord(records) {
  const titles = new Map();
  for (const { id, title } of records) {
    const words = new Set(wordsOf(title));
    for (const word of words) titles.set(word, [...(titles.get(word) ?? []), { id, words }]);
  }
  return titles;
}

async function verdictOf(index, text) {
  const [vector = null] = await builtinEmbedder.embed([text]);
  const { hits, verdict, reasons } = index.search({ text, vector, limit: 2 });
  return { id: hits[0]?.externalId, verdict, reasons };
}

function contextOf(records, near, pick) {
  const makers = makersOf(records);
  const plainWords = records.flatMap(
    ({ title }) => title.match(/(?<![\p{L}\p{N}-])\p{L}{4,}(?![\p{L}\p{N}-])/gu) ?? [],
  );
  return {
    pick,
    makers,
    near,
    makerOf: (title) => makers.find((maker) => title.startsWith(`${maker} `)),
    words: [...new Set(plainWords)],
    titles: titlesByWord(records),
  };
}

/**
 * Queries the mutations of a share of the titles; half of the queries name an identifier of the record as well. Returns
 * rows of `{kind, how, isCoded, collection, text, title, isHigh, reasons}`.
 */
export async function askMutated(share = 1) {
  const all = collections();
  const near = nearWords(all);
  const rows = [];
  for (const [seed, { name: collection, records }] of all.entries()) {
    const random = randomSource(seed + 1);
    const pick = (values) => values[Math.floor(random() * values.length)];
    const counts = titleCounts(records);
    const context = contextOf(records, near, pick);
    const index = await buildIndex(records.map((record) => indexed(record, true)));
    const ask = async (record, { text, ...row }) => {
      const { title, identifiers } = record;
      const [code] = row.how === 'taken' || random() < 0.5 ? [] : identifiers;
      const asked = code === undefined ? text : pick([`${text} ${code}`, `${code} ${text}`]);
      const { id, verdict, reasons } = await verdictOf(index, asked);
      const isHigh = verdict === 'high' && id === record.id;
      rows.push({
        ...row,
        collection,
        title,
        text: asked,
        isCoded: code !== undefined || isCodeIn(title),
        isHigh,
        reasons,
      });
      return isHigh;
    };
    for (const record of records.filter(({ title }) => counts.get(squeezedText(title)) === 1 && random() < share)) {
      for (const mutation of mutationsOf(record, context)) await ask(record, mutation);
      const { id, verdict } = await verdictOf(index, record.title);
      for (const [kind, say] of verdict === 'high' && id === record.id ? Object.entries(otherwise) : []) {
        await ask(record, { kind, how: 'otherwise', text: say(record.title, pick) });
      }
    }
  }
  return rows;
}

const weak = ['another word', 'a word one letter away'];
const never = ['accessory', 'relation'];

/**
 * Whether a query must not be `high`. Beside a code of letters and digits, words that the record has nothing against may
 * be left over, but what a record is for is not what it is.
 */
export const isForbidden = ({ kind, how, isCoded }) =>
  how !== 'otherwise' && (!isCoded || never.includes(kind) || (how !== 'added' && !weak.includes(kind)));

/** Prints the tables of the section "mutation". */
export function sayMutated(rows, say) {
  const count = (own) => (own.length === 0 ? '–' : `${own.filter(({ isHigh }) => isHigh).length} of ${own.length}`);
  const line = (name, own) => {
    const cells = ['changed', 'added', 'taken'].map((how) =>
      count(own.filter((row) => row.how === how && !row.isCoded)),
    );
    const coded = own.filter((row) => row.isCoded);
    const [never, may] = [coded.filter(isForbidden), coded.filter((row) => !isForbidden(row))];
    say(`| ${name} | ${cells.join(' | ')} | ${count(never)} | ${count(may)} |`);
  };
  const mutated = rows.filter(({ how }) => how !== 'otherwise');
  say(
    'Every title of every catalogue with exactly one mark changed, added or taken away: how often the verdict is `high` for',
  );
  say(
    'the unchanged record. A mark taken away counts if another title then fits as well. With an identifier of the record in',
  );
  say('the query, a mark that the record contradicts is not `high` either; a word that it only lacks can be.\n');
  say('| mark | changed | added | taken away | with a code, contradicted | with a code, left over |');
  say('|---|---|---|---|---|---|');
  for (const kind of Object.keys(kinds))
    line(
      kind,
      mutated.filter((row) => row.kind === kind),
    );
  line('all', mutated);
  const forbidden = mutated.filter(isForbidden);
  say(`\n${count(forbidden)} queries that must not be \`high\` are.\n`);
  say('The same titles said otherwise, if they are `high` as they are: how many stay `high`.\n');
  say('| said with another | without a code | with a code |\n|---|---|---|');
  const kept = rows.filter(({ how }) => how === 'otherwise');
  const stays = (own) =>
    own.length === 0
      ? '–'
      : `${((100 * own.filter(({ isHigh }) => isHigh).length) / own.length).toFixed(1)} % of ${own.length}`;
  for (const kind of [...Object.keys(otherwise), undefined]) {
    const own = kept.filter((row) => kind === undefined || row.kind === kind);
    say(
      `| ${kind ?? 'all'} | ${stays(own.filter(({ isCoded }) => !isCoded))} | ${stays(own.filter(({ isCoded }) => isCoded))} |`,
    );
  }
}

/** Lists every `high` that must not be one, and every title that does not stay `high`. */
export function listMutated(rows) {
  for (const { kind, how, isCoded, collection, text, title, isHigh, reasons } of rows) {
    if (how === 'otherwise' ? !isHigh : isHigh && isForbidden({ kind, how, isCoded })) {
      console.log(
        [
          how === 'otherwise' ? 'lost' : 'mutated',
          kind,
          how,
          isCoded ? 'code' : '',
          collection,
          text,
          title,
          reasons[0],
        ].join('\t'),
      );
    }
  }
}
