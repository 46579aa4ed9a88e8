import type { ColumnKey, CompiledFilter } from '@tessera/resolver';
import type { Database, Transaction } from '../../platform/database/database.js';
import { describeError, type Log } from '../../platform/log.js';
import { IndexHost } from './index-host.js';
import { columnKey, columnsOf, type IndexPlace, keyOf } from './index-place.js';
import { type IndexScope, listChanged, listFieldValues, listForIndex, snapshotFloor } from './index-queries.js';
import type { AnswerOf, Asked, Asks } from './index-questions.js';
import type { ShelfAnswer } from './index-shelf.js';

// A page is a message to the thread and a transaction: small enough that no other request waits for it.
const pageSize = 500;
const progressEvery = 100_000;
/** Share of the memory up to which indexes are built that nobody waits for. */
const roomyShare = 0.75;

/** What the indexes are made from. */
export interface IndexParts {
  readonly database: Database;
  readonly log: Log;
  /** The embedder that makes new vectors. */
  readonly embedderId: string;
  readonly memoryBytes: number;
}

/** What this thread knows of an index in the other one. */
interface IndexState {
  readonly key: string;
  /** Everything that transactions below this number have changed is in the index. */
  floor: string;
  /** Grows when the load of a column starts and ends: a search that spans either must not move the floor. */
  epoch: number;
  bytes: number;
  records: number;
  /** Who made the vectors in it. */
  embedderIds: readonly string[];
  /** Columns that are there or on their way, and those that are there. */
  readonly columns: Map<string, Promise<void>>;
  readonly loadedColumns: Set<string>;
}

/** What the metrics show. */
export interface IndexStatistics {
  readonly indexes: number;
  readonly records: number;
  readonly bytes: number;
  readonly building: number;
}

/**
 * The search indexes of this process, one per collection (or slice) in use, built when first asked for. Before each answer an
 * index catches up inside the request's own transaction, so that every process reads its own and all committed writes.
 * The least recently used ones go when memory runs short.
 */
export class SearchIndexes {
  private readonly ready = new Map<string, IndexState>();
  private readonly building = new Map<string, Promise<IndexState>>();
  /** What is prepared without anybody waiting for it. */
  private readonly later = new Map<string, Promise<void>>();
  private readonly host: IndexHost;
  private isClosed = false;

  constructor(private readonly parts: IndexParts) {
    this.host = new IndexHost((error) => {
      this.ready.clear();
      parts.log.warn({ error: describeError(error) }, 'the index thread was lost; indexes are built anew when needed');
    });
  }

  /** Whether the collection could be ranked right now, with these filters, without building anything. */
  isReady(place: IndexPlace, filters: readonly CompiledFilter[]): boolean {
    const state = this.ready.get(keyOf(place));
    return state !== undefined && columnsOf(filters).every((column) => state.loadedColumns.has(columnKey(column)));
  }

  /** Who made the vectors of an index; none while it is not there. */
  embedderIds(place: IndexPlace): readonly string[] {
    return this.ready.get(keyOf(place))?.embedderIds ?? [];
  }

  /** Builds the index and the columns of these filters where they are missing. Takes transactions of its own. */
  async prepare(place: IndexPlace, filters: readonly CompiledFilter[]): Promise<void> {
    const state = await this.obtain(place);
    for (const column of columnsOf(filters)) {
      const key = columnKey(column);
      const loading = state.columns.get(key) ?? this.loadColumn(place, state, column);
      state.columns.set(key, loading);
      try {
        await loading;
      } catch (error) {
        // So that the next query tries again.
        state.columns.delete(key);
        throw error;
      }
    }
  }

  /** The same without anybody waiting for it, one after the other, and never at the cost of an index that is in use. */
  prepareLater(place: IndexPlace, filters: readonly CompiledFilter[]): void {
    const key = [keyOf(place), ...columnsOf(filters).map(columnKey)].join(' ');
    if (this.later.has(key)) {
      return;
    }
    const before = Promise.allSettled(this.later.values());
    const prepared = before
      .then(() => (this.isClosed || !this.hasRoom() ? undefined : this.prepare(place, filters)))
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
   * Asks an index about the records that the given transaction sees, in the same message that brings it up to date with them;
   * undefined when it must be prepared (again) first.
   */
  async ask<Kind extends Asks>(
    transaction: Transaction,
    place: IndexPlace,
    asked: Asked<Kind>,
  ): Promise<AnswerOf<Kind> | undefined> {
    const state = this.ready.get(keyOf(place));
    if (state === undefined) {
      return undefined;
    }
    const { epoch } = state;
    const since = { floor: state.floor, withAttributes: state.columns.size > 0 };
    const { floor, rows } = await listChanged(transaction, this.scopeOf(place), since);
    const answer = await this.host.call({ kind: 'ask', ...(asked as Asked), key: state.key, rows });
    // Never backwards: another request may have come further meanwhile. Nor past what a column must still catch up with.
    if (epoch === state.epoch && BigInt(floor) > BigInt(state.floor)) {
      state.floor = floor;
    }
    this.note(state, answer);
    return answer.answer as AnswerOf<Kind> | undefined;
  }

  /** What is held and what is being built. */
  statistics(): IndexStatistics {
    const states = [...this.ready.values()];
    return {
      indexes: states.length,
      records: states.reduce((sum, state) => sum + state.records, 0),
      bytes: states.reduce((sum, state) => sum + state.bytes, 0),
      building: this.building.size,
    };
  }

  /** Ends the thread that holds the indexes. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.host.close();
  }

  private async obtain(place: IndexPlace): Promise<IndexState> {
    const key = keyOf(place);
    const known = this.ready.get(key);
    if (known !== undefined) {
      return known;
    }
    const underWay = this.building.get(key) ?? this.build(place).finally(() => this.building.delete(key));
    this.building.set(key, underWay);
    return underWay;
  }

  private async build(place: IndexPlace): Promise<IndexState> {
    const { log, embedderId } = this.parts;
    const start = performance.now();
    const { collectionId } = place;
    // The floor is read before the first page: what changes from here on is caught up with later.
    const floor = await this.inWorkspace(place, snapshotFloor);
    const state: IndexState = {
      key: keyOf(place),
      floor,
      epoch: 0,
      bytes: 0,
      records: 0,
      embedderIds: [],
      columns: new Map(),
      loadedColumns: new Set(),
    };
    await this.host.call({ kind: 'create', key: state.key, embedderId });
    for await (const rows of this.pages(place, (transaction, after) =>
      listForIndex(transaction, this.scopeOf(place), { after, limit: pageSize }),
    )) {
      const answer = await this.host.call({ kind: 'apply', key: state.key, rows });
      if (Math.floor(answer.records / progressEvery) > Math.floor(state.records / progressEvery)) {
        log.info({ collection: collectionId, records: answer.records, bytes: answer.bytes }, 'building a search index');
      }
      noteSize(state, answer);
    }
    this.ready.set(state.key, state);
    this.evict();
    const duration_ms = Math.round(performance.now() - start);
    log.info(
      { collection: collectionId, records: state.records, bytes: state.bytes, duration_ms },
      'built a search index',
    );
    return state;
  }

  private async loadColumn(place: IndexPlace, state: IndexState, column: ColumnKey): Promise<void> {
    const floorBefore = state.floor;
    const { key } = state;
    state.epoch += 1;
    await this.host.call({ kind: 'start_column', key, column });
    for await (const rows of this.pages(place, (transaction, after) =>
      listFieldValues(transaction, this.scopeOf(place), { field: column.field, after, limit: pageSize }),
    )) {
      const values = rows.map((row) => [row.external_id, row.value_json] as const);
      this.note(state, await this.host.call({ kind: 'extend_column', key, column, values }));
    }
    state.epoch += 1;
    state.loadedColumns.add(columnKey(column));
    // What changed while the column was read may have passed it by: catch up from before once more.
    if (BigInt(floorBefore) < BigInt(state.floor)) {
      state.floor = floorBefore;
    }
  }

  /** Pages of a collection by external id, each in a transaction of its own. */
  private async *pages<Row extends { readonly external_id: string }>(
    place: IndexPlace,
    list: (transaction: Transaction, after: string | null) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    for (let after: string | null = null; ; ) {
      const from: string | null = after;
      const rows: Row[] = await this.inWorkspace(place, (transaction) => list(transaction, from));
      if (rows.length > 0) {
        yield rows;
      }
      const last = rows.at(-1);
      if (rows.length < pageSize || last === undefined) {
        return;
      }
      after = last.external_id;
    }
  }

  /** Notes an index's size and that it was used last. */
  private note(state: IndexState, answer: ShelfAnswer): void {
    noteSize(state, answer);
    if (this.ready.delete(state.key)) {
      this.ready.set(state.key, state);
    }
  }

  /** Whether another index would most likely fit without dropping one. */
  private hasRoom(): boolean {
    return this.statistics().bytes < this.parts.memoryBytes * roomyShare;
  }

  private evict(): void {
    const states = [...this.ready.values()];
    let total = states.reduce((sum, state) => sum + state.bytes, 0);
    for (const state of states.slice(0, -1)) {
      if (total <= this.parts.memoryBytes) {
        return;
      }
      this.drop(state);
      total -= state.bytes;
      this.parts.log.info({ index: state.key, bytes: state.bytes }, 'dropped a search index to free memory');
    }
  }

  private drop(state: IndexState): void {
    this.ready.delete(state.key);
    this.host.call({ kind: 'drop', key: state.key }).catch((error: unknown) => {
      this.parts.log.warn({ error: describeError(error) }, 'an index could not be dropped');
    });
  }

  private scopeOf({ collectionId, slice }: IndexPlace): IndexScope {
    return { collectionId, slice };
  }

  private inWorkspace<Result>(place: IndexPlace, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.parts.database.inWorkspace(place.workspaceId, work);
  }
}

function noteSize(state: IndexState, { bytes, records, embedderIds }: ShelfAnswer): void {
  Object.assign(state, { bytes, records, embedderIds });
}
