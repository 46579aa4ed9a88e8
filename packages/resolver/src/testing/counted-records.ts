import { decodeVector, encodeVector, type PackedTerms } from '@tessera/search-engine';
import type { IndexRecord } from '../collection-index.js';
import type { Candidate, CandidatesWanted, IndexQuestions, IndexScope, IndexStatistics } from '../index-questions.js';
import { recordTerms } from '../text/terms.js';

const titleBit = 32;
const saturation = 1.2;

/** Answers the questions about records by reading all records, without an index. */
export class CountedRecords implements IndexQuestions {
  private readonly records: readonly Candidate[];

  constructor(records: readonly IndexRecord[], embedderId: string) {
    this.records = records.map((record) => ({
      embedderId,
      ...record,
      vector: record.vector && decodeVector(encodeVector(record.vector)),
      changeMark: 1,
      terms: recordTerms(record.text, record.identifiers),
    }));
  }

  async statistics(
    _scope: IndexScope,
    keys: readonly number[],
    titleKeys: readonly number[],
  ): Promise<IndexStatistics> {
    const { records } = this;
    const count = (least: number) => (key: number) =>
      [key, records.filter(({ terms }) => (bitsOf(terms, key) ?? -1) >= least).length] as const;
    const ids = [...new Set(records.flatMap(({ vector, embedderId }) => (vector ? [embedderId] : [])))];
    return {
      records: records.length,
      length: records.reduce((sum, { terms }) => sum + terms.length, 0),
      frequencies: new Map(keys.map(count(0))),
      titleFrequencies: new Map(titleKeys.map(count(titleBit))),
      vectors: ids.map((embedderId) => {
        const having = records.filter((record) => record.vector && record.embedderId === embedderId);
        return { embedderId, dimensions: having[0]?.vector?.length ?? 0, count: having.length };
      }),
    };
  }

  async candidates(_scope: IndexScope, { terms, vectors, ids, limit }: CandidatesWanted): Promise<Candidate[]> {
    const average = this.records.reduce((sum, each) => sum + each.terms.length, 0) / this.records.length || 1;
    const scored = (record: Candidate) =>
      terms.reduce((sum, { key, weight }) => {
        const bits = bitsOf(record.terms, key);
        const count = bits === undefined ? 0 : Math.max(1, bits % titleBit) + (bits >= titleBit ? 1 : 0);
        return sum + (weight * count) / (count + (saturation / 2) * (1 + record.terms.length / average));
      }, 0);
    const near = [...vectors].map(([embedderId, vector]) => (record: Candidate) => {
      const isComparable = record.embedderId === embedderId && record.vector !== null;
      return isComparable
        ? 2 + [...(record.vector ?? [])].reduce((sum, x, at) => sum + x * (vector[at] as number), 0)
        : 0;
    });
    const byId = terms.length + vectors.size + ids.length === 0 ? [() => 1] : [];
    const named = (record: Candidate) => (ids.includes(record.externalId) ? 1 : 0);
    const found = [scored, named, ...near, ...byId].flatMap((scoreOf) =>
      this.records
        .map((record) => ({ record, score: scoreOf(record) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.record.externalId < b.record.externalId ? -1 : 1))
        .slice(0, limit),
    );
    return [...new Set(found.map(({ record }) => record))];
  }
}

function bitsOf({ keys, bits }: PackedTerms, key: number): number | undefined {
  return bits[keys.indexOf(key)];
}
