import { type JsonValue, parseJson } from '@tessera/json';
import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { openCollection, readableRecords } from '../access/view.js';
import { countLive } from '../records/counts.js';
import { presentRecord } from '../records/present.js';
import { findInOrder, listRecords, type RecordPage, type RecordRow } from '../records/queries.js';
import { askInSlice, type SliceLook } from './in-slice.js';
import type { SearchIndexes } from './index/indexes.js';
import { readVisibleFilter } from './visible.js';

/** Browsing a collection by id. */
export function browseOperations(indexes: SearchIndexes) {
  const list: Operation<'collections.list_records'> = (context, principal, { params, query }) =>
    context.transaction(async (transaction) => {
      const view = await openCollection(transaction, principal, 'collections.list_records', params.name);
      const filter = query.filters === undefined ? undefined : readVisibleFilter(parsedFilters(query.filters), view);
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['text'])[0];
      const page = { after, limit: query.limit + 1, order: query.order };
      const found = await findPage(transaction, { indexes, view, filter }, page);
      const { rows, nextCursor } = toPage(found.rows, query.limit, (row) => [row.external_id]);
      return { records: rows.map((row) => presentRecord(row, view)), count: found.count, next_cursor: nextCursor };
    });
  return { 'collections.list_records': list };
}

function parsedFilters(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw errors.invalidRequest([{ path: 'filters', message: 'must be JSON, such as {"color": "red"}' }]);
  }
}

/** A page of what the caller looks at, and how many records that is in all. */
async function findPage(
  transaction: Transaction,
  look: SliceLook,
  page: RecordPage,
): Promise<{ readonly rows: readonly RecordRow[]; readonly count: number }> {
  const { indexes, view, filter } = look;
  const selection = { ...readableRecords(view), filter };
  const indexed = await askInSlice(transaction, look, async (target, within) => {
    const ids = await indexes.page(transaction, target, { ...within, ...page });
    const survey = await indexes.survey(transaction, target, within);
    return ids === undefined || survey === undefined ? undefined : { ids, count: survey.records };
  });
  return indexed === undefined
    ? { rows: await listRecords(transaction, selection, page), count: await countLive(transaction, selection) }
    : { rows: await findInOrder(transaction, selection, indexed.ids), count: indexed.count };
}
