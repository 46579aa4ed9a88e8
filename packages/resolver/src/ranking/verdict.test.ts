import { LexicalIndex, LexicalView } from '@tessera/search-engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Facts } from './facts.js';
import { factsOf } from './facts.js';
import type { FeatureName } from './features.js';
import { featureNames, featuresOf } from './features.js';
import { verdictTables } from './generated/verdict-tables.js';
import { Matcher } from './match.js';
import { planQuery } from './query-plan.js';
import type { VerdictTable } from './verdict.js';
import { judge, probability, tableFor } from './verdict.js';

type FeatureSet = Record<FeatureName, number>;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const features = fc
  .tuple(...featureNames.map(() => share))
  .map((values) => Object.fromEntries(featureNames.map((name, i) => [name, values[i]])) as FeatureSet);
const table = fc.constantFrom(...Object.values(verdictTables));

/** A result that every table trusts: all of the query is there, nothing else comes near. */
const certain: FeatureSet = {
  ...(Object.fromEntries(featureNames.map((name) => [name, 0])) as FeatureSet),
  ...{ score: 1.2, lead: 0.8, relativeLead: 0.7, lexical: 0.8, coverage: 1, coverageLead: 0.7, complete: 1, value: 1 },
  ...{ information: 1, shortness: 0.2, nearest: 1, cosineRise: 0.9, cosineLead: 0.6, cosine: 0.9 },
  ...{ title: 1, inTitle: 1, said: 1, saidLead: 0.7 },
};
/** The same by a code that no other record holds. */
const certainByCode: FeatureSet = { ...certain, hasCode: 1, codes: 1, codeLead: 1 };

/** Facts on which no rule has a say. */
const plain: Facts = {
  ...{ identifiers: 0, holders: 0, isPartlyHeld: false, isIdentifierAlone: false, besideKnown: 0, besideHeld: 0 },
  ...{ isOtherTitleBeside: false, titled: 0, sameWords: 0, isFirstSameWords: false, isMistypedTitle: false, valued: 0 },
  valuedElse: 0,
  ...{ isSingleWord: false, isNumeric: false, isInTitle: true, isComplete: false, isOnlyOne: false },
};
const byModels = (table: VerdictTable, features: FeatureSet) => judge(table, { facts: plain, features }).verdict;

describe('the verdict', () => {
  test.each(Object.entries(verdictTables))('of the table %s acts on what is certain only', (_, fitted) => {
    expect(byModels(fitted, certain)).toBe('high');
    expect(byModels(fitted, certainByCode)).toBe('high');
    const nothing = Object.fromEntries(featureNames.map((name) => [name, 0])) as FeatureSet;
    expect(byModels(fitted, { ...nothing, unknown: 1, shortness: 0.5 })).toBe('none');
  });

  test('is never high when the first record lacks a code or number of the query', () => {
    fc.assert(
      fc.property(table, features, fc.constantFrom('missingCodes', 'missingNumbers'), (fitted, drawn, missing) => {
        expect(byModels(fitted, { ...drawn, [missing]: 0.5 })).not.toBe('high');
        expect(byModels(fitted, { ...certain, [missing]: 0.5 })).not.toBe('high');
        expect(byModels(fitted, { ...certainByCode, [missing]: 0.5 })).not.toBe('high');
      }),
    );
  });

  test('is never high when another record has the same title, or most of the query is not in the first', () => {
    fc.assert(
      fc.property(table, features, share, (fitted, drawn, part) => {
        const byWords = { ...drawn, hasCode: 0 };
        expect(byModels(fitted, { ...byWords, twins: 1 })).not.toBe('high');
        expect(byModels(fitted, { ...byWords, coverage: part * 0.49 })).not.toBe('high');
        expect(byModels(fitted, { ...certain, twins: 1 })).not.toBe('high');
        expect(byModels(fitted, { ...certain, coverage: part * 0.49 })).not.toBe('high');
      }),
    );
  });

  test('is never none when the first record holds all codes of the query', () => {
    fc.assert(
      fc.property(table, features, (fitted, drawn) => {
        expect(byModels(fitted, { ...drawn, hasCode: 1, missingCodes: 0 })).not.toBe('none');
      }),
    );
  });

  test('is none for a result without records', () => {
    expect(judge(verdictTables.general, null).verdict).toBe('none');
    const index = new LexicalView(new LexicalIndex());
    const matcher = new Matcher(index, planQuery('lamp', index));
    const nothing = { records: [], background: 0, meaning: { first: 0, most: 0 } };
    expect(featuresOf(nothing, matcher, 0)).toBeNull();
    expect(factsOf(nothing, matcher)).toBeNull();
  });

  test('uses the table fitted for the embedder, or the one for results without vectors', () => {
    expect(tableFor('builtin-2')).toBe(verdictTables['builtin-2']);
    expect(tableFor('builtin-1')).toBe(verdictTables['builtin-1']);
    expect(tableFor('openai:text-embedding-3-small')).toBe(verdictTables.general);
    expect(tableFor(null)).toBe(verdictTables.lexical);
  });

  test('of an embedder that is not known does not depend on the scale of its cosines', () => {
    fc.assert(
      fc.property(features, share, (drawn, cosine) => {
        for (const model of Object.values(verdictTables.general)) {
          expect(probability(model, { ...drawn, cosine })).toBe(probability(model, drawn));
        }
      }),
    );
  });
});
