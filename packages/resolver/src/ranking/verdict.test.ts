import { LexicalIndex, LexicalView } from '@tessera/search-engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Account } from './account.js';
import { type Closeness, closenessMin } from './closeness.js';
import { type Facts, factsOf } from './facts.js';
import { type Match, Matcher } from './match.js';
import { planQuery } from './query-plan.js';
import { judge, nameTitleWords } from './verdict.js';

const figure = fc.double({ min: 0, max: 3, noNaN: true });
const anyCloseness = fc.record({ coverage: figure, information: figure, nearness: figure });
const far: Closeness = { coverage: 0.8, information: 0.9, nearness: 0.9 };

/** The first record contains all words of the query, and no other record contains any. */
const match: Match = {
  ...{ lexical: 1, coverage: 1, information: 5, codes: 0, inTitle: 1, value: 0, title: 0, isRepeated: false },
  ...{ isMistypedTitle: false, named: 'not', isOwner: false, isNamedBeside: false },
};
const clean: Account = { evidence: 'words', leftOver: [], contradictions: [], excluded: [], outweighed: [] };
const single: Facts = {
  ...{ match, closeness: far, identifiers: 0, recordsNamed: 0, isIdentifierAlone: false },
  ...{ isApart: false, isQuantityOpen: false },
  ...{ isNothingFound: false, isTitle: false, valued: 0, valuedElse: 0, vagueness: undefined },
  ...{ hasCodes: false, account: clean, replaced: [], elsewhere: [] },
  ...{ rivals: [], edition: undefined },
};
/** The first record contains one of the words, and no other record contains it. */
const little: Facts = { ...single, match: { ...match, coverage: 0.3 } };

const doubts: readonly [string, Partial<Facts>][] = [
  ['the first record lacks what tells records apart', { account: { ...clean, leftOver: ['round'] } }],
  ['something contradicts it', { account: { ...clean, contradictions: ['5 g'] } }],
  ['its title has another word than the query', { elsewhere: ['grey'] }],
  ['its title has a word that the query and a sibling lack', { edition: { keys: [1], siblings: ['b'] } }],
  ['another record fits as well', { rivals: ['b'] }],
  ['several records have the value', { valued: 2 }],
  ['several records have the value that is the title of one', { isTitle: true, valued: 2 }],
  ['the query says little', { vagueness: 'single' }],
  ['the query excludes something', { account: { ...clean, excluded: ['not'] } }],
  ['the query is a title and excludes something', { isTitle: true, account: { ...clean, excluded: ['not'] } }],
  ['the record has the smaller part of it', { match: little.match }],
  ['no record has the identifier', { identifiers: 1 }],
  ['several records have the identifier', { identifiers: 1, recordsNamed: 2 }],
  [
    'something contradicts the record with the identifier',
    { identifiers: 1, recordsNamed: 1, account: { ...clean, contradictions: ['5 g'] } },
  ],
  [
    'the record with the identifier lacks a code',
    { identifiers: 1, recordsNamed: 1, account: { ...clean, leftOver: ['vs13'] } },
  ],
  ['words replace some of the title', { identifiers: 1, recordsNamed: 1, replaced: ['canon'] }],
  [
    'the query excludes the identifier',
    { identifiers: 1, recordsNamed: 1, isIdentifierAlone: true, account: { ...clean, excluded: ['kein'] } },
  ],
];

describe('judge', () => {
  test('is high if the words match only one record, however close it is', () => {
    fc.assert(
      fc.property(anyCloseness, (closeness) => {
        expect(judge({ ...single, closeness }).verdict).toBe('high');
      }),
    );
  });

  test.each(doubts)('is never high if %s', (_, fact) => {
    fc.assert(
      fc.property(anyCloseness, (closeness) => {
        expect(judge({ ...single, ...fact, closeness }).verdict).not.toBe('high');
      }),
    );
  });

  test('is none if no figure is high enough, otherwise low', () => {
    expect(judge(little).verdict).toBe('none');
    for (const name of ['coverage', 'information', 'nearness'] as const) {
      expect(judge({ ...little, closeness: { ...far, [name]: closenessMin[name] } }).verdict).toBe('low');
    }
  });

  test('is never none if the first record contains the whole query, or all its codes', () => {
    fc.assert(
      fc.property(anyCloseness, (closeness) => {
        expect(judge({ ...single, rivals: ['b'], closeness }).verdict).toBe('low');
        expect(judge({ ...little, hasCodes: true, closeness }).verdict).toBe('low');
      }),
    );
  });

  test('has one to three distinct reasons', () => {
    const anyDoubts = fc.subarray(doubts.map(([, fact]) => fact));
    fc.assert(
      fc.property(anyDoubts, anyCloseness, (chosen, closeness) => {
        const { reasons } = judge({ ...Object.assign({}, single, ...chosen), closeness });
        expect(reasons.length).toBeGreaterThanOrEqual(1);
        expect(reasons.length).toBeLessThanOrEqual(3);
        expect(new Set(reasons).size).toBe(reasons.length);
        // A result cannot have a reason and its opposite.
        expect(reasons.filter((reason) => /^Only the first|^The query is the title/.test(reason)).length).toBe(
          judge({ ...Object.assign({}, single, ...chosen), closeness }).verdict === 'high' ? 1 : 0,
        );
      }),
    );
  });

  test('names the records and words between which it cannot decide', () => {
    const reasonOf = (facts: Partial<Facts>) => judge({ ...single, ...facts }).reasons[0];
    expect(reasonOf({ rivals: ['b', 'c', 'd', 'e', 'f'] })).toMatch(/"b", "c", "d" and 2 more/);
    expect(reasonOf({ elsewhere: ['white'] })).toBe("`white` is not in the first record's title.");
    expect(reasonOf({ account: { ...clean, leftOver: ['white', '90'] } })).toBe(
      '`white`, `90` are not in the first record.',
    );
    expect(reasonOf({ account: { ...clean, contradictions: ['5 g'] } })).toBe('`5 g` contradicts the first record.');
    expect(reasonOf({ identifiers: 1, recordsNamed: 1, account: { ...clean, contradictions: ['5 g'] } })).toBe(
      'One record has the identifier that the query names, but `5 g` contradicts it.',
    );
    const edition = reasonOf({ edition: { keys: [], siblings: ['b'] } }) as string;
    expect(nameTitleWords(edition, '', [])).toBe(
      'The query lacks a word of the first record\'s title, and so does "b".',
    );
  });

  test('is none without records', () => {
    expect(judge(null).verdict).toBe('none');
    const index = new LexicalView(new LexicalIndex());
    const matcher = new Matcher(index, planQuery('lamp', index));
    expect(factsOf({ records: [], background: 0, meaning: null }, matcher)).toBeNull();
  });
});
