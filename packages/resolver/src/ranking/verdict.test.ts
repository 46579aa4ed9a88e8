import { LexicalIndex, LexicalView } from '@tessera/search-engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Facts } from './facts.js';
import { factsOf } from './facts.js';
import type { FeatureName } from './features.js';
import { featureNames, featuresOf } from './features.js';
import { answeredModels } from './generated/answered-models.js';
import { Matcher } from './match.js';
import { planQuery } from './query-plan.js';
import { judge, modelFor, probability } from './verdict.js';

type FeatureSet = Record<FeatureName, number>;

const share = fc.double({ min: 0, max: 1, noNaN: true });
const features = fc
  .tuple(...featureNames.map(() => share))
  .map((values) => Object.fromEntries(featureNames.map((name, i) => [name, values[i]])) as FeatureSet);
const model = fc.constantFrom(...Object.values(answeredModels));
const nothing = Object.fromEntries(featureNames.map((name) => [name, 0])) as FeatureSet;

/** The words of the query are all in the first record, and in no other. */
const single: Facts = {
  ...{ identifiers: 0, holders: 0, isPartlyHeld: false, isIdentifierAlone: false, besideKnown: 0, besideHeld: 0 },
  ...{ isApart: false, isQuantityOpen: false },
  ...{ isOtherTitleBeside: false, missingCodes: 0, isTitle: false, valued: 0, valuedElse: 0, isVague: false },
  ...{ isComplete: true, isMostly: true, isLacking: false, isSubstituted: false, rivals: [], listed: [] },
};
/** The first record has one of the words, which no other has. */
const little: Facts = { ...single, isComplete: false, isMostly: false };

describe('the verdict', () => {
  test('on words that single out a record is high whatever the embedder', () => {
    fc.assert(
      fc.property(model, features, (fitted, drawn) => {
        expect(judge(fitted, { facts: single, features: drawn }).verdict).toBe('high');
      }),
    );
  });

  test.each<[string, Partial<Facts>]>([
    ['the first record lacks what tells records apart', { isLacking: true }],
    ['its title has another word than the query', { isSubstituted: true }],
    ['another record fits as well', { rivals: ['b'] }],
    ['it is listed twice', { rivals: ['b'], listed: ['b'] }],
    ['several records have the value', { valued: 2 }],
    ['several records have the value that is the title of one', { isTitle: true, valued: 2 }],
    ['the query says little', { isVague: true }],
    ['the record has the smaller part of it', { isMostly: false, isComplete: false }],
    ['no record has the identifier', { identifiers: 1 }],
    ['several records have the identifier', { identifiers: 1, holders: 2 }],
    ['the record with the identifier lacks a code', { identifiers: 1, holders: 1, missingCodes: 1 }],
  ])('is never high where %s', (_, fact) => {
    fc.assert(
      fc.property(model, features, (fitted, drawn) => {
        expect(judge(fitted, { facts: { ...single, ...fact }, features: drawn }).verdict).not.toBe('high');
      }),
    );
  });

  test.each(Object.entries(answeredModels))(
    'of the model %s is none where nothing speaks for a record',
    (_, fitted) => {
      const unknown = { ...nothing, unknown: 1, shortness: 0.5 };
      expect(judge(fitted, { facts: little, features: unknown }).verdict).toBe('none');
    },
  );

  test('is never none when the first record holds all of the query, or all of its codes', () => {
    fc.assert(
      fc.property(model, features, (fitted, drawn) => {
        const complete = { facts: { ...single, rivals: ['b'] }, features: drawn };
        expect(judge(fitted, complete).verdict).toBe('low');
        const coded = { facts: little, features: { ...drawn, hasCode: 1, missingCodes: 0 } };
        expect(judge(fitted, coded).verdict).toBe('low');
      }),
    );
  });

  test('names the records between which it cannot tell', () => {
    const reasonOf = (facts: Partial<Facts>) =>
      judge(answeredModels.general, { facts: { ...single, ...facts }, features: nothing }).reasons[0];
    expect(reasonOf({ rivals: ['b', 'c'], listed: ['b'] })).toMatch(/listed 2 times.*"b"/);
    expect(reasonOf({ rivals: ['b', 'c', 'd', 'e', 'f'] })).toMatch(/"b", "c", "d" and 2 more/);
  });

  test('is none for a result without records', () => {
    expect(judge(answeredModels.general, null).verdict).toBe('none');
    const index = new LexicalView(new LexicalIndex());
    const matcher = new Matcher(index, planQuery('lamp', index));
    const nothing = { records: [], background: 0, meaningMost: 0 };
    expect(featuresOf(nothing, matcher, 0)).toBeNull();
    expect(factsOf(nothing, matcher)).toBeNull();
  });

  test('uses the model fitted for the embedder, or the one for results without vectors', () => {
    expect(modelFor('builtin-2')).toBe(answeredModels['builtin-2']);
    expect(modelFor('builtin-1')).toBe(answeredModels['builtin-1']);
    expect(modelFor('openai:text-embedding-3-small')).toBe(answeredModels.general);
    expect(modelFor(null)).toBe(answeredModels.lexical);
  });

  test('of an embedder that is not known does not depend on the scale of its cosines', () => {
    fc.assert(
      fc.property(features, share, (drawn, cosine) => {
        const { general } = answeredModels;
        expect(probability(general, { ...drawn, cosine })).toBe(probability(general, drawn));
      }),
    );
  });
});
