/** Attacks on what measures or previews answers: each call answers up to thousands of queries. */
import { flood, send } from './send.mjs';

const cases = 5_000;
const logged = 1_000;
const words = ['oak', 'desk', 'lamp', 'brass', 'base', 'number', 'walnut', 'frame'];
const phrase = (n) =>
  Array.from({ length: 40 }, (_, word) => `${words[(n + word) % words.length]}${n * word}`).join(' ');

/** Writes records, and logs different queries, which previews of a change answer again. */
async function fill(call) {
  for (let start = 0; start < 4_000; start += 500) {
    const records = Array.from({ length: 500 }, (_, n) => ({
      id: start + n,
      name: `Oak desk lamp ${start + n}`,
      note: phrase(n),
    }));
    await call('POST', '/collections/items/import', { records });
  }
  for (let n = 0; n < logged; n += 100) {
    const queries = Array.from({ length: 100 }, (_, at) => ({ query: phrase(n + at).slice(0, 300) }));
    await call('POST', '/collections/items/resolve', { queries });
  }
}

const bodies = {
  [`evaluations of ${cases} cases of 300 characters`]: [
    'POST',
    '/evaluate',
    { cases: Array.from({ length: cases }, (_, n) => ({ query: phrase(n).slice(0, 300), external_id: String(n) })) },
  ],
  [`evaluations of ${cases} cases by fields`]: [
    'POST',
    '/evaluate',
    {
      cases: Array.from({ length: cases }, (_, n) => ({
        record: { name: phrase(n).slice(0, 200) },
        external_id: null,
      })),
    },
  ],
  'previews of a configuration': ['PATCH', '', { dry_run: true, id_match_fields: ['name'] }],
  'previews of a correction': ['POST', '/corrections', { dry_run: true, query: 'oak lamp', external_id: '7' }],
};

/** Each is repeated by eight callers at a time. */
export const measuringAttacks = Object.entries(bodies).map(([name, [method, path, sent]]) => ({
  name: `8 parallel ${name}`,
  asked: 'query',
  fill,
  prepare: ([attacker]) => {
    const body = Buffer.from(JSON.stringify(sent));
    const call = { method, path: `/collections/items${path}`, type: 'application/json', body, scheme: 'Bearer' };
    return () => flood(8, () => send(attacker, call));
  },
}));
