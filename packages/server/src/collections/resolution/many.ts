import {
  limits,
  type Resolution,
  type ResolutionRefused,
  resolutionQuery,
  validateSent,
  validationFailureOf,
} from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { InputOf, Operation } from '../../dispatch/operation.js';
import { ServiceError } from '../../platform/errors.js';
import { mapWithPauses } from '../../platform/pauses.js';
import type { SentQuery, Shown } from '../search/open-queries.js';
import { answerAndLog } from '../search/operations.js';
import type { BatchAnswer } from '../search/present-answer.js';
import type { QueryCall, QueryDependencies } from '../search/query.js';

const operation = 'collections.resolve_records';
type Body = InputOf<typeof operation>['body'];
/** The outcome of one entry. */
export type Outcome = Resolution | ResolutionRefused;

const indexWarning = {
  field: null,
  message:
    'The search index of this collection is being built: only ids, codes and whole words were compared. Send the list ' +
    'again shortly for full results.',
};

/** Default number of results: one if it is safe to act on it, otherwise several to choose from. */
const resultsByDefault: Shown['results'] = { high: 1, low: 1 + limits.resolutionAlternatives, none: 0 };

/** The operation that resolves many queries in one call. */
export function resolutionOperations(dependencies: QueryDependencies) {
  const resolve: Operation<typeof operation> = async (context, principal, { params, body }) => {
    const call: QueryCall = { context, principal, operation, name: params.name };
    const { outcomes, isIndexed } = await resolveMany(dependencies, call, { ...body, results: resultsByDefault });
    const counts = { high: 0, low: 0, none: 0, failed: 0 };
    for (const outcome of outcomes) {
      counts['error' in outcome ? 'failed' : outcome.confidence] += 1;
    }
    return { results: outcomes, counts, ...(isIndexed ? {} : { warnings: [indexWarning] }) };
  };
  return { [operation]: resolve };
}

/**
 * Resolves entries, each with a verdict, and logs the queries. Returns the outcomes in order. All results except the
 * first are its `alternatives`.
 */
export async function resolveMany(
  dependencies: QueryDependencies,
  call: QueryCall,
  { queries, fields, results }: Body & Pick<Shown, 'results'>,
): Promise<{ readonly outcomes: Outcome[]; readonly isIndexed: boolean }> {
  const entries = await mapWithPauses(queries, readEntry);
  const valid = entries.filter((entry): entry is SentEntry => !('error' in entry));
  const batch = { queries: valid, shown: { fields, results, isBrief: true, now: call.context.services.clock() } };
  const { answers, isIndexed } = await answerAndLog(dependencies, call, batch);
  const next = answers.values();
  const outcomes = entries.map((entry) =>
    'error' in entry ? entry : outcomeOf(entry, next.next().value as BatchAnswer | ServiceError),
  );
  return { outcomes, isIndexed };
}

function outcomeOf({ key }: SentEntry, answer: BatchAnswer | ServiceError): Outcome {
  if (answer instanceof ServiceError && answer.code === 'unavailable') {
    return { key, error: answer.code, message: answer.message, field: null, hint: 'Send this entry again shortly.' };
  }
  if (answer instanceof ServiceError) {
    return refusedEntry(key, answer.message, answer.extras.details?.[0]?.path);
  }
  const { confidence, match_type, results, reasons, fields } = answer;
  const [first = null, ...alternatives] = results;
  return {
    key,
    confidence,
    match_type,
    external_id: confidence === 'high' && first !== null ? first.external_id : null,
    result: first,
    reasons,
    alternatives,
    ...(fields === undefined ? {} : { fields }),
  };
}

/** One of many queries. Its outcome repeats the key. */
export interface SentEntry extends SentQuery {
  readonly key: Resolution['key'];
}

/** Reads an entry. Returns a refusal if it is invalid. */
export function readEntry(value: unknown): SentEntry | ResolutionRefused {
  const { data, error } = validateSent(resolutionQuery, value);
  if (error !== undefined) {
    const { message, details } = validationFailureOf(error.issues, 'The query is invalid');
    const { key } = resolutionQuery.shape;
    const named = typeof value === 'object' && value !== null && 'key' in value ? key.safeParse(value.key).data : null;
    return refusedEntry(named ?? null, message, details[0]?.path);
  }
  const record = data.record as JsonObject | undefined;
  return { key: data.key ?? null, text: (data.query ?? '').trim(), record, filters: data.filters };
}

/** The error of one entry. The other entries of the call are answered. */
export function refusedEntry(key: Resolution['key'], message: string, path: string | undefined): ResolutionRefused {
  const hint = 'Fix this entry and send it again: the others of the call are answered.';
  return { key, error: 'invalid_request', message, field: path || null, hint };
}
