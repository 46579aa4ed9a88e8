import type { Operation } from '../../dispatch/operation.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { openCollection } from '../access/view.js';
import { dayOf } from './activity-log.js';
import { listDays, listQueries, measureHistory } from './queries.js';

const dayMs = 86_400_000;

const list: Operation<'collections.list_queries'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, 'collections.list_queries', params.name);
    const { confidence = null, from = null, to = null, limit } = query;
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['time', 'uuid']);
    const rows = await listQueries(transaction, collection.id, { after, confidence, from, to, limit: limit + 1 });
    const page = toPage(rows, limit, (row) => [row.at.toISOString(), row.id]);
    const queries = page.rows.map(({ at, actor_kind, actor_id, actor_name, ...row }) => ({
      ...row,
      at: at.toISOString(),
      actor: { kind: actor_kind, id: actor_id, name: actor_name },
    }));
    return { queries, next_cursor: page.nextCursor };
  });

const getStatistics: Operation<'collections.get_statistics'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, 'collections.get_statistics', params.name);
    const today = context.services.clock().getTime();
    const dates = Array.from({ length: query.days }, (_, ago) => dayOf(new Date(today - ago * dayMs))).reverse();
    const [rows, history] = await Promise.all([
      listDays(transaction, collection.id, dates[0] ?? ''),
      measureHistory(transaction, collection.id),
    ]);
    const counted = new Map(rows.map((row) => [row.date, row]));
    const nothing = { high: 0, low: 0, none: 0, written: 0, stale: 0, failed: 0 };
    return { days: dates.map((date) => counted.get(date) ?? { date, ...nothing }), history };
  });

/** Operations that list the queries and daily counts of a collection. */
export const activityOperations = {
  'collections.list_queries': list,
  'collections.get_statistics': getStatistics,
};
