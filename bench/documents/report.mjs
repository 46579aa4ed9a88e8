/** Writes measurements of documents as tables. */
import os from 'node:os';
import { machineLine } from './engines.mjs';

const cells = (list) => `| ${list.join(' | ')} |`;

/** The lines of api.md. */
export function report(columns, { documents, runs }) {
  const command = ['npm run bench -- documents', ...process.argv.slice(2)].join(' ');
  return [
    '# Documents',
    '',
    `\`${command}\`. ${documents} documents of about 6 kB in 100 folders, ${runs} calls a row: over HTTP, and in process,`,
    'where operations are called as the HTTP adapter calls them. System git works in a working tree; its rows include the start of',
    'its process. isomorphic-git reads the same files, and lists all of them. Milliseconds, median / 95th percentile; of the cold',
    'list the median and the worst of three processes.',
    '',
    'The same statements alone: between two calls another one is recorded and its writes rolled back. Its statements are then',
    'sent again, with the same values, in the same transactions and groups, and committed. Only that is timed.',
    '',
    machineLine(os),
    '',
    ...timesOf(columns),
    '',
    ...notesOf(columns),
    '',
    '## Shares',
    '',
    'Calls in process. Where a row names no percentile, medians are compared.',
    '',
    ...sharesOf(columns),
  ];
}

function timesOf(columns) {
  const names = [...new Set(Object.values(columns).flatMap(({ rows }) => Object.keys(rows)))];
  const cell = (times) => (times === undefined ? '-' : `${times.p50.toFixed(1)} / ${times.p95.toFixed(1)}`);
  const all = Object.values(columns);
  return [
    cells(['', ...Object.keys(columns)]),
    cells(['---', ...all.map(() => '--:')]),
    ...names.map((name) => cells([name, ...all.map(({ rows }) => cell(rows[name]))])),
  ];
}

function notesOf(columns) {
  const seconds = (ms) => (ms / 1_000).toFixed(1);
  return Object.entries(columns).flatMap(([name, { filledMs, indexedMs, memoryMb }]) =>
    filledMs === undefined
      ? []
      : `- ${name.split(',')[0]}: stored in ${seconds(filledMs)} s in commits of 1,000; searchable ${seconds(indexedMs)} s after a process's first search; ${memoryMb.toFixed(0)} MB.`,
  );
}

/** The rows of ratios: name, target, and the computation from the times of an engine and of isomorphic-git. */
const shares = [
  [
    'read, by the same statements alone',
    3,
    (rows) => rows['read one'].p50 / rows['read: the same statements alone'].p50,
  ],
  [
    'commit, by the same statements alone',
    3,
    (rows) => rows['commit one document'].p50 / rows['commit: the same statements alone'].p50,
  ],
  ['95th percentile of searches, by their median', 2, ({ search }) => search.p95 / search.p50],
  ['the same, confined to 20 globs', 2, ({ 'search, confined to 20 globs': search }) => search.p95 / search.p50],
  ...['read one', 'commit one document', 'list by 20 globs, cold'].map((name) => [
    `${name}, by isomorphic-git`,
    undefined,
    (rows, isomorphic) => rows[name].p50 / isomorphic[name].p50,
  ]),
];

function sharesOf(columns) {
  const engines = Object.entries(columns).filter(([name]) => name.endsWith('in process'));
  const { rows: isomorphic } = columns['isomorphic-git'];
  return [
    cells(['', ...engines.map(([name]) => name.split(',')[0]), 'target']),
    cells(['---', ...engines.map(() => '--:'), '--:']),
    ...shares.map(([name, most, shareOf]) =>
      cells([
        name,
        ...engines.map(([, { rows }]) => shareOf(rows, isomorphic).toFixed(2)),
        most === undefined ? '-' : `at most ${most}`,
      ]),
    ),
  ];
}
