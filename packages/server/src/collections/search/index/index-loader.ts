import { type ColumnKey, columnName } from '@tessera/search-engine';
import type { Transaction } from '../../../platform/database/database.js';
import type { Thread } from '../../../platform/threads/thread.js';
import { findStanding, listFieldValues, listForIndex, type Page } from './index-queries.js';
import type { ShelfAnswer, ShelfCall } from './index-shelf.js';
import { type IndexPlace, type IndexState, inTurn, keyOf, type LoaderParts, noteSize } from './index-state.js';
import type { IndexStorage } from './index-storage.js';

// A page of records is a message to the thread and a transaction: small enough that no other request waits for it.
const pageSize = { usual: 500, ofLongTexts: 50 } as const;
/** Characters of a page's texts from which the next page is a short one. */
const longPageCharacters = 500_000;
const progressEvery = 100_000;

let built = 0;

/** Builds indexes and their columns in the other thread, from the database or from what is stored. */
export class IndexLoader {
  constructor(
    private readonly parts: LoaderParts,
    private readonly thread: Thread<ShelfCall, ShelfAnswer>,
    private readonly storage: IndexStorage,
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
    if (!(await this.storage.restore(state))) {
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

  /** Loads a column of an index (anew). Takes transactions of its own. */
  async loadColumn(state: IndexState, column: ColumnKey): Promise<void> {
    const { shelf: key, place } = state;
    // Whatever is caught up with from here on brings its attributes.
    await inTurn(state, () => this.thread.call({ kind: 'start_column', key, column }));
    const { field } = column;
    for await (const values of this.pages(place, (transaction, page) =>
      listFieldValues(transaction, place.collectionId, { ...page, field }),
    )) {
      noteSize(state, await this.thread.call({ kind: 'extend_column', key, column, values }));
    }
    state.loadedColumns.add(columnName(column));
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
