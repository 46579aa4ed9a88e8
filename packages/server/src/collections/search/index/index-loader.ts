import { join } from 'node:path';
import { type ColumnKey, columnName } from '@tessera/resolver';
import type { Database, Transaction } from '../../../platform/database/database.js';
import { describeError, type Log } from '../../../platform/log.js';
import type { IndexHost } from './index-host.js';
import {
  type ChangedRow,
  findStanding,
  findSums,
  listChanged,
  listFieldValues,
  listForIndex,
  type Page,
} from './index-queries.js';
import type { ShelfAnswer } from './index-shelf.js';
import { forgetStored } from './stored-index.js';

// A page of records is a message to the thread and a transaction: small enough that no other request waits for it.
const pageSize = 500;
const progressEvery = 100_000;
/** Records from which an index is stored: smaller ones are built in no time. */
const storedFrom = 2_000;
/** How often a restored index is compared with a collection that is being written to. */
const comparisonsMax = 3;

/** A collection as a request has found it: which index it asks, and how far that must have come. */
export interface IndexPlace {
  readonly workspaceId: string;
  readonly collectionId: string;
  /** Grows when all records take other ids, identifiers or dates; an index of an earlier version is built anew. */
  readonly keyVersion: number;
  /** The mark of the last write that the answer must know. */
  readonly changeMark: number;
}

/** What this thread knows of an index in the other one. */
export interface IndexState {
  readonly place: IndexPlace;
  /** What the other thread calls it: no other one has had that, so that who still asks for an earlier one is told. */
  readonly shelf: string;
  /** Every write up to this change mark is in the index. */
  seen: number;
  /** Ends with what was last begun of all that must not overlap: catching up, and starting a column. */
  turn: Promise<unknown>;
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
  /** Where indexes are stored between two runs; undefined: nowhere. */
  readonly folder?: string;
}

let built = 0;

/** Takes records from the database to the indexes in the other thread. */
export class IndexLoader {
  constructor(
    private readonly parts: LoaderParts,
    private readonly host: IndexHost,
  ) {}

  /**
   * Builds an index anew, in transactions of its own. Undefined where the collection has gone or its records have taken other
   * ids meanwhile: whoever opens it anew asks for another index.
   */
  async build(place: IndexPlace): Promise<IndexState | undefined> {
    const startMs = performance.now();
    const find = () => this.inWorkspace(place, (transaction) => findStanding(transaction, place.collectionId));
    // The mark is read before the first page: what is written from here on is caught up with later.
    const before = await find();
    built += 1;
    const shelf = `${keyOf(place)}#${built}`;
    const state: IndexState = {
      place,
      shelf,
      seen: before?.change_mark ?? 0,
      turn: Promise.resolve(),
      bytes: 0,
      records: 0,
      embedderIds: [],
      columns: new Map(),
      loadedColumns: new Set(),
    };
    if (!(await this.restore(state))) {
      await this.host.call({ kind: 'create', key: shelf, embedderId: this.parts.embedderId });
      await this.fill(state, startMs);
    }
    const after = await find();
    if (after?.key_version !== place.keyVersion || before?.key_version !== place.keyVersion) {
      await this.host.call({ kind: 'drop', key: shelf });
      return undefined;
    }
    return state;
  }

  private async fill(state: IndexState, startMs: number): Promise<void> {
    const { log } = this.parts;
    const { collectionId } = state.place;
    for await (const rows of this.pages(state.place, (transaction, page) =>
      listForIndex(transaction, collectionId, page),
    )) {
      const answer = await this.host.call({ kind: 'apply', key: state.shelf, rows, gone: [] });
      if (Math.floor(answer.records / progressEvery) > Math.floor(state.records / progressEvery)) {
        log.info({ collection: collectionId, records: answer.records, bytes: answer.bytes }, 'building a search index');
      }
      noteSize(state, answer);
    }
    const { records, bytes } = state;
    const duration_ms = Math.round(performance.now() - startMs);
    log.info({ collection: collectionId, records, bytes, duration_ms }, 'built a search index');
  }

  /** Takes in what the process before has stored of an index; false where there is nothing of use. */
  private async restore(state: IndexState): Promise<boolean> {
    const { folder, embedderId, log } = this.parts;
    const { place, shelf: key, seen: standing } = state;
    if (folder === undefined) {
      return false;
    }
    const startMs = performance.now();
    try {
      const answer = await this.host.call({ kind: 'restore', key, path: pathOf(folder, place), embedderId });
      state.seen = answer.seen ?? standing;
      noteSize(state, answer);
      if (answer.seen === undefined || !(await this.isOfThisPast(state))) {
        throw new Error('it is of another version, or of another past of the collection');
      }
    } catch (error) {
      await this.host.call({ kind: 'drop', key });
      state.seen = standing;
      log.debug({ collection: place.collectionId, error: describeError(error) }, 'no stored search index was used');
      return false;
    }
    const { records, bytes } = state;
    const duration_ms = Math.round(performance.now() - startMs);
    log.info({ collection: place.collectionId, records, bytes, duration_ms }, 'restored a search index');
    return true;
  }

  /** Whether an index that was stored lacks nothing but later writes, as where the database was not restored meanwhile. */
  private async isOfThisPast(state: IndexState): Promise<boolean> {
    const { place, shelf: key } = state;
    for (let tries = 0; tries < comparisonsMax; tries += 1) {
      await this.catchUpApart(state);
      const found = await this.inWorkspace(place, (transaction) => findSums(transaction, place.collectionId));
      if (found?.change_mark === state.seen) {
        const { sums } = await this.host.call({ kind: 'sums', key });
        return (['records', 'marks', 'updatedMs'] as const).every((name) => found[name] === sums?.[name]);
      }
    }
    return false;
  }

  /** Stores indexes for the process that comes after this one, in place of what was stored before. */
  async store(states: Iterable<IndexState>): Promise<void> {
    const { folder, log } = this.parts;
    if (folder === undefined) {
      return;
    }
    try {
      forgetStored(folder);
      for (const state of states) {
        const { place, shelf: key, seen, records } = state;
        if (records >= storedFrom) {
          await this.inTurn(state, () => this.host.call({ kind: 'store', key, path: pathOf(folder, place), seen }));
        }
      }
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a search index could not be stored and will be built anew');
    }
  }

  /** Loads a column of an index (anew). Takes transactions of its own. */
  async loadColumn(state: IndexState, column: ColumnKey): Promise<void> {
    const { shelf: key, place } = state;
    // Whatever is caught up with from here on brings its attributes.
    await this.inTurn(state, () => this.host.call({ kind: 'start_column', key, column }));
    const { field } = column;
    for await (const values of this.pages(place, (transaction, page) =>
      listFieldValues(transaction, place.collectionId, { ...page, field }),
    )) {
      noteSize(state, await this.host.call({ kind: 'extend_column', key, column, values }));
    }
    state.loadedColumns.add(columnName(column));
  }

  /** Brings an index up to a change mark, by what the transaction sees. */
  async catchUp(transaction: Transaction, state: IndexState, changeMark: number): Promise<void> {
    if (state.seen < changeMark) {
      await this.inTurn(state, async () => {
        // Whoever came first may have brought it as far already.
        if (state.seen < changeMark) {
          await this.loadChanges(transaction, state, changeMark);
        }
      });
    }
  }

  /** Brings an index up to date while no request waits for it: what has changed is read in a transaction of its own. */
  async catchUpApart(state: IndexState): Promise<void> {
    const { place } = state;
    await this.inTurn(state, async () => {
      const { standing, changed } = await this.inWorkspace(place, async (transaction) => ({
        standing: await findStanding(transaction, place.collectionId),
        changed: await this.listChanges(transaction, state),
      }));
      await this.applyChanges(state, changed, standing?.change_mark ?? 0);
    });
  }

  private async loadChanges(transaction: Transaction, state: IndexState, changeMark: number): Promise<void> {
    await this.applyChanges(state, await this.listChanges(transaction, state), changeMark);
  }

  private listChanges(transaction: Transaction, { place, seen, columns }: IndexState): Promise<ChangedRow[]> {
    return listChanged(transaction, place.collectionId, { seen, withAttributes: columns.size > 0 });
  }

  private async applyChanges(state: IndexState, changed: readonly ChangedRow[], changeMark: number): Promise<void> {
    const { shelf: key } = state;
    for (let start = 0; start < changed.length; start += pageSize) {
      const page = changed.slice(start, start + pageSize);
      const gone = page.filter((row) => row.gone).map((row) => row.external_id);
      const rows = page.filter((row) => !row.gone);
      noteSize(state, await this.host.call({ kind: 'apply', key, rows, gone }));
    }
    // Marks are in the order of commits: who sees one sees all before it.
    state.seen = changed.reduce((latest, row) => Math.max(latest, row.change_mark), Math.max(state.seen, changeMark));
  }

  private async inTurn(state: IndexState, work: () => Promise<unknown>): Promise<void> {
    const turn = state.turn.then(work);
    state.turn = turn.catch(() => undefined);
    await turn;
  }

  /** Pages of a collection by id, each in a transaction of its own. */
  private async *pages<Row extends { readonly external_id: string }>(
    place: IndexPlace,
    list: (transaction: Transaction, page: Page) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: Page = { after, limit: pageSize };
      const rows: Row[] = await this.inWorkspace(place, (transaction) => list(transaction, page));
      if (rows.length > 0) {
        yield rows;
      }
      after = rows.length < pageSize ? undefined : rows.at(-1)?.external_id;
    }
  }

  private inWorkspace<Result>(place: IndexPlace, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.parts.database.inWorkspace(place.workspaceId, work);
  }
}

/** What tells an index from all others of a process. */
export function keyOf({ workspaceId, collectionId, keyVersion }: IndexPlace): string {
  return `${workspaceId}/${collectionId}/${keyVersion}`;
}

/** Where an index is stored. */
function pathOf(folder: string, place: IndexPlace): string {
  return join(folder, keyOf(place).replaceAll('/', '.'));
}

/** Notes what an index holds. */
export function noteSize(state: IndexState, { bytes, records, embedderIds }: ShelfAnswer): void {
  Object.assign(state, { bytes, records, embedderIds });
}
