import type { MetricReading } from '../http/metrics.js';
import type { Log } from '../platform/log.js';
import type { IndexKind } from './host.js';

/** Share of the memory limit up to which background work may build indexes. */
const roomyShare = 0.75;
/** How long an index is kept without use. */
const keptMs = 600_000;
/** Chunks that are indexed again within a second. Larger indexes of documents are kept, because they have no file. */
const rebuiltChunks = 500;

/** The properties of an index that the memory limit depends on. */
export interface CachedIndex {
  readonly of: IndexKind;
  /** Number of records or chunks. */
  readonly size: number;
  readonly bytes: number;
  /** Whether it is being filled or queried. Such an index must not be dropped to free memory. */
  readonly isBusy: boolean;
  drop(): void;
}

/** All search indexes of this process, of collections and documents, within one memory limit. */
export class IndexCache {
  /** The time of the last use in milliseconds; the least recently used index is first. */
  private readonly indexes = new Map<CachedIndex, number>();
  private building = 0;
  private builds = 0;
  private buildSeconds = 0;

  constructor(
    private readonly dependencies: { readonly memoryBytes: number; readonly log: Log; readonly clock: () => Date },
  ) {}

  /** Whether there is memory for another index built in the background. */
  get isRoomy(): boolean {
    return this.sumOf('bytes') < this.dependencies.memoryBytes * roomyShare;
  }

  /** Adds an index, or makes it the most recently used one. */
  use(index: CachedIndex): void {
    this.indexes.delete(index);
    this.indexes.set(index, this.dependencies.clock().getTime());
  }

  /** Removes an index that was dropped. */
  delete(index: CachedIndex): void {
    this.indexes.delete(index);
  }

  /** Counts a build and measures its duration. */
  async build<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    this.building += 1;
    try {
      const result = await work();
      this.builds += 1;
      this.buildSeconds += (performance.now() - startedAt) / 1_000;
      return result;
    } finally {
      this.building -= 1;
    }
  }

  /** Whether an index was not used for some minutes, is not busy and is available again in a short time. */
  isUnused(index: CachedIndex): boolean {
    const usedMs = this.indexes.get(index);
    const isQuick = index.of === 'records' || index.size <= rebuiltChunks;
    return usedMs !== undefined && isQuick && !index.isBusy && this.dependencies.clock().getTime() - usedMs > keptMs;
  }

  /**
   * Drops the least recently used indexes until the rest is within the limit. The most recently used one is always
   * kept.
   */
  freeMemory(): void {
    for (const index of [...this.indexes.keys()].slice(0, -1)) {
      if (this.sumOf('bytes') > this.dependencies.memoryBytes && !index.isBusy) {
        this.drop(index);
      }
    }
  }

  /** Drops the unused indexes. */
  dropUnused(): void {
    for (const index of [...this.indexes.keys()].filter((each) => this.isUnused(each))) {
      this.drop(index);
    }
  }

  /** Dropping an index calls `delete`. */
  private drop(index: CachedIndex): void {
    index.drop();
    this.dependencies.log.info({ records: index.size, bytes: index.bytes }, 'dropped a search index to free memory');
  }

  /** The metrics of all indexes. */
  metrics(): MetricReading[] {
    return [
      { name: 'tessera_indexes', help: 'Search indexes in memory', read: () => this.indexes.size },
      { name: 'tessera_indexes_building', help: 'Search indexes being built', read: () => this.building },
      {
        name: 'tessera_index_records',
        help: 'Records and chunks of documents in search indexes',
        read: () => this.sumOf('size'),
      },
      { name: 'tessera_index_bytes', help: 'Memory of search indexes', read: () => this.sumOf('bytes') },
      { name: 'tessera_index_builds', help: 'Search indexes built since the start', read: () => this.builds },
      {
        name: 'tessera_index_build_seconds',
        help: 'Time that building search indexes has taken since the start',
        read: () => this.buildSeconds,
      },
    ];
  }

  private sumOf(figure: 'size' | 'bytes'): number {
    return [...this.indexes.keys()].reduce((sum, index) => sum + index[figure], 0);
  }
}
