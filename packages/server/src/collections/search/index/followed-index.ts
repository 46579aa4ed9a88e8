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
import type { IndexTarget } from './index-target.js';
import type { RecordIndex } from './record-index.js';

/** The index of a collection. Before each query, it reads the writes since the previous query from the database. */
export class FollowedIndex {
  /** Columns that are loaded or being loaded, and those that are loaded. */
  readonly columns = new Map<string, Promise<void>>();
  readonly loadedColumns = new Set<string>();
  /**
   * Resolves after the last queued step. Catching up and starting a column must not overlap, so they run one after
   * another.
   */
  private order: Promise<unknown> = Promise.resolve();
  /** How many callers catch up in separate transactions, which may take long. */
  private catchingUpApart = 0;

  /** The index contains every write up to and including this sequence number. */
  sequenceNumber = 0;
  /** When its file was written; undefined without a file. */
  storedMs: number | undefined;
  /** How many records were written or deleted since the file was written. */
  changedRecords = 0;

  constructor(
    readonly target: IndexTarget,
    readonly remote: RemoteIndex<RecordIndex>,
    private readonly database: Pick<Database, 'inWorkspace'>,
  ) {}

  /** Runs work after all work that was queued before it. */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.order.then(work);
    this.order = done.catch(() => undefined);
    return done;
  }

  /**
   * Brings the index up to a sequence number, within the transaction. Returns false if that may take long, or if the
   * writes changed no record. Then call `catchUpApart`.
   */
  async catchUp(transaction: Transaction, sequenceNumber: number): Promise<boolean> {
    if (this.sequenceNumber >= sequenceNumber) {
      return true;
    }
    if (this.catchingUpApart > 0) {
      return false;
    }
    return this.inOrder(async () => {
      // An earlier caller in the queue may have done this already.
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

  /** Brings the index up to date in separate transactions, however many changes there are. */
  async catchUpApart(): Promise<void> {
    const { workspaceId, collectionId } = this.target;
    const { database } = this;
    this.catchingUpApart += 1;
    try {
      await this.inOrder(async () => {
        const { last, few, changed } = await database.inWorkspace(
          workspaceId,
          (transaction) => this.readChanged(transaction),
          'read',
        );
        await this.apply(few);
        for (const ids of shortPages(changed)) {
          // Later changes to these records have a higher sequence number, so they are read again.
          const page = { ids, withAttributes: this.columns.size > 0 };
          await this.apply(
            await database.inWorkspace(
              workspaceId,
              (transaction) => listByIds(transaction, collectionId, page),
              'read',
            ),
          );
        }
        this.sequenceNumber = Math.max(this.sequenceNumber, last);
      });
    } finally {
      this.catchingUpApart -= 1;
    }
  }

  /** Reads the last sequence number and the changes. If there are few, reads the records, else only their ids. */
  private async readChanged(transaction: Transaction) {
    const { collectionId } = this.target;
    const page = { after: this.sequenceNumber, withAttributes: this.columns.size > 0 };
    // The sequence number is read first, so that the writes of concurrent transactions are read again next time.
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

/** Splits ids into pages that are short enough for other callers to wait for. */
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
