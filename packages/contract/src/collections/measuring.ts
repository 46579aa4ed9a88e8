import { z } from 'zod';
import { count, jsonObject, text, uuid, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { upperBound } from './measured.js';
import { queryFields, requireQueryOrFilters, requireRecordAlone } from './query.js';
import { collectionParams } from './schemas.js';

const manage = { credentials: workspaceCredentials, effect: 'write', workspace: 'one', permission: 'manage' } as const;

const evaluatedCase = z
  .strictObject({
    query: queryFields.query.optional(),
    record: jsonObject.optional().describe('Known fields, instead of a query'),
    external_id: text(limits.idCharacters).nullable().describe('The right record; null: none is right'),
    filters: queryFields.filters,
  })
  .superRefine((entry, context) =>
    entry.record === undefined ? requireQueryOrFilters(entry, context) : requireRecordAlone(entry, context),
  )
  .meta({ id: 'EvaluatedCase' });

const evaluation = z
  .object({
    high: z.object({ given: count, right: count, wrong: count, upper_bound: upperBound }),
    low: z.object({
      given: count,
      first_right: count.describe('The first result is right'),
      listed: count.describe('The right record is among the first 10 results'),
    }),
    none: z.object({ given: count, right: count }),
    wrong: z
      .array(
        z.object({
          index: count.describe('Position in `cases`'),
          expected: z.string().nullable(),
          got: z.string().nullable(),
          reasons: z.array(z.string()),
        }),
      )
      .describe('Every `high` that is wrong'),
    workspace: workspaceReference,
  })
  .meta({ id: 'Evaluation' });

/** How right the answers to cases are. */
export type Evaluation = z.infer<typeof evaluation>;

/** Routes with which managers measure how often `high` is wrong in their own collection. */
export const measuringRoutes = {
  'collections.evaluate': defineRoute('collections.evaluate', 'POST /collections/{name}/evaluate', {
    operation: 'evaluate_collection',
    summary: 'Compare the answers of a collection with right answers',
    description:
      'Each case is answered as a query is, and is not logged. Nothing is written, unless `keep` adds the cases to the ' +
      'labels of the collection, from which `measured` of describe and the strictness for `high_errors_max` result.',
    isRepeatable: true,
    takesTurns: true,
    policy: manage,
    params: collectionParams,
    body: z
      .strictObject({
        cases: z.array(evaluatedCase).min(1).max(limits.casesPerEvaluation),
        keep: z.boolean().default(false).describe('Keep the cases as labels'),
      })
      .meta({ id: 'Evaluate' }),
    answer: evaluation,
    errors: ['collection_not_found', 'operation_not_allowed'],
    bodyLimitBytes: limits.largeBodyBytes,
  }),
  'collections.label_query': defineRoute('collections.label_query', 'POST /collections/{name}/queries/{id}', {
    operation: 'label_query',
    summary: 'Say whether the answer to a logged query was right',
    isRepeatable: true,
    policy: manage,
    params: collectionParams.extend({ id: uuid }),
    body: z.strictObject({ right: z.boolean() }).meta({ id: 'QueryLabel' }),
    answer: z.object({ id: uuid, right: z.boolean(), workspace: workspaceReference }).meta({ id: 'QueryLabelled' }),
    errors: ['collection_not_found', 'query_not_found', 'operation_not_allowed', 'storage_full'],
  }),
} as const;
