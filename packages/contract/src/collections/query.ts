import { z } from 'zod';
import { text } from '../common.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { defineRoute } from '../route.js';
import { attributes, collectionParams, confidence, filters, freshness, matchType } from './schemas.js';

/** The keys of a query; also the arguments of the tool. */
export const queryFields = {
  query: text(limits.queryCharacters).describe('An id, SKU or other code, or a few words; empty for a pure filter'),
  filters: filters.optional(),
  fields: z
    .array(text(limits.fieldNameCharacters))
    .max(limits.fieldsPerRecord)
    .optional()
    .describe('Attributes to return; default: all exposed fields'),
  top_k: z.int().min(1).max(limits.topKMax).default(limits.topKDefault).describe('Maximum number of results'),
};

/** Refuses a query without words and without filters. */
export function requireQueryOrFilters(
  { query = '', filters: sent }: { readonly query?: string | undefined; readonly filters?: unknown },
  context: z.RefinementCtx,
): void {
  if (query.trim() === '' && sent === undefined) {
    context.addIssue({ code: 'custom', message: 'send a query, filters or both', path: ['query'] });
  }
}

/** Refuses a record beside a query, without a field and with too many. */
export function requireRecordAlone(
  { query, record = {} }: { readonly query?: string | undefined; readonly record?: object | undefined },
  context: z.RefinementCtx,
): void {
  const count = Object.keys(record).length;
  if (query !== undefined) {
    context.addIssue({ code: 'custom', message: 'send either query or record', path: ['record'] });
  } else if (count < 1 || count > limits.fieldsPerQuery) {
    context.addIssue({ code: 'custom', message: `must have 1 to ${limits.fieldsPerQuery} fields`, path: ['record'] });
  }
}

const queryBody = z
  .strictObject({
    ...queryFields,
    query: queryFields.query.optional(),
    explain: z.boolean().default(false).describe('Explain the verdict; requires `manage`. The query is not logged'),
  })
  .superRefine(requireQueryOrFilters)
  .meta({ id: 'Query' });

/** One result of a query. */
export const queryResult = z
  .object({
    external_id: z.string().describe('The id in the source system; use it for live lookups there'),
    relevance: z.number().describe('1 minus the cosine distance, so it can be below 0; 1 for exact_id and filter'),
    match_type: matchType,
    rendered: z.string().describe('One readable line that contains the id'),
    attributes,
    ...freshness,
    also: z.array(z.string()).optional().describe('Ids of records that a person decided are the same as this one'),
  })
  .meta({ id: 'QueryResult' });

/** Reasons why an answer can be incomplete or wrong. */
export const queryWarning = z
  .object({
    field: z.string().nullable().describe('null: about the collection'),
    message: z.string().describe('Also names the nearest existing field or value'),
  })
  .meta({ id: 'QueryWarning' });

const disambiguation = z
  .object({
    field: z.string(),
    values: z.array(
      z.object({
        value: z.string().nullable().describe('As text; null: without the field'),
        external_ids: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'QueryDisambiguation' })
  .describe(
    'With low: the exposed field that best distinguishes the leading results. Ask for one of its values, at most five',
  );

const explanation = z
  .object({
    features: z.array(z.object({ name: z.string(), value: z.number(), weight: z.number() })),
    reasons: z.array(z.string()),
    unknown_words: z
      .array(z.string())
      .describe('Words that no record of the caller has, also not as a synonym or with a letter mistyped'),
  })
  .meta({ id: 'QueryExplanation' })
  .describe('The reasons, the figures that decide between low and none, and unknown words');

/** The answer to a query. */
export const queryAnswer = z
  .object({
    results: z.array(queryResult),
    match_type: matchType,
    confidence,
    reasons: z.array(z.string()).describe('Why, in words'),
    disambiguate_by: disambiguation.optional(),
    warnings: z
      .array(queryWarning)
      .optional()
      .describe(
        'Likely mistakes in filters and `fields`: a field or a value that no record has, or a number compared with ' +
          'text. Also records that are not embedded.',
      ),
    explanation: explanation.optional(),
  })
  .meta({ id: 'QueryAnswer' });

/** The answer to a query. */
export type QueryAnswer = z.infer<typeof queryAnswer>;

/** The field that best distinguishes the leading results. */
export type QueryDisambiguation = z.infer<typeof disambiguation>;

/** The route that resolves a query to records. */
export const queryRoutes = {
  'collections.query': defineRoute('collections.query', 'POST /collections/{name}/query', {
    operation: 'query_collection',
    summary: 'Resolve an identifier or words to records, with a verdict',
    description:
      'Words are searched in the semantic fields and codes in the identifiers, including fields that results do ' +
      'not show. A caller who can query can therefore find out whether a record contains a word. Leave fields ' +
      'that must not be found out of `embed_fields` and `id_match_fields`. Without `embed_fields`, every field ' +
      'except ids, dates and enums is semantic. `filters` of a caller without `manage` can use exposed fields ' +
      'only.',
    isRepeatable: true,
    policy: { credentials: workspaceCredentials, effect: 'read', workspace: 'one', permission: 'read' },
    params: collectionParams,
    body: queryBody,
    answer: queryAnswer,
    errors: ['collection_not_found'],
  }),
} as const;
