import type { SearchResult } from '@tessera/resolver';
import { type CompiledFilter, columnName, columnsOf } from '@tessera/search-engine';
import type { Transaction } from '../../../platform/database/database.js';
import { describeError } from '../../../platform/log.js';
import { Thread, ThreadError } from '../../../platform/threads/thread.js';
import { workerFile } from '../../../platform/worker-file.js';
import { HeldIndexes } from './held-indexes.js';
import { IndexFollower } from './index-follower.js';
import { IndexLoader } from './index-loader.js';
import type { ShelfAnswer, ShelfCall, ShelfQuestion } from './index-shelf.js';
import { type IndexPlace, type IndexState, keyOf, type LoaderParts, noteSize } from './index-state.js';
import { IndexStorage } from './index-storage.js';
import type { NewestQuestion, PageQuestion, SearchQuestion, Survey } from './live-index.js';

/** What the indexes are made from. */
export interface IndexParts extends LoaderParts {
  readonly memoryBytes: number;
}

/** What the metrics show. */
export interface IndexStatistics {
  readonly indexes: number;
  readonly records: number;
  readonly bytes: number;
  readonly building: number;
  /** Builds since the start, and how long they took together. */
  readonly builds: number;
  readonly buildSeconds: number;
}

/**
 * The search indexes of this process, one per collection in use, built when first asked for. Before each answer an index
 * catches up inside the request's own transaction, so that every process reads its own and all committed writes. The least
 * recently used ones go when memory runs short.
 */
export class SearchIndexes {
  private readonly ready: HeldIndexes;
  private readonly building = new Map<string, Promise<IndexState | undefined>>();
  private built = { builds: 0, buildSeconds: 0 };
  /** What is prepared without anybody waiting for it, one after the other. */
  private readonly later = new Map<string, Promise<void>>();
  /** Where collections stand that were written to, until that is taken in. */
  private readonly written = new Map<string, IndexPlace>();
  private following: Promise<void> | undefined;
  private readonly thread: Thread<ShelfCall, ShelfAnswer>;
  private readonly follower: IndexFollower;
  private readonly storage: IndexStorage;
  private readonly loader: IndexLoader;
  private isClosed = false;
  private embeddings = 0;

  constructor(private readonly parts: IndexParts) {
    this.ready = new HeldIndexes(parts.memoryBytes);
    this.thread = new Thread(workerFile('index-worker', import.meta.url), (error) => {
      this.ready.clear();
      parts.log.warn({ error: describeError(error) }, 'the index thread was lost; indexes are built anew when needed');
    });
    this.follower = new IndexFollower(parts.database, this.thread);
    this.storage = new IndexStorage(parts, this.thread, this.follower);
    this.loader = new IndexLoader(parts, this.thread, this.storage);
  }

  /** Whether the collection could be asked right now, with these filters, without building anything. */
  isReady(place: IndexPlace, filters: readonly CompiledFilter[]): boolean {
    const state = this.ready.get(place);
    return state !== undefined && columnsOf(filters).every((column) => state.loadedColumns.has(columnName(column)));
  }

  /** Who made the vectors of an index; none while it is not there. */
  embedderIds(place: IndexPlace): readonly string[] {
    return this.ready.get(place)?.embedderIds ?? [];
  }

  /** Brings the index up to date and builds it and the columns of these filters where they are missing, in transactions of its own. */
  async prepare(place: IndexPlace, filters: readonly CompiledFilter[]): Promise<void> {
    const state = await this.obtain(place);
    if (state === undefined) {
      return;
    }
    await this.catchUp(state, place);
    for (const column of columnsOf(filters)) {
      const name = columnName(column);
      const loading = state.columns.get(name) ?? this.loader.loadColumn(state, column);
      state.columns.set(name, loading);
      try {
        await loading;
      } catch (error) {
        // So that the next query tries again.
        state.columns.delete(name);
        if (this.isGone(state, error)) {
          return;
        }
        throw error;
      }
    }
  }

  /** The same without anybody waiting for it, unless indexes take most of their memory as it is. */
  prepareLater(place: IndexPlace, filters: readonly CompiledFilter[]): void {
    const key = [keyOf(place), ...columnsOf(filters).map(columnName)].join(' ');
    if (this.later.has(key)) {
      return;
    }
    const prepared = Promise.allSettled(this.later.values())
      .then(() => (this.isClosed || !this.ready.isRoomy ? undefined : this.prepare(place, filters)))
      .catch((error: unknown) => {
        this.parts.log.warn(
          { error: describeError(error) },
          'a search index could not be built and will be tried again',
        );
      })
      .finally(() => this.later.delete(key));
    this.later.set(key, prepared);
  }

  /**
   * Takes in what a write has stored, without anybody waiting for it, so that the first query after an import waits for the
   * last page alone. Builds an index that is not there, unless indexes take most of their memory as it is.
   */
  follow(place: IndexPlace): void {
    const key = keyOf(place);
    this.written.delete(key);
    this.written.set(key, place);
    this.following ??= this.takeInWritten().finally(() => {
      this.following = undefined;
    });
  }

  private async takeInWritten(): Promise<void> {
    // Goes on with what is added meanwhile.
    for (const [key, place] of this.written) {
      this.written.delete(key);
      if (this.isClosed || !(this.ready.get(place) || this.ready.isRoomy)) {
        continue;
      }
      try {
        await this.prepare(place, []);
      } catch (error) {
        this.parts.log.warn({ error: describeError(error) }, 'what was written is indexed when it is asked for');
      }
    }
  }

  /** Ranks records as the given transaction sees them; undefined when the index must be prepared (again) first. */
  async search(
    transaction: Transaction,
    place: IndexPlace,
    question: SearchQuestion,
  ): Promise<SearchResult | undefined> {
    return (await this.ask(transaction, place, { kind: 'search', question }))?.found;
  }

  /** Ids of the newest records as the given transaction sees them; undefined when the index must be prepared first. */
  async newest(
    transaction: Transaction,
    place: IndexPlace,
    question: NewestQuestion,
  ): Promise<readonly string[] | undefined> {
    return (await this.ask(transaction, place, { kind: 'newest', question }))?.ids;
  }

  /** Ids of a page of a slice as the given transaction sees it; undefined when the index must be prepared first. */
  async page(
    transaction: Transaction,
    place: IndexPlace,
    question: PageQuestion,
  ): Promise<readonly string[] | undefined> {
    return (await this.ask(transaction, place, { kind: 'page', question }))?.ids;
  }

  /** What a slice holds as the given transaction sees it; undefined when the index must be prepared first. */
  async survey(
    transaction: Transaction,
    place: IndexPlace,
    question: readonly CompiledFilter[],
  ): Promise<Survey | undefined> {
    return (await this.ask(transaction, place, { kind: 'survey', question }))?.survey;
  }

  private async ask(
    transaction: Transaction,
    place: IndexPlace,
    question: ShelfQuestion,
  ): Promise<ShelfAnswer | undefined> {
    const state = this.ready.get(place);
    if (state === undefined) {
      return undefined;
    }
    try {
      if (!(await this.follower.catchUp(transaction, state, place.changeMark))) {
        return undefined;
      }
      const answer = await this.thread.call({ key: state.shelf, ...question });
      noteSize(state, answer);
      if (this.ready.has(state)) {
        this.ready.use(state);
      }
      return answer;
    } catch (error) {
      if (this.isGone(state, error)) {
        return undefined;
      }
      throw error;
    }
  }

  /** The built-in embedder's vectors of texts, made by the thread: long texts would hold up all requests here. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.embeddings += 1;
    const { vectors = [] } = await this.thread.call({ kind: 'embed', key: `embedding ${this.embeddings}`, texts });
    return [...vectors];
  }

  /** What is held and what is being built. */
  statistics(): IndexStatistics {
    const states = this.ready.all();
    return {
      indexes: states.length,
      records: states.reduce((sum, state) => sum + state.records, 0),
      bytes: this.ready.bytes,
      building: this.building.size,
      ...this.built,
    };
  }

  /** Stores the indexes for the next run and ends the thread that holds them. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.storage.store(this.ready.all());
    await this.thread.close();
  }

  private async catchUp(state: IndexState, { changeMark }: IndexPlace): Promise<void> {
    try {
      if (state.seen < changeMark) {
        await this.follower.catchUpApart(state);
      }
    } catch (error) {
      if (!this.isGone(state, error)) {
        throw error;
      }
    }
  }

  private async obtain(place: IndexPlace): Promise<IndexState | undefined> {
    const key = keyOf(place);
    const known = this.ready.get(place);
    if (known !== undefined) {
      return known;
    }
    const underWay = this.building.get(key) ?? this.build(place).finally(() => this.building.delete(key));
    this.building.set(key, underWay);
    return underWay;
  }

  private async build(place: IndexPlace): Promise<IndexState | undefined> {
    const startedAt = performance.now();
    const state = await this.loader.build(place);
    const { builds, buildSeconds } = this.built;
    this.built = { builds: builds + 1, buildSeconds: buildSeconds + (performance.now() - startedAt) / 1_000 };
    if (state !== undefined) {
      this.ready.use(state);
      this.ready.takeEarlier(place).forEach((earlier) => {
        this.drop(earlier);
      });
      for (const idle of this.ready.takeBeyondMemory()) {
        this.drop(idle);
        const { place: of, bytes } = idle;
        this.parts.log.info({ collection: of.collectionId, bytes }, 'dropped a search index to free memory');
      }
    }
    return state;
  }

  /** Whether the thread failed because an index was dropped meanwhile. */
  private isGone(state: IndexState, error: unknown): boolean {
    return error instanceof ThreadError && !this.ready.has(state);
  }

  private drop(state: IndexState): void {
    this.thread.call({ kind: 'drop', key: state.shelf }).catch((error: unknown) => {
      this.parts.log.warn({ error: describeError(error) }, 'an index could not be dropped');
    });
  }
}
