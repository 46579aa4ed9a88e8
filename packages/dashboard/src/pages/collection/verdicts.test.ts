import type { CallAnswer } from '@tessera/client';
import { describe, expect, it } from 'vitest';
import { reasonsOf } from './verdicts.js';

type Answer = CallAnswer<'collections.query'>;
type MatchType = Answer['match_type'];

function answerOf(relevances: readonly number[], more: Partial<Answer> = {}): Answer {
  const match_type: MatchType = more.match_type ?? 'semantic';
  const results = relevances.map((relevance, index) => ({
    external_id: String(index + 1),
    relevance,
    match_type,
    rendered: '',
    attributes: {},
    confirmed_at: '2026-01-01T00:00:00.000Z',
  }));
  return { results, match_type, confidence: 'low', reasons: ['Said by the service.'], ...more };
}

const explained = (coverage: number): Partial<Answer> => ({
  explanation: {
    reasons: [],
    unknown_words: [],
    features: [{ name: 'coverage', value: coverage, weight: 1 }],
  },
});

describe('reasonsOf', () => {
  it('returns the reasons of the service first, then those from the first results, three in total', () => {
    expect(reasonsOf(answerOf([0.9, 0.5], explained(1)))).toEqual([
      'Said by the service.',
      'The first record contains all of the query.',
      'In meaning, the second result is further from the query.',
    ]);
    expect(reasonsOf(answerOf([0.9, 0.89], explained(0)))).toEqual([
      'Said by the service.',
      'The first record contains nothing of the query.',
      'In meaning, the second result is just as close.',
    ]);
  });

  it.each(["`white` is not in the first record's title.", 'The first record contains less than half of the query.'])(
    'states only once what the first record contains: %s',
    (reason) => {
      expect(reasonsOf(answerOf([0.9], { ...explained(1), reasons: [reason] }))).toEqual([reason]);
    },
  );

  it.each([
    [[0.9, 0.7], 'further from the query'],
    [[0.9, 0.85], 'nearly as close'],
    [[0.7, 0.9], 'closer'],
  ])('describe without figures how close %j are', (relevances, words) => {
    expect(reasonsOf(answerOf(relevances)).at(-1)).toBe(`In meaning, the second result is ${words}.`);
  });

  it("omits figures after a person's decision, and a second result if there is none", () => {
    expect(reasonsOf(answerOf([0.9], explained(0.3)), true)).toEqual(['Said by the service.']);
    expect(reasonsOf(answerOf([0.9], explained(0.3)))).toEqual([
      'Said by the service.',
      'The first record contains only a part of the query.',
    ]);
  });

  it.each([
    ['exact_id', 'has this id or identifier'],
    ['filter', 'passes the filter'],
  ] as const)('of one record found by %s say that it is the only one', (match_type, words) => {
    expect(reasonsOf(answerOf([1], { match_type }))[1]).toBe(`No other record ${words}.`);
    expect(reasonsOf(answerOf([1, 1], { match_type }))).toEqual(['Said by the service.']);
  });
});
