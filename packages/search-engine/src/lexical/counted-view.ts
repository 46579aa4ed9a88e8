import type { LexicalIndex } from './lexical-index.js';
import { LexicalView } from './lexical-view.js';

/** Counts by term key of all records of a scope. */
export interface TermStatistics {
  readonly records: number;
  /** Sum of the lengths of the records. */
  readonly length: number;
  /** Number of records with a term, and of those with it in the title. Absent keys are not counted yet. */
  readonly frequencies: ReadonlyMap<number, number>;
  readonly titleFrequencies: ReadonlyMap<number, number>;
}

/** A view of some records of a larger index with the counts of all of them. Reports keys whose counts are missing as 0. */
export class CountedView extends LexicalView {
  /** Keys that were read without a count. */
  readonly missing = { keys: new Set<number>(), titleKeys: new Set<number>() };

  constructor(
    private readonly sample: LexicalIndex,
    private readonly statistics: TermStatistics,
  ) {
    super(sample, undefined, statistics);
  }

  /** The number of a term; assigns one, because a term that no record of the sample contains is counted, too. */
  override find(key: number): number {
    return this.sample.add(key);
  }

  override frequency(term: number): number {
    const key = this.keyOf(term);
    return this.statistics.frequencies.get(key) ?? missed(this.missing.keys, key);
  }

  override titleFrequency(term: number): number {
    const key = this.keyOf(term);
    return this.statistics.titleFrequencies.get(key) ?? missed(this.missing.titleKeys, key);
  }
}

function missed(keys: Set<number>, key: number): 0 {
  keys.add(key);
  return 0;
}
