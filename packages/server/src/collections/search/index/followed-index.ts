import type { Database, Transaction } from '../../../platform/database/database.js';
import type { RemoteIndex } from '../../../search-runtime/index-thread.js';
import {
  type ChangedId,
  type ChangedRow,
  fewRecords,
  findState,
  listByIds,
  listChangedIds,
  listFewChanged,
} from './index-queries.js';
import type { RecordIndex } from './record-index.js';

/** A collection as a request has found it: which index it queries, and which writes that index must contain. */
export interface IndexTarget {
  readonly workspaceId: string;
  readonly collectionId: string;
  /** Grows when all records get other ids, identifiers or dates, and with synonyms: an earlier index is built again. */
  readonly indexVersion: number;
  /** The sequence number of the last write that the answer must contain. */
  readonly sequenceNumber: number;
}

/** Distinguishes an index from all others of a process. */
export function keyOf({ workspaceId, collectionId, indexVersion }: IndexTarget): string {
  return `${workspaceId}/${collectionId}/${indexVersion}`;
}

/** The index of a collection, which reads from the database what was written since it was last queried. */
export class FollowedIndex {
  /** Columns that are loaded or loading, and those that are loaded. */
  readonly columns = new Map<string, Promise<void>>();
  readonly loadedColumns = new Set<string>();
  /** Resolves after the last of what must not overlap: catching up, and starting a column. */
  private order: Promise<unknown> = Promise.resolve();
  /** How many catch up in their own transactions, which may take long. */
  private catchingUpApart = 0;

  /** The index contains every write up to this sequence number. */
  sequenceNumber = 0;
  /** When its file was written; undefined without a file. */
  storedMs: number | undefined;
  /** Records that were written or deleted since then. */
  changedRecords = 0;

  constructor(
    readonly target: IndexTarget,
    readonly remote: RemoteIndex<RecordIndex>,
    private readonly database: Database,
  ) {}

  /** Does work after everything that was started before of what must not overlap. */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.order.then(work);
    this.order = done.catch(() => undefined);
    return done;
  }

  /**
   * Brings the index up to a sequence number, by what the transaction sees. False if that may take long, which no
   * transaction should, or if writes have changed no record: call `catchUpApart` first.
   */
  async catchUp(transaction: Transaction, sequenceNumber: number): Promise<boolean> {
    if (this.sequenceNumber >= sequenceNumber) {
      return true;
    }
    if (this.catchingUpApart > 0) {
      return false;
    }
    return this.inOrder(async () => {
      // An earlier caller may have brought it as far already.
      if (this.sequenceNumber >= sequenceNumber) {
        return true;
      }
      const rows = await listFewChanged(transaction, this.target.collectionId, {
        after: this.sequenceNumber,
        withAttributes: this.columns.size > 0,
      });
      if (rows.length > 0) {
        await this.apply(rows);
        this.sequenceNumber = rows.reduce((latest, row) => Math.max(latest, row.change_mark), sequenceNumber);
      }
      return rows.length > 0;
    });
  }

  /** Brings the index up to date, however much has changed, in its own transactions. */
  async catchUpApart(): Promise<void> {
    const { workspaceId, collectionId } = this.target;
    const { database } = this;
    this.catchingUpApart += 1;
    try {
      await this.inOrder(async () => {
        const { last, few, changed } = await database.inWorkspace(workspaceId, (transaction) =>
          this.readChanged(transaction),
        );
        await this.apply(few);
        for (const ids of shortPages(changed)) {
          // What changes meanwhile has a higher sequence number and is read again.
          const page = { ids, withAttributes: this.columns.size > 0 };
          await this.apply(
            await database.inWorkspace(workspaceId, (transaction) => listByIds(transaction, collectionId, page)),
          );
        }
        this.sequenceNumber = Math.max(this.sequenceNumber, last);
      });
    } finally {
      this.catchingUpApart -= 1;
    }
  }

  /** The last sequence number, and what has changed: the records themselves if they are few, else their ids. */
  private async readChanged(transaction: Transaction) {
    const { collectionId } = this.target;
    const page = { after: this.sequenceNumber, withAttributes: this.columns.size > 0 };
    // Read first: what is written in between is read again.
    const [state, few] = await Promise.all([
      findState(transaction, collectionId),
      listFewChanged(transaction, collectionId, page),
    ]);
    const changed = few.length > 0 ? [] : await listChangedIds(transaction, collectionId, this.sequenceNumber);
    return { last: state?.change_mark ?? 0, few, changed };
  }

  /** Stores the index in a file. */
  store(path: string): Promise<void> {
    return this.inOrder(async () => {
      const { sequenceNumber } = this;
      const storedMs = Date.now();
      await this.remote.call('store', { path, sequenceNumber, storedMs });
      this.storedMs = storedMs;
      this.changedRecords = 0;
    });
  }

  private apply(changed: readonly ChangedRow[]): Promise<void> {
    this.changedRecords += changed.length;
    const gone = changed.filter((row) => row.gone).map((row) => row.external_id);
    return this.remote.call('apply', { rows: changed.filter((row) => !row.gone), gone });
  }
}

/** The ids of records, as many at a time as other callers can wait for. */
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
