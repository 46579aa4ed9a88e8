import { setTimeout as pause } from 'node:timers/promises';
import type { OperationId, QueryAnswer } from '@tessera/contract';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import type { QueryVectors } from '../../search-runtime/embedding/embedders.js';
import type { ActivityLog } from '../activity/activity-log.js';
import { type AnswerParts, tryAnswer } from './answer.js';
import type { IndexTarget } from './index/followed-index.js';
import type { Question } from './present-answer.js';

/** What queries are answered with. */
export interface QueryParts extends AnswerParts {
  readonly activity: ActivityLog;
}

/** Attempts at an answer: an index may be dropped again where memory is far too short, or fall behind. */
export const readyTries = 6;

/** How long a query waits for an index, in milliseconds; what it waits for goes on afterwards. */
const indexPatienceMs = 5_000;

/** Resolution of identifiers and words to records. */
export function queryOperations(parts: QueryParts) {
  const query: Operation<'collections.query'> = (context, principal, { params, body }) => {
    const { filters, top_k: topK, fields, explain: isExplained } = body;
    const question = { name: params.name, text: (body.query ?? '').trim(), filters, topK, fields, isExplained };
    return ask(parts, { context, principal, operation: 'collections.query' }, question);
  };
  return { 'collections.query': query };
}

/** Who asks, and by which operation. */
export interface AskingCall {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly operation: OperationId;
}

/**
 * Answers a question about one collection and notes it, unless it is explained. Throws `unavailable` where its index takes
 * long to build.
 */
export async function ask(
  parts: QueryParts,
  { context, principal, operation }: AskingCall,
  question: Question,
): Promise<QueryAnswer> {
  const start = performance.now();
  let vectors: QueryVectors | undefined;
  let target: IndexTarget | undefined;
  // Each attempt answers, or says what to build outside its transaction.
  for (let attempt = 1; attempt <= readyTries; attempt += 1) {
    const found = await context.transaction((transaction) =>
      tryAnswer(transaction, parts, { principal, operation, question, vectors, target }),
    );
    if ('answer' in found) {
      // Managers explain a query to examine it, often again and again: nobody needs its record.
      if (!question.isExplained) {
        const place = { workspaceId: context.workspace.id, collectionId: found.collectionId };
        const { confidence, match_type, results } = found.answer;
        const external_id = results[0]?.external_id ?? null;
        const duration_ms = millisecondsSince(start);
        const answered = { query: question.text, confidence, match_type, external_id, duration_ms };
        parts.activity.noteQuery(place, principal, answered);
      }
      return found.answer;
    }
    ({ target } = found);
    // A build takes transactions of its own, and a provider its time: neither may hold this request's transaction.
    await inTime(parts.indexes.ensureReady(target, found.filters));
    if (question.text !== '') {
      vectors = await parts.embedders.embedQuery(question.text, parts.indexes.embedderIds(target));
    }
    // Both may take seconds, in which the caller can lose the right to read.
    context.confirmAgain();
  }
  throw errors.unavailable();
}

/** Milliseconds since a reading of `performance.now`, to the hundredth. */
export function millisecondsSince(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}

/** Waits for an index that is being built; throws `unavailable` where that takes long. */
export async function inTime(building: Promise<void>): Promise<void> {
  const isReady = await Promise.race([building.then(() => true), pause(indexPatienceMs, false, { ref: false })]);
  if (!isReady) {
    throw errors.unavailable(
      'The search index of this collection is being built: try again shortly. Ids, identifiers and filters alone are answered meanwhile.',
    );
  }
}
