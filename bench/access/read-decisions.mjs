// Measures read decisions, and the most expensive patterns that are accepted. Run after `npm run build`:
//   node bench/access/read-decisions.mjs
import { splitPath } from '../../packages/path-access/dist/path.js';
import { parsePattern } from '../../packages/path-access/dist/pattern.js';
import { readAccess } from '../../packages/path-access/dist/read-access.js';

const decisions = 100_000;
const shapes = [
  (n) => `docs/team-${n}/**`,
  (n) => `courses/${n}/lessons/*/handout-?.md`,
  (n) => `**/price-list-${n}.{csv,xlsx}`,
  (n) => `*/archive-${n}/**/report-[0-9]*.md`,
];
const patterns = Array.from({ length: 100 }, (_, index) => shapes[index % shapes.length](index));
const groups = Array.from({ length: 10 }, (_, index) => ({
  id: String(index),
  name: `group ${index}`,
  paths: patterns.slice(index * 10, index * 10 + 10),
}));
const paths = Array.from({ length: decisions }, (_, index) => {
  const n = index % 130;
  return [
    `docs/team-${n}/notes/day-${index}.md`,
    `courses/${n}/lessons/${index}/handout-a.md`,
    `sales/${index}/price-list-${n}.csv`,
    `hr/secret/${index}/salaries.md`,
  ][index % 4];
});

/** CPU time, which depends less on other programs. */
function time(work) {
  const start = process.cpuUsage();
  const answer = work();
  const { user, system } = process.cpuUsage(start);
  return { milliseconds: (user + system) / 1000, answer };
}

const readable = (tried) => {
  const access = readAccess(groups);
  return tried.filter((path) => access.canRead(path));
};
readable(paths.slice(0, 10_000));
const run = time(() => readable(paths));
console.log(`${decisions} decisions, 100 patterns: ${run.milliseconds.toFixed(0)} ms (${run.answer.length} readable)`);

const letters = (count) => 'a'.repeat(count);
const dearest = [
  ...[
    `${'*a'.repeat(255)}*b`,
    `*${'?'.repeat(250)}b*`,
    `*${letters(250)}?b*`,
    `*${'[!b]'.repeat(126)}b*`,
    `*[${'b-c'.repeat(80)}][${'!c-d'.repeat(60)}]x*`,
  ],
  ...[
    `**/${'?a/'.repeat(120)}b/**`,
    `${'{a,aa}'.repeat(8)}${letters(12)}?b`,
    `*{${Array.from({ length: 16 }, (_, n) => letters(n + 12)).join(',')}}b*`,
  ],
  ...[`{${Array.from({ length: 4 }, (_, n) => `*${'?'.repeat(120 - n)}b*`).join(',')}}`],
];
const longPaths = [
  letters(512),
  `a/`.repeat(255) + 'aa',
  'aa/'.repeat(170) + 'aa',
  `${letters(170)}/`.repeat(2) + letters(170),
];
for (const pattern of dearest) {
  const parsed = parsePattern(pattern);
  if ('refused' in parsed) {
    console.log(`${pattern.slice(0, 40)}: ${parsed.refused}`);
    continue;
  }
  const times = longPaths.map((path) => {
    for (let warm = 0; warm < 20; warm += 1) {
      parsed.matches(splitPath(path));
    }
    return (
      time(() => {
        for (let round = 0; round < 50; round += 1) parsed.matches(splitPath(path));
      }).milliseconds / 50
    );
  });
  console.log(`${pattern.slice(0, 40).padEnd(40)} worst ${Math.max(...times).toFixed(3)} ms`);
}
