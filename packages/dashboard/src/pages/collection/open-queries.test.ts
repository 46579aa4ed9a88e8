import { expect, it } from 'vitest';
import { openQueries, unknownWords } from './open-queries.js';

const logged = (query: string, minute: number, confidence: 'low' | 'none' = 'low') => ({
  id: `${query}-${minute}`,
  at: `2026-01-31T10:0${minute}:00.000Z`,
  actor: { kind: 'api_key', id: 'k', name: 'key' },
  query,
  confidence,
  match_type: 'semantic' as const,
  external_id: null,
  duration_ms: 1,
  right: null,
});
const correction = (query: string) => ({
  id: 'c',
  query,
  external_id: null,
  by: 'ada',
  at: '2026-01-31T10:00:00.000Z',
});

it('openQueries > lists queries with the same words once, latest first, without those that are decided or have no words', () => {
  const queries = [
    logged('Oak desk', 1),
    logged('desk, oak', 3),
    logged('blue lamp', 2, 'none'),
    logged('red sofa', 4),
    logged('', 5),
  ];
  const open = openQueries(queries, [correction('Sofa red!')]);
  expect(open.map(({ query, confidence, times }) => [query, confidence, times])).toEqual([
    ['desk, oak', 'low', 2],
    ['blue lamp', 'none', 1],
  ]);
});

it('unknownWords > lists words that no record has with their queries, the most frequent first', () => {
  const queries = openQueries(
    [logged('oak divan', 5), logged('blue lamp', 4), logged('teal divan', 3), logged('Teal divan!', 2)],
    [],
  );
  expect(unknownWords(queries, [['divan'], [], ['teal', 'divan']])).toEqual([
    { word: 'divan', queries: ['oak divan', 'teal divan'], times: 3 },
    { word: 'teal', queries: ['teal divan'], times: 2 },
  ]);
});
