import { z } from 'zod';
import { count, jsonObject, pathText, text } from '../common.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import {
  queryAnswer,
  queryFields,
  queryResult,
  queryWarning,
  requireQueryOrFilters,
  requireRecordAlone,
} from './query.js';
import { collectionName, collectionParams, confidence, matchType } from './schemas.js';

const read = { credentials: workspaceCredentials, effect: 'read', workspace: 'one', permission: 'read' } as const;

/** The caller's key of an entry in `queries`. */
const entryKey = z.union([text(limits.idCharacters), z.number()]);

/** One entry of `queries`. It is validated alone, so that an invalid one does not affect the others. */
export const resolutionQuery = z
  .strictObject({
    key: entryKey.optional(),
    query: queryFields.query.optional(),
    record: jsonObject.optional(),
    filters: queryFields.filters,
  })
  .superRefine((entry, context) => {
    if (entry.record === undefined) {
      requireQueryOrFilters(entry, context);
    } else {
      requireRecordAlone(entry, context);
    }
  });

/** An entry as sent; `resolutionQuery` validates it. */
const sentQuery = z.unknown().meta({
  id: 'ResolutionQuery',
  type: 'object',
  properties: {
    key: { type: ['string', 'number'], description: 'Returned' },
    query: { type: 'string' },
    record: { type: 'object', description: 'Known fields' },
    filters: { type: 'object', description: 'As in query_collection' },
  },
  additionalProperties: false,
});

/** The body of many queries at once; also arguments of the tool. */
export const resolutionFields = {
  queries: z.array(sentQuery).min(1).max(limits.queriesPerCall),
  fields: queryFields.fields,
};

const key = entryKey.nullable().describe('As sent; null if omitted');

/** How a field of two records agrees. */
export const fieldAgreement = z
  .object({
    field: z.string(),
    agrees: z
      .enum(['yes', 'close', 'no', 'absent'])
      .describe('`close`: nearly, as if mistyped. `absent`: without a value on one side, or unknown to the caller'),
  })
  .meta({ id: 'FieldAgreement' });

const resolved = z
  .object({
    key,
    confidence,
    match_type: matchType,
    external_id: z.string().nullable().describe('The record to act on; null unless `high`'),
    result: queryResult.nullable().describe('The first result; null if the verdict is `none`'),
    reasons: z.array(z.string()).describe('Why, in words'),
    alternatives: z
      .array(queryResult)
      .describe(`If the verdict is \`low\`: up to ${limits.resolutionAlternatives} further results`),
    fields: z
      .array(fieldAgreement)
      .optional()
      .describe('For a `record`: how each of its fields agrees with the first result; empty without one'),
  })
  .meta({ id: 'Resolution' });

/** The result of one of many queries. */
export type Resolution = z.infer<typeof resolved>;

const unresolved = z
  .object({
    key,
    error: z
      .enum(['invalid_request', 'unavailable'])
      .describe('`unavailable`: the search index is being built, and the list is too long to be answered without it'),
    message: z.string(),
    field: z.string().nullable().describe('The invalid key of the entry, if there is one'),
    hint: z.string().nullable().describe('What to do next'),
  })
  .meta({ id: 'ResolutionRefused' });

/** The result of a query that was refused. The other queries of the call are not affected. */
export type ResolutionRefused = z.infer<typeof unresolved>;

/** The body of one query to several collections; also arguments of the tool. */
export const acrossFields = {
  query: text(limits.queryCharacters).trim().min(1),
  collections: z.array(pathText).min(1).max(limits.collectionsPerQuery).optional().describe('Names; default: all'),
  top_k: queryFields.top_k.describe('Maximum number of results'),
};

const acrossAnswer = queryAnswer
  .omit({ explanation: true })
  .extend({
    results: z.array(queryResult.extend({ collection: collectionName }).meta({ id: 'CollectionQueryResult' })),
  })
  .meta({ id: 'QueryAcrossAnswer' });

/** The answer to a query in several collections. */
export type QueryAcrossAnswer = z.infer<typeof acrossAnswer>;

/** Resolution of many queries at once, and of one query in several collections. */
export const resolutionRoutes = {
  'collections.resolve_records': defineRoute('collections.resolve_records', 'POST /collections/{name}/resolve', {
    operation: 'resolve_records',
    summary: 'Resolve many identifiers or phrases to records, each with a verdict',
    description:
      'Each entry gets the same verdict as a separate query, or is compared field by field if it has a `record`: an ' +
      'identifier decides, the title leads, other fields confirm or contradict. `external_id` is null unless ' +
      'the verdict is `high`. An invalid entry does not affect the others. The results are in the order of `queries`.',
    isRepeatable: true,
    takesTurns: true,
    policy: read,
    params: collectionParams,
    body: z.strictObject(resolutionFields).meta({ id: 'ResolutionRequest' }),
    answer: z
      .object({
        results: z.array(z.union([resolved, unresolved])),
        counts: z.object({ high: count, low: count, none: count, failed: count }),
        warnings: z.array(queryWarning).optional().describe('Present while the search index is being built'),
      })
      .meta({ id: 'Resolutions' }),
    errors: ['collection_not_found'],
    bodyLimitBytes: limits.largeBodyBytes,
  }),
  'collections.find': defineRoute('collections.find', 'POST /resolve', {
    operation: 'resolve',
    summary: 'Resolve an identifier or words to records of several collections',
    description:
      `Queries each collection that you name, or all that you see, up to ${limits.collectionsPerQuery}. The ` +
      'verdict is `high` only if one collection returns `high` and no other one has a plausible result. Matches ' +
      'by id or identifier precede matches by words. The first results of all collections precede the second ' +
      'ones.',
    isRepeatable: true,
    takesTurns: true,
    policy: { credentials: workspaceCredentials, effect: 'read', workspace: 'one' },
    body: z.strictObject(acrossFields).meta({ id: 'QueryAcross' }),
    answer: acrossAnswer,
    errors: ['collection_not_found'],
  }),
} as const;
