import { z } from 'zod';
import { count, nextCursor, pageQuery, queryInteger, timestamp, uuid } from '../common.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { collectionParams, confidence, matchType } from './schemas.js';

const managers = { credentials: workspaceCredentials, effect: 'read', workspace: 'one', permission: 'manage' } as const;
const moment = z.iso.datetime({ offset: true }).optional();

const loggedQuery = z
  .object({
    id: uuid,
    at: timestamp,
    actor: z
      .object({ kind: z.string(), id: z.string(), name: z.string() })
      .describe('Who sent the query, as in the audit log'),
    query: z.string().describe('Empty for a pure filter'),
    confidence,
    match_type: matchType,
    external_id: z.string().nullable().describe('The first result; null: no result'),
    right: z.boolean().nullable().describe('Whether a person judged the answer as right; null: not judged'),
    duration_ms: z.number().describe('For many queries in one call: the average'),
  })
  .meta({ id: 'LoggedQuery' });

/** A query to a collection. */
export type LoggedQuery = z.infer<typeof loggedQuery>;

const collectionDay = z
  .object({
    date: z.iso.date().describe('In UTC'),
    high: count,
    low: count,
    none: count,
    written: count.describe('Accepted records, including unchanged ones'),
    stale: count.describe('Records that were older than the stored ones'),
    failed: count.describe('Refused records'),
  })
  .meta({ id: 'CollectionDay' });

/** What happened in a collection on one day. */
export type CollectionDay = z.infer<typeof collectionDay>;

/** The queries and writes of a collection, for its managers. */
export const activityRoutes = {
  'collections.list_queries': defineRoute('collections.list_queries', 'GET /collections/{name}/queries', {
    operation: 'list_queries',
    summary: 'List the queries of a collection, newest first',
    description:
      'A query is listed a few seconds after its response, and kept for `query_log_days` of the workspace. At ' +
      `most the newest ${limits.loggedQueriesPerCollection.toLocaleString('en-US')} of a collection are kept. A query ` +
      'with `explain` is not listed.',
    policy: managers,
    params: collectionParams,
    query: pageQuery.extend({
      confidence: confidence.optional().describe('Only queries with this verdict'),
      from: moment.describe('Only queries at or after this time'),
      to: moment.describe('Only queries before this time'),
    }),
    answer: z.object({ queries: z.array(loggedQuery), next_cursor: nextCursor }).meta({ id: 'LoggedQueryList' }),
    errors: ['collection_not_found'],
  }),
  'collections.get_statistics': defineRoute('collections.get_statistics', 'GET /collections/{name}/statistics', {
    operation: 'get_statistics',
    summary: 'Count the verdicts and the records written, day by day, and the versions that are kept',
    description:
      'The last day is today, in UTC. A day without activity counts 0. Queries with `explain` are not counted.',
    policy: managers,
    params: collectionParams,
    query: z.strictObject({
      days: queryInteger(1, limits.statisticsDaysMax).default(limits.statisticsDays),
    }),
    answer: z
      .object({
        days: z.array(collectionDay),
        history: z
          .object({
            versions: count.describe('Replaced versions of records that are kept now'),
            bytes: count.describe('Their size in the database, estimated from the newest of them'),
          })
          .meta({ id: 'HistorySize' }),
      })
      .meta({ id: 'CollectionStatistics' }),
    errors: ['collection_not_found'],
  }),
} as const;
