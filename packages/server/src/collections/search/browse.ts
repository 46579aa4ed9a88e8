import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { type CollectionView, openCollection, readScope } from '../access/view.js';
import { countLive } from '../records/counts.js';
import { presentRecord } from '../records/present.js';
import { findInOrder, listRecords, type RecordPage, type RecordRow } from '../records/queries.js';
import { askInSlice } from './in-slice.js';
import type { SearchIndexes } from './index/indexes.js';

/** Browsing a collection by id. */
export function browseOperations(indexes: SearchIndexes) {
  const list: Operation<'collections.list_records'> = (context, principal, { params, query }) =>
    context.transaction(async (transaction) => {
      const view = await openCollection(transaction, principal, 'collections.list_records', params.name);
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['text'])[0];
      const page = { after, limit: query.limit + 1, order: query.order };
      const found = await findPage(transaction, { indexes, view }, page);
      const { rows, nextCursor } = toPage(found.rows, query.limit, (row) => [row.external_id]);
      return { records: rows.map((row) => presentRecord(row, view)), count: found.count, next_cursor: nextCursor };
    });
  return { 'collections.list_records': list };
}

/** A page of what the caller reads, and how many records that is in all. */
async function findPage(
  transaction: Transaction,
  look: { readonly indexes: SearchIndexes; readonly view: CollectionView },
  page: RecordPage,
): Promise<{ readonly rows: readonly RecordRow[]; readonly count: number }> {
  const { indexes, view } = look;
  const scope = readScope(view);
  const indexed = await askInSlice(transaction, look, async (target, slice) => {
    const ids = await indexes.page(transaction, target, { slice, ...page });
    const survey = await indexes.survey(transaction, target, slice);
    return ids === undefined || survey === undefined ? undefined : { ids, count: survey.records };
  });
  return indexed === undefined
    ? { rows: await listRecords(transaction, scope, page), count: await countLive(transaction, scope) }
    : { rows: await findInOrder(transaction, scope, indexed.ids), count: indexed.count };
}
