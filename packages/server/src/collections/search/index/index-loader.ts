import { join } from 'node:path';
import { type ColumnKey, columnName } from '@tessera/resolver';
import type { Database, Transaction } from '../../../platform/database/database.js';
import { describeError, type Log } from '../../../platform/log.js';
import type { Thread } from '../../../platform/threads/thread.js';
import {
  type ChangedId,
  type ChangedRow,
  fewRecords,
  findStanding,
  findSums,
  listByIds,
  listChangedIds,
  listFewChanged,
  listFieldValues,
  listForIndex,
  type Page,
} from './index-queries.js';
import type { ShelfAnswer, ShelfCall } from './index-shelf.js';
import { forgetStored } from './stored-index.js';

// A page of records is a message to the thread and a transaction: small enough that no other request waits for it.
const pageSize = { usual: 500, ofLongTexts: 50 } as const;
/** Characters of a page's texts from which the next page is a short one. */
const longPageCharacters = 500_000;
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
  /** How many are catching up in transactions of their own, which may take long. */
  catchingUpApart: number;
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
    private readonly thread: Thread<ShelfCall, ShelfAnswer>,
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
      catchingUpApart: 0,
      bytes: 0,
      records: 0,
      embedderIds: [],
      columns: new Map(),
      loadedColumns: new Set(),
    };
    if (!(await this.restore(state))) {
      await this.thread.call({ kind: 'create', key: shelf, embedderId: this.parts.embedderId });
      await this.fill(state, startMs);
    }
    const after = await find();
    if (after?.key_version !== place.keyVersion || before?.key_version !== place.keyVersion) {
      await this.thread.call({ kind: 'drop', key: shelf });
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
      const answer = await this.thread.call({ kind: 'apply', key: state.shelf, rows, gone: [] });
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
      const answer = await this.thread.call({ kind: 'restore', key, path: pathOf(folder, place), embedderId });
      state.seen = answer.seen ?? standing;
      noteSize(state, answer);
      if (answer.seen === undefined || !(await this.isOfThisPast(state))) {
        throw new Error('it is of another version, or of another past of the collection');
      }
    } catch (error) {
      await this.thread.call({ kind: 'drop', key });
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
        const { sums } = await this.thread.call({ kind: 'sums', key });
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
          await this.inTurn(state, () => this.thread.call({ kind: 'store', key, path: pathOf(folder, place), seen }));
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
    await this.inTurn(state, () => this.thread.call({ kind: 'start_column', key, column }));
    const { field } = column;
    for await (const values of this.pages(place, (transaction, page) =>
      listFieldValues(transaction, place.collectionId, { ...page, field }),
    )) {
      noteSize(state, await this.thread.call({ kind: 'extend_column', key, column, values }));
    }
    state.loadedColumns.add(columnName(column));
  }

  /**
   * Brings an index up to a change mark, by what the transaction sees. False where that may take long, which no transaction
   * should: then `catchUpApart` comes first.
   */
  async catchUp(transaction: Transaction, state: IndexState, changeMark: number): Promise<boolean> {
    if (state.seen >= changeMark) {
      return true;
    }
    if (state.catchingUpApart > 0) {
      return false;
    }
    return this.inTurn(state, async () => {
      // Whoever came first may have brought it as far already.
      if (state.seen >= changeMark) {
        return true;
      }
      const { collectionId } = state.place;
      const seen = { seen: state.seen, withAttributes: state.columns.size > 0 };
      const rows = await listFewChanged(transaction, collectionId, seen);
      if (rows.length > 0) {
        await this.applyChanges(state, rows);
        state.seen = rows.reduce((latest, row) => Math.max(latest, row.change_mark), changeMark);
      }
      return rows.length > 0;
    });
  }

  /** Brings an index up to date, however much has changed, in transactions of its own. */
  async catchUpApart(state: IndexState): Promise<void> {
    const { collectionId } = state.place;
    state.catchingUpApart += 1;
    try {
      await this.inTurn(state, async () => {
        const { mark, changed } = await this.inWorkspace(state.place, async (transaction) => ({
          mark: (await findStanding(transaction, collectionId))?.change_mark ?? 0,
          changed: await listChangedIds(transaction, collectionId, state.seen),
        }));
        for (const ids of shortPages(changed)) {
          // What changes meanwhile is newer than the mark, and comes again.
          const page = { ids, withAttributes: state.columns.size > 0 };
          const rows = await this.inWorkspace(state.place, (transaction) => listByIds(transaction, collectionId, page));
          await this.applyChanges(state, rows);
        }
        state.seen = Math.max(state.seen, mark);
      });
    } finally {
      state.catchingUpApart -= 1;
    }
  }

  private async applyChanges(state: IndexState, changed: readonly ChangedRow[]): Promise<void> {
    const gone = changed.filter((row) => row.gone).map((row) => row.external_id);
    const rows = changed.filter((row) => !row.gone);
    noteSize(state, await this.thread.call({ kind: 'apply', key: state.shelf, rows, gone }));
  }

  private inTurn<Result>(state: IndexState, work: () => Promise<Result>): Promise<Result> {
    const turn = state.turn.then(work);
    state.turn = turn.catch(() => undefined);
    return turn;
  }

  /** Pages of a collection by id, each in a transaction of its own. */
  private async *pages<Row extends PageRow>(
    place: IndexPlace,
    list: (transaction: Transaction, page: Page) => Promise<Row[]>,
  ): AsyncGenerator<Row[]> {
    let limit: number = pageSize.ofLongTexts;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: Page = { after, limit };
      const rows: Row[] = await this.inWorkspace(place, (transaction) => list(transaction, page));
      if (rows.length > 0) {
        yield rows;
      }
      after = rows.length < limit ? undefined : rows.at(-1)?.external_id;
      limit = isLong(rows, limit) ? pageSize.ofLongTexts : pageSize.usual;
    }
  }

  private inWorkspace<Result>(place: IndexPlace, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.parts.database.inWorkspace(place.workspaceId, work);
  }
}

/** A row of a page, with what may be long of it. */
interface PageRow {
  readonly external_id: string;
  readonly embed_text?: string;
  readonly value_json?: string | null;
}

/** Whether a page of the usual size would be long where one of so many rows holds these. */
function isLong(rows: readonly PageRow[], limit: number): boolean {
  const characters = rows.reduce((sum, { embed_text, value_json }) => sum + (embed_text ?? value_json ?? '').length, 0);
  return (characters * pageSize.usual) / limit > longPageCharacters;
}

/** The ids of records, as many at a time as others can wait for. */
function* shortPages(changed: readonly ChangedId[]): Generator<string[]> {
  let ids: string[] = [];
  let bytes = 0;
  for (const record of changed) {
    if (ids.length > 0 && (ids.length === fewRecords.count || bytes + record.bytes > fewRecords.bytes)) {
      yield ids;
      ids = [];
      bytes = 0;
    }
    ids.push(record.external_id);
    bytes += record.bytes;
  }
  if (ids.length > 0) {
    yield ids;
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
