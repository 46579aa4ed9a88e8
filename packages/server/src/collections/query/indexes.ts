import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { ColumnKey, CompiledFilter, JsonValue, SearchResult } from '@tessera/resolver';
import type { Database, Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Log } from '../../platform/log.js';
import {
  findDimensions,
  type IndexRow,
  listChanged,
  listFieldValues,
  listForIndex,
  snapshotFloor,
} from './index-queries.js';
import { type IndexQuestion, LiveIndex } from './live-index.js';

const pageSize = 1_000;
const progressEvery = 100_000;

/** Which collection an index is of. */
export interface IndexPlace {
  readonly workspaceId: string;
  readonly collectionId: string;
  /** Grows when records take other ids; an index of an earlier version is built anew. */
  readonly identityVersion: number;
}

/** What the indexes are made from. */
export interface IndexParts {
  readonly database: Database;
  readonly log: Log;
  readonly embedderId: string;
  /** Dimensions of the embedder's vectors; 0 when only its answers tell. */
  readonly dimensions: number;
  readonly memoryBytes: number;
}

/**
 * The search indexes of this process, one per collection in use, built when first asked for. Before each answer an
 * index catches up inside the request's own transaction, so that every process reads its own and all committed writes.
 * The least recently used ones go when memory runs short.
 */
export class SearchIndexes {
  private readonly ready = new Map<string, LiveIndex>();
  private readonly building = new Map<string, Promise<LiveIndex>>();

  constructor(private readonly parts: IndexParts) {}

  /** Makes sure that the collection's index and the columns of these filters are there. Takes transactions of its own. */
  async prepare(place: IndexPlace, filters: readonly CompiledFilter[]): Promise<void> {
    const index = await this.obtain(place);
    for (const filter of filters) {
      for (const { field, type } of index.columns.missing(filter)) {
        await this.loadColumn(place, index, { field, type });
      }
    }
  }

  /** Ranks a prepared collection as the given transaction sees it. */
  async search(transaction: Transaction, place: IndexPlace, question: IndexQuestion): Promise<SearchResult> {
    const index = this.ready.get(keyOf(place));
    if (index === undefined) {
      // Evicted or outgrown between preparing and asking: the caller may simply ask again.
      throw errors.unavailable();
    }
    await this.catchUp(transaction, place, index);
    return index.search(question);
  }

  private async obtain(place: IndexPlace): Promise<LiveIndex> {
    const key = keyOf(place);
    const known = this.ready.get(key);
    if (known !== undefined) {
      // Last in the map is the most recently used.
      this.ready.delete(key);
      this.ready.set(key, known);
      return known;
    }
    const underWay = this.building.get(key);
    if (underWay !== undefined) {
      return underWay;
    }
    const building = this.build(place).finally(() => this.building.delete(key));
    this.building.set(key, building);
    return building;
  }

  private async build(place: IndexPlace): Promise<LiveIndex> {
    const { log, embedderId } = this.parts;
    const start = performance.now();
    const index = await this.inWorkspace(place, async (transaction) => {
      // Read before the first page: what changes from here on is caught up with later.
      const floor = await snapshotFloor(transaction);
      const dimensions =
        this.parts.dimensions || (await findDimensions(transaction, place.collectionId, embedderId)) || 16;
      return new LiveIndex(embedderId, dimensions, floor);
    });
    let count = 0;
    for (let after: string | null = null; ; ) {
      const page = { collectionId: place.collectionId, embedderId, after, limit: pageSize };
      const rows: IndexRow[] = await this.inWorkspace(place, (transaction) => listForIndex(transaction, page));
      for (const row of rows) {
        index.apply(row);
      }
      count += rows.length;
      const last = rows.at(-1);
      if (rows.length < pageSize || last === undefined) {
        break;
      }
      after = last.external_id;
      if (count % progressEvery === 0) {
        log.info({ collection: place.collectionId, records: count }, 'building a search index');
      }
      await yieldToOthers();
    }
    this.ready.set(keyOf(place), index);
    this.evict();
    const duration_ms = Math.round(performance.now() - start);
    log.info(
      { collection: place.collectionId, records: count, bytes: index.bytes, duration_ms },
      'built a search index',
    );
    return index;
  }

  private async loadColumn(place: IndexPlace, index: LiveIndex, column: ColumnKey): Promise<void> {
    const values: (readonly [number, JsonValue | undefined])[] = [];
    for (let after: string | null = null; ; ) {
      const page = { collectionId: place.collectionId, field: column.field, after, limit: pageSize };
      const rows: Awaited<ReturnType<typeof listFieldValues>> = await this.inWorkspace(place, (transaction) =>
        listFieldValues(transaction, page),
      );
      for (const row of rows) {
        const slot = index.index.slotOf(row.external_id);
        if (slot !== undefined) {
          values.push([slot, row.present ? row.value : undefined]);
        }
      }
      const last = rows.at(-1);
      if (rows.length < pageSize || last === undefined) {
        break;
      }
      after = last.external_id;
    }
    index.columns.load(column.field, column.type, values);
  }

  private async catchUp(transaction: Transaction, place: IndexPlace, index: LiveIndex): Promise<void> {
    const { embedderId } = this.parts;
    const since = { collectionId: place.collectionId, embedderId, floor: index.floor, withAttributes: true };
    const { floor, rows } = await listChanged(transaction, since);
    const fits = rows.map((row) => index.apply(row)).every(Boolean);
    if (!fits) {
      this.ready.delete(keyOf(place));
    }
    // Never backwards: another request may have come further meanwhile.
    if (BigInt(floor) > BigInt(index.floor)) {
      index.floor = floor;
    }
  }

  private evict(): void {
    let total = [...this.ready.values()].reduce((sum, index) => sum + index.bytes, 0);
    for (const [key, index] of this.ready) {
      if (total <= this.parts.memoryBytes || this.ready.size === 1) {
        return;
      }
      this.ready.delete(key);
      total -= index.bytes;
      this.parts.log.info({ collection: key, bytes: index.bytes }, 'dropped a search index to free memory');
    }
  }

  private inWorkspace<Result>(place: IndexPlace, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.parts.database.inWorkspace(place.workspaceId, work);
  }
}

function keyOf({ workspaceId, collectionId, identityVersion }: IndexPlace): string {
  return `${workspaceId}/${collectionId}/${identityVersion}`;
}
