// Measures how often `high` is correct for each data set. No part of the verdict is fitted to these data sets.

/** Shares of the queries whose record is missing. */
const absentShares = [0, 0.1, 0.33];
const rightOf = ({ right, isListed }) => right || isListed;
const isHigh = ({ verdict }) => verdict === 'high';
const share = (rows, test) => (rows.length === 0 ? 0 : rows.filter(test).length / rows.length);
const percent = (value) => `${(100 * value).toFixed(1)} %`;

/** The catalogs: query sets with their records, and the same queries with their records removed. */
function cataloguesOf(rows) {
  const named = rows.filter(({ set }) => /^(known items of|Abt names)/.test(set));
  const nameOf = (set) => set.replace(/, (right one )?absent$/, '').replace(/ in Buy$/, '');
  return [...new Set(named.map(({ set }) => nameOf(set)))].map((name) => {
    const own = named.filter(({ set }) => nameOf(set) === name);
    const isAbsent = ({ set }) => / absent$/.test(set);
    return {
      name: name.replace('known items of ', ''),
      present: own.filter((row) => !isAbsent(row) && row.answer !== null),
      absent: own.filter(isAbsent),
      variants: own.filter((row) => !isAbsent(row) && row.answer === null),
    };
  });
}

/** The share of correct `high` verdicts if the given share of the queries has no record. */
function rightOfHigh({ present, absent }, absentShare) {
  const right = (1 - absentShare) * share(present, (row) => isHigh(row) && rightOf(row));
  const all = (1 - absentShare) * share(present, isHigh) + absentShare * share(absent, isHigh);
  return all === 0 ? '–' : percent(right / all);
}

/** Prints the table of the catalogs, and the reasons why correct first records are not `high`. */
export function sayCatalogues(rows, say) {
  const catalogues = cataloguesOf(rows);
  say('\n## Catalogues\n');
  say(
    'Names of records with words dropped, reordered, mistyped, added or taken from other fields, each asked once with its',
  );
  say('record in the collection and once without. A record of the same name as the right one counts as right.\n');
  say(
    '| catalogue | queries | right first | `high` | `high` right, none absent | 10 % absent | 33 % absent | variants `high` |',
  );
  say('|---|---|---|---|---|---|---|---|');
  for (const catalogue of catalogues) {
    const { name, present, variants } = catalogue;
    const shares = [percent(share(present, rightOf)), percent(share(present, isHigh))];
    const rights = absentShares.map((absent) => rightOfHigh(catalogue, absent));
    const wrong = `${variants.filter(isHigh).length} of ${variants.length}`;
    say(`| ${name} | ${present.length} | ${[...shares, ...rights].join(' | ')} | ${wrong} |`);
  }
  const elsewhere = rows.filter(({ set }) => /^(furniture|gibberish)/.test(set));
  const others = rows.filter(({ set }) => set.startsWith('paraphrases'));
  say(
    `\nQueries about something else: ${elsewhere.filter(isHigh).length} of ${elsewhere.length} \`high\`. In other words than the`,
  );
  say(
    `record's: ${percent(share(others, ({ right }) => right))} right first, ${others.filter(isHigh).length} of ${others.length} \`high\`.`,
  );
  sayWrong(catalogues, say);
  sayKept(catalogues, say);
}

/** The sorted words of a title, which identify duplicates that the gold standard does not contain. */
const wordsOf = (title) =>
  (title ?? '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.toSorted()
    .join(' ');
const isGap = ({ answered_by: title, gold }) => wordsOf(title) === wordsOf(gold);
const wrongOf = (rows) => rows.filter((row) => isHigh(row) && !rightOf(row));

/** Counts the `high` verdicts that contradict the gold standard: titles with the same words, and others. */
function sayWrong(catalogues, say) {
  say(
    '\nEvery `high` that is not the record of the gold, which `--wrong` lists. Gaps of the gold are records whose title',
  );
  say('has the same words as the right one.\n');
  say('| catalogue | `high`, record there | gaps | errors | `high`, record taken out | gaps | errors |');
  say('|---|---|---|---|---|---|---|');
  for (const { name, present, absent, variants } of catalogues) {
    const cells = [present, [...absent, ...variants]].flatMap((rows) => {
      const wrong = wrongOf(rows);
      const gaps = wrong.filter(isGap).length;
      return [`${rows.filter(isHigh).length} of ${rows.length}`, gaps, wrong.length - gaps];
    });
    say(`| ${name} | ${cells.join(' | ')} |`);
  }
}

/** Lists every `high` that contradicts the gold standard: set, gap or error, query, answer, gold standard, reason. */
export function listWrong(rows) {
  for (const row of cataloguesOf(rows).flatMap(({ present, absent, variants }) =>
    wrongOf([...present, ...absent, ...variants]),
  )) {
    const { set, text, answered_by: title, gold = '', reasons } = row;
    console.log(['wrong', set, isGap(row) ? 'gap' : 'error', text, title, gold, reasons[0]].join('\t'));
  }
}

function sayKept(catalogues, say) {
  const right = catalogues.flatMap(({ present }) => present.filter(rightOf));
  const kept = right.filter((row) => !isHigh(row));
  const counts = new Map();
  for (const { reasons } of kept) {
    const reason = reasons[0]
      .replace('{words}', '…')
      .replace(/["`].*["`]/, '…')
      .replace(/\d+/g, 'N');
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  say(`\nWhat keeps ${kept.length} of ${right.length} right first records from \`high\`:\n`);
  say('| reason | records |\n|---|---|');
  for (const [reason, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    say(`| ${reason} | ${count} |`);
  }
}
