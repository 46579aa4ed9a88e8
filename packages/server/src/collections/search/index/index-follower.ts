import type { Database, Transaction } from '../../../platform/database/database.js';
import type { Thread } from '../../../platform/threads/thread.js';
import {
  type ChangedId,
  type ChangedRow,
  fewRecords,
  findStanding,
  listByIds,
  listChangedIds,
  listFewChanged,
} from './index-queries.js';
import type { ShelfAnswer, ShelfCall } from './index-shelf.js';
import { type IndexState, inTurn, noteSize } from './index-state.js';

/** Takes what was written since an index's mark from the database to the index. */
export class IndexFollower {
  constructor(
    private readonly database: Database,
    private readonly thread: Thread<ShelfCall, ShelfAnswer>,
  ) {}

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
    return inTurn(state, async () => {
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
      await inTurn(state, async () => {
        const { mark, changed } = await this.database.inWorkspace(state.place.workspaceId, async (transaction) => ({
          mark: (await findStanding(transaction, collectionId))?.change_mark ?? 0,
          changed: await listChangedIds(transaction, collectionId, state.seen),
        }));
        for (const ids of shortPages(changed)) {
          // What changes meanwhile is newer than the mark, and comes again.
          const page = { ids, withAttributes: state.columns.size > 0 };
          const rows = await this.database.inWorkspace(state.place.workspaceId, (transaction) =>
            listByIds(transaction, collectionId, page),
          );
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
