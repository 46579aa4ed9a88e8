import type { QueryAnswer } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import type { ActivityLog } from '../activity/activity-log.js';
import type { CollectionQuery } from './present-answer.js';
import { answerQuery, type QueryCall, type SearchDependencies } from './query.js';

/** What queries are answered and logged with. */
export interface QueryDependencies extends SearchDependencies {
  readonly activity: ActivityLog;
}

/** Resolution of identifiers and words to records. */
export function queryOperations(dependencies: QueryDependencies) {
  const query: Operation<'collections.query'> = (context, principal, { params, body }) => {
    const { filters, top_k: topK, fields, explain: isExplained } = body;
    const sent = { name: params.name, text: (body.query ?? '').trim(), filters, topK, fields, isExplained };
    return queryAndLog(dependencies, { context, principal, operation: 'collections.query' }, sent);
  };
  return { 'collections.query': query };
}

/** Answers a query of one collection and logs it, unless it is explained. Throws what `answerQuery` throws. */
export async function queryAndLog(
  dependencies: QueryDependencies,
  call: QueryCall,
  query: CollectionQuery,
): Promise<QueryAnswer> {
  const start = performance.now();
  const { answer, collectionId } = await answerQuery(dependencies, call, query);
  // Managers explain a query to examine it, often again and again: nobody needs its record.
  if (!query.isExplained) {
    const { confidence, match_type, results } = answer;
    const external_id = results[0]?.external_id ?? null;
    const duration_ms = millisecondsSince(start);
    dependencies.activity.noteQuery({ workspaceId: call.context.workspace.id, collectionId }, call.principal, {
      ...{ query: query.text, confidence, match_type, external_id, duration_ms },
    });
  }
  return answer;
}

/** Milliseconds since a reading of `performance.now`, to the hundredth. */
export function millisecondsSince(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}
