import { limits, type QueryAnswer } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { ServiceError } from '../../platform/errors.js';
import { textOfRecord } from '../records/sent-fields.js';
import type { QueryBatch, SentQuery, Shown } from './open-queries.js';
import { answerBatch, type BatchAnswers, type QueryCall, type QueryDependencies } from './query.js';
import { strength } from './strictness.js';

/** A query of one collection. */
export interface CollectionQuery extends Omit<Shown, 'results' | 'isBrief' | 'now'>, Omit<SentQuery, 'record'> {
  readonly topK: number;
}

/** Operations that resolve identifiers and words to records. */
export function queryOperations(dependencies: QueryDependencies) {
  const query: Operation<'collections.query'> = (context, principal, { params, body }) => {
    const { filters, top_k: topK, fields, explain: isExplained } = body;
    const call: QueryCall = { context, principal, operation: 'collections.query', name: params.name };
    const text = (body.query ?? '').trim();
    return queryAndLog(dependencies, call, { text, filters, topK, fields, isExplained });
  };
  return { 'collections.query': query };
}

/** Answers a query of one collection and logs it, unless it is explained. Throws the errors of `answerQuery`. */
export async function queryAndLog(
  dependencies: QueryDependencies,
  call: QueryCall,
  query: CollectionQuery,
): Promise<QueryAnswer> {
  // Explained queries are for examining a verdict and are often repeated. They would distort the log.
  return query.isExplained
    ? answerQuery(dependencies, call, query)
    : onlyAnswer(await answerAndLog(dependencies, call, batchOf(query, call)));
}

/**
 * Answers a query of one collection. Throws the errors of `answerBatch`, and `invalid_request` for an invalid filter.
 */
export async function answerQuery(
  dependencies: QueryDependencies,
  call: QueryCall,
  query: CollectionQuery,
): Promise<QueryAnswer> {
  return onlyAnswer(await answerBatch(dependencies, call, batchOf(query, call)));
}

/** Answers queries of one collection and logs them. Throws the errors of `answerBatch`. */
export async function answerAndLog(
  dependencies: QueryDependencies,
  call: QueryCall,
  batch: QueryBatch,
): Promise<BatchAnswers> {
  const start = performance.now();
  const answered = await answerBatch(dependencies, call, batch);
  const key = { workspaceId: call.context.workspace.id, collectionId: answered.collectionId };
  const duration_ms = Math.round(((performance.now() - start) / batch.queries.length) * 100) / 100;
  for (const [position, answer] of answered.answers.entries()) {
    if (!(answer instanceof ServiceError)) {
      const { confidence, match_type, results } = answer;
      const query = loggedText(batch.queries[position] as SentQuery);
      const logged = {
        query,
        external_id: results[0]?.external_id ?? null,
        duration_ms,
        strength: answer[strength] ?? null,
      };
      dependencies.activity.noteQuery(key, call.principal, { ...logged, confidence, match_type });
    }
  }
  return answered;
}

/** The text of a query in the log. */
export function loggedText({ text, record }: SentQuery): string {
  return record === undefined ? text : [...textOfRecord(record)].slice(0, limits.queryCharacters).join('');
}

function batchOf({ text, filters, topK, fields, isExplained }: CollectionQuery, { context }: QueryCall): QueryBatch {
  const results = { high: topK, low: topK, none: topK };
  return { queries: [{ text, filters }], shown: { fields, results, isExplained, now: context.services.clock() } };
}

function onlyAnswer({ answers: [answer] }: BatchAnswers): QueryAnswer {
  if (answer === undefined || answer instanceof ServiceError) {
    throw answer;
  }
  // Without the key, because the tools' server refuses a structure with keys that are not strings.
  const { [strength]: _, ...shown } = answer;
  return shown;
}
