import { z } from 'zod';
import { pathText, queryInteger, text, workspaceReference } from '../common.js';
import { limits } from '../limits.js';
import { workspaceCredentials } from '../policy.js';
import { previousEnded, rotated, rotationFields } from '../rotation.js';
import { defineRoute } from '../route.js';
import { collectionParams } from './schemas.js';

const manage = {
  credentials: workspaceCredentials,
  workspace: 'one',
  permission: 'manage',
  effect: 'write',
} as const;

const policy = {
  credentials: ['reconciliation_secret'],
  effect: 'read',
  workspace: 'one',
  bucket: 'relay_calls',
} as const;

/** Path of a collection's reconciliation service, between the base URL and the secret. */
export const reconcilePath = '/reconcile';

const params = z.strictObject({ secret: pathText.describe('The secret of the reconciliation URL') });

// These objects are loose, because the specification lets clients send further parameters, such as `_` with JSONP.
const callback = z
  .string()
  .max(limits.callbackCharacters)
  .regex(/^[A-Za-z_$][\w$]*$/, { error: 'must be the name of a function' })
  .optional()
  .describe('JSONP: the function that the answer is passed to');
const queries = z.string().describe('A reconciliation query batch, as JSON').optional();
const extend = z.string().describe('A data extension query, as JSON').optional();
const form = z.object({ queries, extend }).meta({ id: 'ReconciliationForm' });

/** Text, or the number or boolean that some clients send instead. */
const textLike = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a string' }).transform(String);

/**
 * One query of a batch. It is validated alone, so that an invalid one does not affect the others. Null means absent.
 */
export const reconciliationQuery = z.object({
  query: textLike.nullish(),
  limit: z.coerce.number().nullish(),
  properties: z.array(z.object({ pid: z.string(), v: z.unknown() })).nullish(),
});

/** A data extension query. */
export const extensionQuery = z.object({
  ids: z.array(textLike).max(limits.recordsPerCall),
  properties: z.array(z.object({ id: z.string() })).max(limits.fieldsPerQuery),
});

/** A type or property. */
const named = z.object({ id: z.string(), name: z.string() });
const service = z.object({ service_url: z.string(), service_path: z.string() });

const manifest = z
  .object({
    versions: z.array(z.string()),
    name: z.string(),
    identifierSpace: z.string(),
    schemaSpace: z.string(),
    serviceVersion: z.string(),
    defaultTypes: z.array(named),
    view: z.object({ url: z.string() }),
    preview: z.object({ url: z.string(), width: z.int(), height: z.int() }),
    suggest: z.object({ entity: service, property: service }),
    extend: z.object({ propose_properties: service, property_settings: z.array(z.never()) }),
    batchSize: z.int(),
  })
  .meta({ id: 'ReconciliationManifest' });

const candidate = z
  .object({
    id: z.string().describe('`external_id` of the record'),
    name: z.string(),
    description: z.string().optional(),
    score: z.number().min(0).max(100),
    match: z.boolean().describe('True for the first candidate of a query whose verdict is `high`'),
    type: z.array(named),
    features: z
      .array(z.object({ id: z.string(), value: z.number() }))
      .describe('`relevance`, and how the fields of the first candidate agree: 1 yes, 0.5 close, 0 no'),
  })
  .meta({ id: 'ReconciliationCandidate' });

const results = z
  .record(
    z.string(),
    z.object({ result: z.array(candidate), error: z.string().optional().describe('Why the query was refused') }),
  )
  .meta({ id: 'ReconciliationResults', description: 'Candidates by the key of their query' });

const extended = z
  .object({
    meta: z.array(named),
    rows: z.record(z.string(), z.record(z.string(), z.array(z.record(z.string(), z.union([z.string(), z.number()]))))),
  })
  .meta({ id: 'ReconciliationExtension' });

const suggestQuery = z.object({
  prefix: text(limits.queryCharacters).optional(),
  cursor: queryInteger(0, limits.topKMax).default(0).describe('Suggestions to skip'),
  callback,
});

const unknownSecret = 'reconciliation_url_not_found';

/** The reconciliation URL of a collection, and the Reconciliation Service API 0.2 at it. */
export const reconciliationRoutes = {
  'collections.create_reconciliation_url': defineRoute(
    'collections.create_reconciliation_url',
    'POST /collections/{name}/reconciliation-url',
    {
      operation: 'create_reconciliation_url',
      summary: 'Create or replace the reconciliation URL',
      description:
        'Anyone who has the URL reads the exposed fields of this collection, of the records that `groups` may read ' +
        'if you send it. It is shown once; only a hash is kept. An earlier URL ends, or works as the new one does for ' +
        '`overlap_hours`.',
      policy: manage,
      params: collectionParams,
      optionalBody: true,
      body: z
        .strictObject({
          groups: z
            .array(z.string())
            .min(1)
            .max(limits.groupsPerIdentity)
            .optional()
            .describe('Ids of groups whose slices it reads; default: the whole collection'),
          ...rotationFields,
        })
        .meta({ id: 'ReconciliationUrlCreate' }),
      answer: z
        .object({
          url: z.string().describe('{base_url}/reconcile/<secret>'),
          secret: z.string().describe('Shown once'),
          note: z.string(),
          ...rotated,
          workspace: workspaceReference,
        })
        .meta({ id: 'ReconciliationUrl' }),
      errors: ['collection_not_found', 'group_not_found'],
    },
  ),
  'collections.delete_reconciliation_url': defineRoute(
    'collections.delete_reconciliation_url',
    'DELETE /collections/{name}/reconciliation-url',
    {
      operation: 'delete_reconciliation_url',
      summary: 'End the reconciliation URL of a collection',
      policy: manage,
      params: collectionParams,
      answer: z
        .object({ deleted: z.literal(true), workspace: workspaceReference })
        .meta({ id: 'ReconciliationUrlDeleted' }),
      errors: ['collection_not_found', unknownSecret],
    },
  ),
  'collections.end_previous_reconciliation_url': defineRoute(
    'collections.end_previous_reconciliation_url',
    'DELETE /collections/{name}/reconciliation-url/previous',
    {
      operation: 'delete_reconciliation_url',
      summary: 'End the earlier reconciliation URL of a collection now',
      policy: { ...manage, endsAccess: true },
      params: collectionParams,
      answer: previousEnded,
      errors: ['collection_not_found', unknownSecret],
    },
  ),
  'reconcile.get': defineRoute('reconcile.get', 'GET /reconcile/{secret}', {
    summary: 'Return the manifest of the service, or answer `queries` or `extend`',
    takesTurns: true,
    policy,
    params,
    query: z.object({ queries, extend, callback }),
    answer: z.union([manifest, extended, results]).meta({ id: 'ReconciliationService' }),
    errors: [unknownSecret, 'collection_not_found'],
  }),
  'reconcile.query': defineRoute('reconcile.query', 'POST /reconcile/{secret}', {
    summary: 'Reconcile a batch of queries, or extend records with the values of their fields',
    description:
      `The form has \`queries\` (up to ${limits.reconciliationQueriesPerCall}) or \`extend\`. A query without ` +
      '`properties` is resolved as one of `resolve_records`. With them, `query` is compared with the title field, and ' +
      'each property with the field of its `pid`. `match` is true for the verdict `high` only.',
    isRepeatable: true,
    takesTurns: true,
    formBody: true,
    policy,
    params,
    body: form,
    answer: z.union([extended, results]).meta({ id: 'ReconciliationAnswer' }),
    errors: [unknownSecret, 'collection_not_found'],
  }),
  'reconcile.suggest_entity': defineRoute('reconcile.suggest_entity', 'GET /reconcile/{secret}/suggest/entity', {
    summary: 'Suggest records by the beginning of what a person types',
    takesTurns: true,
    policy,
    params,
    query: suggestQuery,
    answer: z
      .object({
        result: z.array(named.extend({ description: z.string().optional(), notable: z.array(named) })),
      })
      .meta({ id: 'ReconciliationEntities' }),
    errors: [unknownSecret, 'collection_not_found'],
  }),
  'reconcile.suggest_property': defineRoute('reconcile.suggest_property', 'GET /reconcile/{secret}/suggest/property', {
    summary: 'Suggest fields by the beginning of a word of their name',
    policy,
    params,
    query: suggestQuery,
    answer: z.object({ result: z.array(named) }).meta({ id: 'ReconciliationProperties' }),
    errors: [unknownSecret, 'collection_not_found'],
  }),
  'reconcile.preview': defineRoute('reconcile.preview', 'GET /reconcile/{secret}/preview', {
    summary: 'Show the exposed fields of a record as a page for a frame',
    policy,
    params,
    query: z.object({ id: text(limits.idCharacters) }),
    answer: z.string().meta({ id: 'ReconciliationPreview' }),
    page: true,
    errors: [unknownSecret, 'collection_not_found', 'record_not_found'],
  }),
  'reconcile.propose_properties': defineRoute('reconcile.propose_properties', 'GET /reconcile/{secret}/extend', {
    summary: 'List the fields that records can be extended with',
    policy,
    params,
    query: z.object({
      type: text(limits.queryCharacters).optional(),
      limit: queryInteger(1, limits.fieldsPerRecord).optional(),
      callback,
    }),
    answer: z
      .object({ type: z.string(), limit: z.int().optional(), properties: z.array(named) })
      .meta({ id: 'ReconciliationProposal' }),
    errors: [unknownSecret, 'collection_not_found'],
  }),
  'reconcile.extend': defineRoute('reconcile.extend', 'POST /reconcile/{secret}/extend', {
    summary: 'Extend records with the values of their fields, as `extend` at the service does',
    isRepeatable: true,
    takesTurns: true,
    formBody: true,
    policy,
    params,
    body: z.object({ extend: z.string() }).meta({ id: 'ReconciliationExtend' }),
    answer: extended,
    errors: [unknownSecret, 'collection_not_found'],
  }),
} as const;
