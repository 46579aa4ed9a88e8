import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../acceptance/full-size.mjs';
import { CollectionIndex, type IndexRecord } from './collection-index.js';
import { builtinEmbedder } from './embedding/builtin-embedder.js';
import { findByFields } from './fields/find.js';
import { answerQuestions, SampleIndex } from './sample-index.js';
import type { SearchableIndex, SearchQuery } from './search.js';
import { CountedRecords } from './testing/counted-records.js';

const options = { embedderId: builtinEmbedder.id };
const words = ['red', 'green', 'oak', 'lamp', 'chair', 'desk', 'large', 'FDB5220', 'FDB5221', '16 GB', '無線', 'the'];
const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const asked = fc.oneof(line, fc.constantFrom('grean lamp', 'FDB5220 x 3', 'r1', 'oka desk', 'red lamp 5', '??'));
const records = fc.array(
  fc.record({
    text: fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
    vector: fc.constantFrom('own', 'own', 'own', 'older', 'none'),
  }),
  { maxLength: 60 },
);
const scope = { workspaceId: 'w', collectionId: 'c', indexVersion: 1, slice: null, atLeast: 0 };

async function recordOf(externalId: string, text: string, vector: string): Promise<IndexRecord> {
  const [embedded = null] = await builtinEmbedder.embed([text]);
  const record = { externalId, text, identifiers: [externalId], vector: vector === 'none' ? null : embedded };
  return vector === 'older' ? { ...record, embedderId: 'older' } : record;
}

/** Indexes the same records in memory, and as an index that a sample queries with questions. */
async function bothOf(drawn: readonly { readonly text: string; readonly vector: string }[]) {
  const index = new CollectionIndex(options);
  const made = await Promise.all(drawn.map(({ text, vector }, at) => recordOf(`r${at}`, text, vector)));
  for (const record of made) {
    index.upsert(record);
  }
  return { index, questions: new CountedRecords(made, options.embedderId) };
}

/** Searches a sample of the records. */
async function searched<Result>(questions: CountedRecords, search: (index: SearchableIndex) => Result) {
  const sample = new SampleIndex(options);
  const found = await answerQuestions({ questions, scope, filter: undefined }, async (answers) =>
    sample.round(answers, search),
  );
  return { found, sample };
}

describe('answerQuestions', () => {
  const vectorsOf = async (text: string) => {
    const [vector = null] = await builtinEmbedder.embed([text]);
    return { vector, otherVectors: new Map(vector ? [['older', vector]] : []) };
  };

  test('returns the same as an index of all records', async () => {
    const limits = fc.integer({ min: 1, max: 12 });
    await fc.assert(
      fc.asyncProperty(records, asked, limits, async (drawn, text, limit) => {
        const { index, questions } = await bothOf(drawn);
        for (const query of [
          { text, limit, ...(await vectorsOf(text)), also: 'r3', isExplained: true },
          { text, limit, vector: null },
        ] satisfies SearchQuery[]) {
          const { found } = await searched(questions, (each) => each.search(query));
          expect(found).toEqual(index.search(query));
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('returns the same even if it contains only a small part of the records', async () => {
    const alike = fc.record({
      text: fc.constantFrom('red lamp', 'oak desk', 'red desk', 'large lamp', 'green chair', 'red lamp large'),
      vector: fc.constantFrom('own', 'none'),
    });
    const many = fc.array(alike, { minLength: 600, maxLength: 700 });
    await fc.assert(
      fc.asyncProperty(many, fc.constantFrom('red', 'lamp oak', 'r17', 'larg'), async (drawn, text) => {
        const { index, questions } = await bothOf(drawn);
        const query = { text, limit: 10, ...(await vectorsOf(text)) };
        const { found, sample } = await searched(questions, (each) => each.search(query));
        expect(found).toEqual(index.search(query));
        expect(sample.size).toBeLessThan(index.size);
      }),
      { numRuns: propertyRuns(6), endOnFailure: true },
    );
  });

  test('finds the same candidates for a sent record', async () => {
    await fc.assert(
      fc.asyncProperty(records, asked, line, async (drawn, text, other) => {
        const { index, questions } = await bothOf(drawn);
        const query = {
          title: { text, ...(await vectorsOf(text)) },
          texts: [other],
          identifiers: ['r1', text],
          values: [text, other, 'oak'],
          limit: 20,
        };
        const { found } = await searched(questions, (each) => findByFields(each, query));
        expect(found).toEqual(findByFields(index, query));
      }),
      { numRuns: propertyRuns(30) },
    );
  });
});
