import type { LexicalIndex } from './lexical-index.js';
import { LexicalView } from './lexical-view.js';

/** The counts of all records of a scope, by term key. */
export interface TermStatistics {
  readonly records: number;
  /** Sum of the lengths of the records. */
  readonly length: number;
  /**
   * The number of records with a term, and of those with the term in the title. A key that has not been counted yet is
   * absent.
   */
  readonly frequencies: ReadonlyMap<number, number>;
  readonly titleFrequencies: ReadonlyMap<number, number>;
}

/**
 * A view of some records of a larger index, with the counts of all its records. A key without a count is read as 0 and
 * recorded in `missing`.
 */
export class CountedView extends LexicalView {
  /** The keys that were read and had no count. */
  readonly missing = { keys: new Set<number>(), titleKeys: new Set<number>() };

  constructor(
    private readonly sample: LexicalIndex,
    private readonly statistics: TermStatistics,
  ) {
    super(sample, undefined, statistics);
  }

  /**
   * The number of a term. Assigns one if needed, because a term that no record of the sample contains has a count too.
   */
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
