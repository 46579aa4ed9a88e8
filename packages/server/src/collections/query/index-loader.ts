import type { ColumnKey } from '@tessera/resolver';
import type { Database, Transaction } from '../../platform/database/database.js';
import { waitForCoarseTime } from '../../platform/even-times.js';
import type { Log } from '../../platform/log.js';
import { areKept } from '../slices/queries.js';
import type { BuildTurns } from './build-turns.js';
import { listChanged } from './index-changes.js';
import type { IndexHost } from './index-host.js';
import { columnKey, type IndexPlace, keyOf } from './index-place.js';
import {
  currentSnapshot,
  type IndexScope,
  listFieldValues,
  listFieldValuesOf,
  listForIndex,
  listForIndexOf,
  listIds,
  type PagedRow,
} from './index-queries.js';
import type { AnswerOf, Asked } from './index-questions.js';
import type { ShelfAnswer } from './index-shelf.js';
import { isLater, type Snapshot } from './snapshots.js';

// A page of records is a message to the thread and a transaction: small enough that no other request waits for it.
const pageSize = 500;
const progressEvery = 100_000;
/** A slice's index is there a little before the answers leave that have waited for it. */
const earlyShare = 0.8;

/** What this thread knows of an index in the other one. */
export interface IndexState {
  readonly key: string;
  readonly place: IndexPlace;
  /** What the other thread calls it: no other one has had that, so that who still asks for an earlier one is told. */
  readonly shelf: string;
  /** Everything that transactions changed which had ended by then is in the index. */
  seen: Snapshot;
  /** Grows when the load of a column starts and ends: a search that spans either must not move what was seen. */
  epoch: number;
  /** When it was asked last, by the process's own clock. */
  usedMs: number;
  bytes: number;
  records: number;
  /** Who made the vectors in it. */
  embedderIds: readonly string[];
  /** Columns that are there or on their way, and those that are there. */
  readonly columns: Map<string, Promise<void>>;
  readonly loadedColumns: Set<string>;
}

/** What indexes are loaded with. */
export interface LoaderParts {
  readonly database: Database;
  readonly log: Log;
  /** The embedder that makes new vectors. */
  readonly embedderId: string;
  /** Of the even times at which answers leave. */
  readonly answerStepMs: number;
  /** The turns that slices take. */
  readonly turns: BuildTurns;
}

/** Takes records from the database to the indexes in the other thread. */
export class IndexLoader {
  constructor(
    private readonly parts: LoaderParts,
    private readonly host: IndexHost,
  ) {}

  /** Builds an index anew. Takes transactions of its own. */
  async build(place: IndexPlace): Promise<IndexState> {
    const start = performance.now();
    // The snapshot is taken before the first page: what changes from here on is caught up with later.
    const state = newState(place, await this.inWorkspace(place, currentSnapshot));
    await this.host.call({ kind: 'create', key: state.shelf, embedderId: this.parts.embedderId });
    if (place.slice === null) {
      await this.fill(state, start);
    } else {
      await this.parts.turns.during(state, () => this.fill(state, start));
      // When a slice's callers no longer wait for coarse times would tell how many records were looked at.
      await waitForCoarseTime(start, this.parts.answerStepMs * earlyShare);
      // Fails if the thread was lost meanwhile, and the index with it.
      await this.host.call({ kind: 'apply', key: state.shelf, rows: [], goneJson: null });
    }
    return state;
  }

  private async fill(state: IndexState, startMs: number): Promise<void> {
    const { log } = this.parts;
    const { collectionId } = state.place;
    for await (const rows of this.everything(state)) {
      const answer = await this.host.call({ kind: 'apply', key: state.shelf, rows, goneJson: null });
      if (Math.floor(answer.records / progressEvery) > Math.floor(state.records / progressEvery)) {
        log.info({ collection: collectionId, records: answer.records, bytes: answer.bytes }, 'building a search index');
      }
      noteSize(state, answer);
    }
    const duration_ms = Math.round(performance.now() - startMs);
    log.info(
      { collection: collectionId, records: state.records, bytes: state.bytes, duration_ms },
      'built a search index',
    );
  }

  /** Loads a column of an index (anew). Takes transactions of its own. */
  async loadColumn(state: IndexState, column: ColumnKey): Promise<void> {
    const { shelf: key, place, seen } = state;
    state.epoch += 1;
    await this.host.call({ kind: 'start_column', key, column });
    for await (const rows of place.slice === null ? this.allValues(place, column) : this.valuesInside(state, column)) {
      const values = rows.map((row) => [row.external_id, row.value_json] as const);
      noteSize(state, await this.host.call({ kind: 'extend_column', key, column, values }));
    }
    state.epoch += 1;
    state.loadedColumns.add(columnKey(column));
    // What changed while the column was read may have passed it by: catch up from before once more.
    if (isLater(state.seen, seen)) {
      state.seen = seen;
    }
  }

  /** Sends an index what it has to know of the records that the transaction sees, along with a question or without one. */
  async catchUp(
    transaction: Transaction,
    state: IndexState,
    message: { readonly kind: 'apply' } | ({ readonly kind: 'ask' } & Asked),
  ): Promise<ShelfAnswer> {
    const { epoch, place, shelf: key } = state;
    const since = { seen: state.seen, withAttributes: state.columns.size > 0 };
    const { seen, ...changed } = await listChanged(transaction, scopeOf(place), since);
    const answer = await this.host.call({ ...message, key, ...changed });
    // Never backwards: another request may have come further meanwhile. Nor past what a column must still catch up with.
    if (epoch === state.epoch && isLater(seen, state.seen)) {
      state.seen = seen;
    }
    noteSize(state, answer);
    return answer;
  }

  /** The same without a question, in a transaction of its own. */
  async refresh(state: IndexState): Promise<void> {
    await this.inWorkspace(state.place, (transaction) => this.catchUp(transaction, state, { kind: 'apply' }));
  }

  private everything(state: IndexState) {
    return state.place.slice === null ? this.allRecords(state.place) : this.recordsInside(state);
  }

  private allRecords(place: IndexPlace) {
    return this.pages(place, (transaction, after) => listForIndex(transaction, place, { after, limit: pageSize }));
  }

  /**
   * In the order of their ids: of records that are equally good a search takes those first that came first, and so must not
   * tell how far a change of ids has come, or when the slice was listed.
   */
  private async *recordsInside(state: IndexState) {
    const { place } = state;
    const ids = await this.parts.turns.next(state, {
      read: 0,
      page: () => this.inWorkspace(place, (transaction) => listInside(transaction, place)),
    });
    yield* this.pagesOf(state, ids, (transaction, page) => listForIndexOf(transaction, scopeOf(place), page));
  }

  private allValues(place: IndexPlace, { field }: ColumnKey) {
    return this.pages(place, (transaction, after) =>
      listFieldValues(transaction, scopeOf(place), { field, after, limit: pageSize }),
    );
  }

  /** Of a slice by what its index holds, so that what is outside takes no time. */
  private async *valuesInside(state: IndexState, { field }: ColumnKey) {
    const { shelf: key, place } = state;
    const everything = { asks: 'compare', question: { ids: [] }, rows: [], goneJson: null } as const;
    const { answer } = await this.host.call({ kind: 'ask', key, ...everything });
    const ids = (answer as AnswerOf<'compare'>).absent;
    yield* this.pagesOf(state, ids, (transaction, page) =>
      listFieldValuesOf(transaction, scopeOf(place), { field, ids: page }),
    );
  }

  /** Pages of the records of given ids, each in a transaction of its own, in turn with other slices. */
  private async *pagesOf<Row>(
    state: IndexState,
    ids: readonly string[],
    list: (transaction: Transaction, page: readonly string[]) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    for (let read = 0; read < ids.length; read += pageSize) {
      const page = ids.slice(read, read + pageSize);
      yield await this.parts.turns.next(state, {
        read,
        page: () => this.inWorkspace(state.place, (transaction) => list(transaction, page)),
      });
    }
  }

  /** Pages of a collection by where records are stored, each in a transaction of its own. */
  private async *pages<Row extends PagedRow>(
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
      after = last.stored_id;
    }
  }

  private inWorkspace<Result>(place: IndexPlace, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.parts.database.inWorkspace(place.workspaceId, work);
  }
}

let built = 0;

function newState(place: IndexPlace, seen: Snapshot): IndexState {
  const key = keyOf(place);
  built += 1;
  return {
    key,
    shelf: `${key}#${built}`,
    place,
    seen,
    epoch: 0,
    usedMs: performance.now(),
    bytes: 0,
    records: 0,
    embedderIds: [],
    columns: new Map(),
    loadedColumns: new Set(),
  };
}

/** The ids of what is inside a slice, by its list as long as that is kept: it may have been retired since it was asked for. */
async function listInside(transaction: Transaction, { collectionId, slice }: IndexPlace): Promise<string[]> {
  const listedIn = slice?.listedIn ?? null;
  if (listedIn !== null) {
    const ids = await listIds(transaction, { collectionId, slice });
    if (await areKept(transaction, collectionId, listedIn)) {
      return ids;
    }
  }
  return listIds(transaction, { collectionId, slice: slice && { ...slice, listedIn: null } });
}

function scopeOf({ collectionId, slice }: IndexPlace): IndexScope {
  return { collectionId, slice };
}

function noteSize(state: IndexState, { bytes, records, embedderIds }: ShelfAnswer): void {
  Object.assign(state, { bytes, records, embedderIds });
}
