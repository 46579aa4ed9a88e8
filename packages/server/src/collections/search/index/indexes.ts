import { type CompiledFilter, columnName, columnsOf } from '@tessera/search-engine';
import type { Transaction } from '../../../platform/database/database.js';
import { errors } from '../../../platform/errors.js';
import { describeError } from '../../../platform/log.js';
import type { IndexCache } from '../../../search-runtime/index-cache.js';
import { type IndexState, isDoneInTime } from '../../../search-runtime/index-state.js';
import { untilDropped } from '../../../search-runtime/index-thread.js';
import type { FollowedIndex } from './followed-index.js';
import { type BuilderDependencies, IndexBuilder } from './index-builder.js';
import { storeIndexes } from './index-files.js';
import type { Found, IndexSearch } from './index-messages.js';
import { type IndexTarget, keyOf } from './index-target.js';

/** Dependencies of the indexes. */
export interface IndexDependencies extends BuilderDependencies {
  /** The memory limit, which other kinds of indexes share. */
  readonly cache: IndexCache;
  /** Maximum wait of a query for an index that is being built, in milliseconds. The build continues afterwards. */
  readonly waitMs: number;
}

/** Maximum queries per message to the search thread. Other callers of the index wait for one message at most. */
const queriesPerMessage = 20;

/** A build in the background. */
interface QueuedBuild {
  readonly target: IndexTarget;
  readonly filters: readonly CompiledFilter[];
}

/**
 * The search indexes of the collections in use. The first query or a large write builds an index. Before each query,
 * the index applies the writes that were committed before the query, so that every process sees them.
 */
export class SearchIndexes {
  private readonly ready = new Map<string, FollowedIndex>();
  private readonly building = new Map<string, Promise<FollowedIndex | undefined>>();
  private readonly queued = new Map<string, QueuedBuild>();
  private readying: Promise<void> | undefined;
  private readonly builder: IndexBuilder;
  private isClosed = false;

  constructor(private readonly dependencies: IndexDependencies) {
    this.builder = new IndexBuilder(dependencies);
  }

  /** The state of an index with the columns of these filters. */
  stateOf(target: IndexTarget, filters: readonly CompiledFilter[]): IndexState {
    const index = this.ready.get(keyOf(target));
    if (index === undefined || columnsOf(filters).some((column) => !index.loadedColumns.has(columnName(column)))) {
      return 'building';
    }
    return index.sequenceNumber < target.sequenceNumber ? 'behind' : 'current';
  }

  /** Whether the index and the columns of these filters are loaded. */
  isReady(target: IndexTarget, filters: readonly CompiledFilter[]): boolean {
    return this.stateOf(target, filters) !== 'building';
  }

  /** The ids of the embedders that computed an index's vectors; empty if the index does not exist. */
  embedderIds(target: IndexTarget): readonly string[] {
    return this.ready.get(keyOf(target))?.remote.embedderIds ?? [];
  }

  /**
   * Brings the index up to date in separate transactions. Builds it, and the columns of these filters, if they are
   * missing.
   */
  async ensureReady(target: IndexTarget, filters: readonly CompiledFilter[]): Promise<void> {
    const index = await this.obtain(target);
    if (index === undefined) {
      return;
    }
    this.dependencies.cache.use(index.remote);
    const prepare = async () => {
      if (index.sequenceNumber < target.sequenceNumber) {
        await index.catchUpApart();
      }
      for (const column of columnsOf(filters)) {
        const name = columnName(column);
        const loading = index.columns.get(name) ?? this.builder.loadColumn(index, column);
        index.columns.set(name, loading);
        await loading.catch((error: unknown) => {
          // The failed column is removed, so that the next query tries again.
          index.columns.delete(name);
          throw error;
        });
      }
    };
    await untilDropped(() => index.remote.keepDuring(prepare));
  }

  /**
   * Waits until the index contains all writes up to the target, and the columns of these filters. Returns false after
   * the maximum wait.
   */
  async isReadyInTime(target: IndexTarget, filters: readonly CompiledFilter[]): Promise<boolean> {
    return (
      this.stateOf(target, filters) === 'current' ||
      isDoneInTime(this.ensureReady(target, filters), this.dependencies.waitMs)
    );
  }

  /**
   * Like `ensureReady`, but in the background, for one collection after another. An index or column is only built if
   * there is memory. Existing indexes are always updated, so that the first query after an import waits for its last
   * page only.
   */
  ensureReadyLater(target: IndexTarget, filters: readonly CompiledFilter[]): void {
    const key = [keyOf(target), ...columnsOf(filters).map(columnName)].join(' ');
    this.queued.delete(key);
    this.queued.set(key, { target, filters });
    this.readying ??= this.ensureAllReady().finally(() => {
      this.readying = undefined;
    });
  }

  /** Resolves when the current update of the index is finished; at once if the index does not exist. */
  async caughtUp(target: IndexTarget): Promise<void> {
    await this.ready.get(keyOf(target))?.inOrder(async () => undefined);
  }

  /** Indexes with the uncommitted changes of a transaction. Call `drop` before it ends. Throws `unavailable` without memory. */
  within(transaction: Transaction): SearchIndexes {
    const { folder: _folder, ...dependencies } = this.dependencies;
    if (!dependencies.cache.isRoomy) {
      throw errors.unavailable();
    }
    return new SearchIndexes({ ...dependencies, database: { inWorkspace: (_id, work) => work(transaction) } });
  }

  /** Drops all indexes. */
  drop(): void {
    for (const { remote } of this.ready.values()) {
      remote.drop();
    }
  }

  private async ensureAllReady(): Promise<void> {
    // The loop also reaches entries that are added while it runs.
    for (const [key, { target, filters }] of this.queued) {
      this.queued.delete(key);
      if (this.isClosed || !(this.dependencies.cache.isRoomy || this.isReady(target, filters))) {
        continue;
      }
      try {
        await this.ensureReady(target, filters);
      } catch (error) {
        const text = 'a search index could not be built; the next query tries again';
        this.dependencies.log.warn({ error: describeError(error) }, text);
      }
    }
  }

  /**
   * Runs many searches outside of a transaction; call `ensureReady` first. Returns undefined if the index is not ready.
   * Other queries of the same collection can run in between. Throws if `stopIfLeft` does.
   */
  async search(
    target: IndexTarget,
    searches: readonly IndexSearch[],
    stopIfLeft?: () => void,
  ): Promise<Found[] | undefined> {
    const index = this.ready.get(keyOf(target));
    if (index === undefined) {
      return undefined;
    }
    return untilDropped(async () => {
      const found: Found[] = [];
      while (found.length < searches.length) {
        stopIfLeft?.();
        this.dependencies.cache.use(index.remote);
        const some = searches.slice(found.length, found.length + queriesPerMessage);
        found.push(...(await index.remote.call('searchMany', some)));
      }
      return found;
    });
  }

  /** Queries an index at the time of the transaction. Undefined if it is not ready. */
  async query<Answer>(
    transaction: Transaction,
    target: IndexTarget,
    ask: (index: FollowedIndex['remote']) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const index = this.ready.get(keyOf(target));
    if (index === undefined) {
      return undefined;
    }
    this.dependencies.cache.use(index.remote);
    return untilDropped(async () =>
      (await index.catchUp(transaction, target.sequenceNumber)) ? ask(index.remote) : undefined,
    );
  }

  /**
   * Stores the indexes that are new or have changed much, so that they need not be built again if the process is
   * killed. Drops unused ones, which are stored if they have changed at all. They are read from their files
   * again in a fraction of a second; small ones are built.
   */
  async store(): Promise<void> {
    const { cache, thread } = this.dependencies;
    await storeIndexes(this.dependencies, [...this.ready.values()], ({ remote }) => cache.isUnused(remote));
    cache.dropUnused();
    await thread.closeUnused();
  }

  /** Stores all changed indexes for the next run. */
  async close(): Promise<void> {
    this.isClosed = true;
    await storeIndexes(this.dependencies, [...this.ready.values()], () => true);
  }

  private obtain(target: IndexTarget): Promise<FollowedIndex | undefined> | FollowedIndex {
    const key = keyOf(target);
    const known = this.ready.get(key);
    if (known !== undefined) {
      return known;
    }
    const underWay =
      this.building.get(key) ??
      this.dependencies.cache.build(() => this.build(target)).finally(() => this.building.delete(key));
    this.building.set(key, underWay);
    return underWay;
  }

  private async build(target: IndexTarget): Promise<FollowedIndex | undefined> {
    const key = keyOf(target);
    const index = await this.builder.build(target, () => this.ready.delete(key));
    if (index !== undefined) {
      this.ready.set(key, index);
      this.dependencies.cache.use(index.remote);
      for (const earlier of this.ready.values()) {
        // Indexes of an earlier version are dropped, because no caller can use them.
        if (earlier.target.collectionId === target.collectionId && earlier.target.indexVersion < target.indexVersion) {
          earlier.remote.drop();
        }
      }
      this.dependencies.cache.freeMemory();
    }
    return index;
  }
}
