import { limits } from '@tessera/contract';
import { type JsonValue, parseJson } from '@tessera/json';
import type { CompiledFilter } from '@tessera/search-engine';
import type { AnswerOf, InputOf, Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { toPage } from '../../platform/paging.js';
import { type CollectionView, openCollection, readableRecords, readVisibleFilter } from '../access/view.js';
import { presentRecord } from '../records/present.js';
import { countLive, findInOrder, isComparable, listRecords } from '../records/queries.js';
import { queryIfReady, readIndexed, UnindexedError } from './in-slice.js';
import type { PageQuery, RecordOrder, SortPosition } from './index/index-messages.js';
import { indexTargetOf } from './index/index-target.js';
import type { SearchIndexes } from './index/indexes.js';
import { cursorKey, positionOf, readOrder } from './order.js';

type RecordList = AnswerOf<'collections.list_records'>;

/** The operation that lists records in a given order. */
export function browseOperations(indexes: SearchIndexes) {
  const list: Operation<'collections.list_records'> = (context, principal, { params, query }) =>
    readIndexed(context, indexes, async (transaction, isLast) => {
      const view = await openCollection(transaction, principal, 'collections.list_records', params.name);
      const wanted = readWanted(view, query, context.services.clock());
      const listed = await listByIndex(transaction, indexes, wanted);
      if (listed !== undefined) {
        return listed;
      }
      const isReadable = await isComparable(transaction, { ...readableRecords(view), filter: wanted.filter });
      if (!isReadable || (wanted.order.by !== 'id' && !isLast)) {
        throw new UnindexedError({ target: indexTargetOf(transaction, view), filters: filtersOf(wanted) });
      }
      return listById(transaction, wanted);
    });
  return { 'collections.list_records': list };
}

/** The requested list. */
interface Wanted {
  readonly view: CollectionView;
  readonly filter: CompiledFilter | undefined;
  readonly order: RecordOrder;
  readonly after: SortPosition | null;
  readonly offset: number;
  readonly limit: number;
  readonly now: Date;
  /** Whether the page is sorted by id because the index for the requested order is not ready. */
  readonly isById: boolean;
}

function readWanted(view: CollectionView, query: InputOf<'collections.list_records'>['query'], now: Date): Wanted {
  const { offset, limit } = query;
  const filter = query.filters === undefined ? undefined : readVisibleFilter(parsedFilters(query.filters), view);
  const order = readOrder(query.order, view);
  const after = query.cursor === undefined ? null : positionOf(query.cursor, order);
  const wanted = { view, filter, order, after, offset, limit, now, isById: false };
  return after?.isById && order.by !== 'id' ? byId(wanted) : wanted;
}

/** The same request, sorted by id. */
function byId(wanted: Wanted): Wanted {
  return { ...wanted, order: { ...wanted.order, by: 'id', direction: 'asc' }, isById: true };
}

function parsedFilters(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw errors.invalidRequest([{ path: 'filters', message: 'must be JSON, such as {"color": "red"}' }]);
  }
}

/** The filters for which the index must have columns. */
function filtersOf({ view, filter, order }: Wanted): CompiledFilter[] {
  const column = typeof order.by === 'object' ? [{ conditions: [{ ...order.by, tests: [] }] }] : [];
  return [...(view.readSlice?.compiled ?? []), ...(filter === undefined ? [] : [filter]), ...column];
}

/**
 * Reads a page from the search index. Undefined if the index is not ready, or if a whole collection is listed by id.
 */
async function listByIndex(
  transaction: Transaction,
  indexes: SearchIndexes,
  wanted: Wanted,
): Promise<RecordList | undefined> {
  const { view, filter, order, after, offset, limit } = wanted;
  const filters = filtersOf(wanted);
  if (filters.length === 0 && order.by === 'id') {
    return undefined;
  }
  const target = indexTargetOf(transaction, view);
  const selection = { slice: view.readSlice?.compiled ?? null, filter };
  return queryIfReady(indexes, { target, filters }, async () => {
    const { orderCharacters: characters } = limits;
    const query: PageQuery = { ...selection, order, characters, after, offset, limit: limit + 1 };
    const positions = await indexes.query(transaction, target, (index) => index.call('page', query));
    const survey = await indexes.query(transaction, target, (index) => index.call('survey', selection));
    if (positions === undefined || survey === undefined) {
      return undefined;
    }
    const page = toPage(positions, limit, (position) => cursorKey(position, order));
    const ids = page.rows.map(({ id }) => id);
    const rows = await findInOrder(transaction, { ...readableRecords(view), filter }, ids);
    const records = rows.map((row) => presentRecord(row, view, wanted.now));
    return { records, count: survey.records, next_cursor: page.nextCursor, ...noted(wanted) };
  });
}

/** Reads a page by id from the database. Throws `unavailable` if an earlier page had another order. */
async function listById(transaction: Transaction, given: Wanted): Promise<RecordList> {
  if (given.order.by !== 'id' && given.after !== null) {
    throw errors.unavailable();
  }
  const wanted = given.order.by === 'id' ? given : byId(given);
  const { view, filter, order, after, offset, limit } = wanted;
  const selection = { ...readableRecords(view), filter };
  const page = { after: after?.id ?? null, offset, limit: limit + 1, direction: order.direction };
  const found = await listRecords(transaction, selection, page);
  const { rows, nextCursor } = toPage(found, limit, (row) => [row.external_id]);
  const records = rows.map((row) => presentRecord(row, view, wanted.now));
  const count = await countLive(transaction, selection);
  return { records, count, next_cursor: nextCursor, ...noted(wanted) };
}

function noted({ isById, order }: Wanted): Pick<RecordList, 'note'> {
  const note = `In order of ids, because the search index is being built: list again to sort by "${order.sent}".`;
  return isById ? { note } : {};
}
