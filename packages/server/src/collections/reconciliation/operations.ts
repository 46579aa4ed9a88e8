import { limits, type OperationId, reconcilePath, version } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import { canonicalId } from '@tessera/records';
import type { AnswerOf, Operation, OperationContext } from '../../dispatch/operation.js';
import { framedPage } from '../../http/pages/framed-page.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import type { Principal } from '../../principals/principal.js';
import { type CollectionView, openCollection, readableRecords } from '../access/view.js';
import { presentAttributes, readable, recordTitle } from '../records/present.js';
import { findRecord } from '../records/queries.js';
import { shownFields } from '../registry/describe.js';
import { exactKey } from '../search/open-queries.js';
import { answerQuery } from '../search/operations.js';
import { findByWords } from '../search/queries.js';
import type { QueryCall, QueryDependencies } from '../search/query.js';
import { reconcile } from './candidates.js';
import { extendRecords, readExtension } from './extension.js';

/** The size of the preview frame, in pixels. */
const previewSize = { width: 400, height: 260 } as const;

/** Operations of the Reconciliation Service API at a collection's reconciliation URL. */
export function reconciliationOperations(dependencies: QueryDependencies) {
  const answerForm = (
    call: QueryCall,
    form: { readonly queries?: string | undefined; readonly extend?: string | undefined },
  ) =>
    form.queries !== undefined
      ? reconcile(dependencies, call, form.queries)
      : form.extend === undefined
        ? undefined
        : extend(call, form.extend);

  const get: Operation<'reconcile.get'> = async (context, principal, { params, query }) => {
    const call = callOf(context, principal, 'reconcile.get');
    return (await answerForm(call, query)) ?? manifest(call, params.secret);
  };

  const post: Operation<'reconcile.query'> = async (context, principal, { body }) => {
    const answer = await answerForm(callOf(context, principal, 'reconcile.query'), body);
    if (answer === undefined) {
      throw errors.invalidRequest([{ path: 'queries', message: 'is required, or extend' }]);
    }
    return answer;
  };

  const suggestEntity: Operation<'reconcile.suggest_entity'> = async (context, principal, { query }) => {
    const call = callOf(context, principal, 'reconcile.suggest_entity');
    return {
      result: await suggestRecords(dependencies, call, { typed: (query.prefix ?? '').trim(), cursor: query.cursor }),
    };
  };

  const fieldsOf = (call: QueryCall) =>
    inView(call, (transaction, view) => shownFields(transaction, { view, indexes: dependencies.indexes }));

  const suggestProperty: Operation<'reconcile.suggest_property'> = async (context, principal, { query }) => {
    const fields = await fieldsOf(callOf(context, principal, 'reconcile.suggest_property'));
    const prefix = (query.prefix ?? '').trim().toLowerCase();
    const found = fields.filter((field) => startsWord(field.toLowerCase(), prefix));
    return { result: found.slice(query.cursor).map((field) => ({ id: field, name: field })) };
  };

  const propose: Operation<'reconcile.propose_properties'> = async (context, principal, { query }) => {
    const fields = await fieldsOf(callOf(context, principal, 'reconcile.propose_properties'));
    const { type = principal.name, limit } = query;
    const properties = fields.slice(0, limit ?? fields.length).map((field) => ({ id: field, name: field }));
    return { type, ...(limit === undefined ? {} : { limit }), properties };
  };

  return {
    'reconcile.get': get,
    'reconcile.query': post,
    'reconcile.suggest_entity': suggestEntity,
    'reconcile.suggest_property': suggestProperty,
    'reconcile.preview': preview,
    'reconcile.propose_properties': propose,
    'reconcile.extend': extendForm,
  };
}

/** A call at a reconciliation URL. The principal of the URL has the name of its collection. */
function callOf(context: OperationContext, principal: Principal, operation: OperationId): QueryCall {
  return { context, principal, operation, name: principal.name };
}

/** Opens the collection for reading. Throws `collection_not_found`. */
function inView<Result>(
  { context, principal, operation, name }: QueryCall,
  work: (transaction: Transaction, view: CollectionView) => Promise<Result>,
): Promise<Result> {
  return context.transaction(async (transaction) =>
    work(transaction, await openCollection(transaction, principal, operation, name)),
  );
}

const extendForm: Operation<'reconcile.extend'> = (context, principal, { body }) =>
  extend(callOf(context, principal, 'reconcile.extend'), body.extend);

const preview: Operation<'reconcile.preview'> = (context, principal, { query }) =>
  inView(callOf(context, principal, 'reconcile.preview'), async (transaction, view) => {
    const canonical = canonicalId(query.id);
    const found = 'id' in canonical ? await findRecord(transaction, readableRecords(view), canonical.id) : undefined;
    const row = existing('record_not_found', found);
    const { external_id, attributes: shownAttributes } = presentAttributes(row, view);
    const attributes = shownAttributes as JsonObject;
    const rows = Object.entries(attributes).map(([field, value]) => [field, readable(value)] as const);
    const shown = rows.filter(([, value]) => value !== '');
    return framedPage(recordTitle(external_id, attributes), [[view.config.id_field, external_id], ...shown]);
  });

function extend(call: QueryCall, text: string): Promise<AnswerOf<'reconcile.extend'>> {
  const extension = readExtension(text);
  return inView(call, (transaction, view) => extendRecords(transaction, view, extension));
}

/** Whether a name, or a word in it, starts with a prefix. */
function startsWord(name: string, prefix: string): boolean {
  return name.startsWith(prefix) || name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(prefix));
}

function manifest(call: QueryCall, secret: string): Promise<AnswerOf<'reconcile.get'>> {
  return inView(call, async (_, { collection: { name } }) => {
    const { baseUrl } = call.context.services;
    const url = `${baseUrl}${reconcilePath}/${secret}`;
    const collectionUrl = `${baseUrl}/collections/${name}`;
    const service = (path: string) => ({ service_url: url, service_path: path });
    return {
      versions: ['0.1', '0.2'],
      name: `${name} (${call.context.workspace.name})`,
      identifierSpace: `${collectionUrl}/records/`,
      schemaSpace: `${collectionUrl}/describe`,
      serviceVersion: version,
      defaultTypes: [{ id: name, name }],
      view: { url: `${baseUrl}/app/collections/${name}?tab=records&record={{id}}` },
      preview: { url: `${url}/preview?id={{id}}`, ...previewSize },
      suggest: { entity: service('/suggest/entity'), property: service('/suggest/property') },
      extend: { propose_properties: service('/extend'), property_settings: [] },
      batchSize: limits.reconciliationQueriesPerCall,
    };
  });
}

type Suggested = AnswerOf<'reconcile.suggest_entity'>['result'][number];

const suggestedAtATime = 10;
const wordsMax = 8;

/**
 * Suggests records while a person types. Records that contain every typed word come first, in query order. The index
 * contains whole words only, so the start of a word is looked up in the newest records.
 */
export async function suggestRecords(
  dependencies: QueryDependencies,
  call: QueryCall,
  { typed, cursor }: { readonly typed: string; readonly cursor: number },
): Promise<Suggested[]> {
  const { name } = call;
  const end = cursor + suggestedAtATime;
  const query = { text: typed, topK: end, filters: undefined, fields: undefined, isExplained: false };
  const answer = await answerQuery(dependencies, call, query);
  const ranked = answer.results.map((result) => ({ ...result, attributes: result.attributes as JsonObject }));
  const isFound = typed === '' || answer.match_type === 'exact_id';
  const containing = isFound
    ? []
    : await inView(call, (transaction, view) => findContaining(transaction, view, { typed, limit: end }));
  const ids = new Set(containing.map(({ external_id }) => external_id));
  const ordered = [...ranked.filter(({ external_id }) => ids.has(external_id)), ...containing, ...ranked];
  const distinct = new Map(ordered.map((record) => [record.external_id, record]));
  return [...distinct.values()].slice(cursor, end).map(({ external_id, attributes, rendered }) => ({
    id: external_id,
    name: recordTitle(external_id, attributes),
    description: rendered,
    notable: [{ id: name, name }],
  }));
}

async function findContaining(
  transaction: Transaction,
  view: CollectionView,
  { typed, limit }: { readonly typed: string; readonly limit: number },
) {
  const words = typed.split(/\s+/).slice(0, wordsMax);
  const keys = [exactKey(typed).identifier];
  const rows = await findByWords(transaction, readableRecords(view), { words, keys, limit });
  return rows
    .filter(({ matched, is_key }) => is_key || matched === words.length)
    .map((row) => {
      const { external_id, rendered, attributes } = presentAttributes(row, view);
      return { external_id, rendered, attributes: attributes as JsonObject };
    });
}
