import {
  type CollectionDescription,
  type FieldRole,
  includesPermission,
  limits,
  type OperationId,
  type RouteDefinition,
  routes,
} from '@tessera/contract';
import { type JsonObject, type JsonValue, ownValue, stringifyJson } from '@tessera/json';
import {
  type CollectionConfig,
  declaredFields,
  deletedName,
  dueSince,
  isControlField,
  semanticFields,
} from '@tessera/records';
import { isEmpty } from '@tessera/search-engine';
import { operationName } from '../../dispatch/operation.js';
import { findPreviousSecrets } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';
import { isAllowed } from '../../principals/authorize.js';
import type { Principal } from '../../principals/principal.js';
import { type CollectionView, levelOf, readableRecords, recordFilterOf, wordFilters } from '../access/view.js';
import { measure } from '../measuring/labels.js';
import { countConfirmations } from '../records/confirmations.js';
import { findFieldOrder } from '../records/field-order.js';
import { comparedMax } from '../records/queries.js';
import type { FieldValues } from '../records/values.js';
import { type IndexedSlice, newestIn, newestRecords, unlessUnindexed, valuesIn } from '../search/in-slice.js';
import { numbersOf } from './numbers.js';
import { findUrlId } from './queries.js';

/** Describes a collection for a caller. Contains only what the caller may see of it. */
export async function describeCollection(
  transaction: Transaction,
  principal: Principal,
  { view, indexes, now, isLast = true }: IndexedSlice & { readonly now: Date; readonly isLast?: boolean },
): Promise<CollectionDescription> {
  const { collection, config } = view;
  const sample = await newestRecords(transaction, { view, indexes });
  const inOrder = await findFieldOrder(transaction, collection.id);
  const due = dueSince(config, now);
  const ids = due === null ? undefined : await newestIn(transaction, { view, indexes }, comparedMax.records + 1);
  const confirmations = await countConfirmations(transaction, readableRecords(view), { due, ids });
  const numbers = (await numbersOf(transaction, indexes, { views: [view], at: now }))(view);
  const listing = enumValues(transaction, { view, indexes });
  const values = await (isLast ? listing.catch(unlessUnindexed<FieldValues>(new Map())) : listing);
  const fields = describeFields(sample, view)
    .sort((one, other) => inOrder(one.name, other.name))
    .map((field) => {
      const listed = values.get(field.name);
      return listed === undefined ? field : { ...field, values: [...listed] };
    });
  const shown = new Set(fields.map((field) => field.name));
  const recordFilter = recordFilterOf(view);
  // Writers need every required field. Other callers must not see the names of hidden fields.
  const required = config.required_fields.filter((field) => view.level === 'write' || isShown(field, view));
  return {
    id: collection.id,
    name: collection.name,
    description: collection.description,
    access: view.level,
    id_field: config.id_field,
    write_date_field: config.write_date_field,
    id_match_fields: config.id_match_fields.filter((field) => shown.has(field)),
    filterable_fields: Object.fromEntries([...config.field_types].filter(([field]) => shown.has(field))),
    // Listed as configured, so that they appear even before the first record.
    exposed_fields: [
      ...(config.exposed_fields ??
        fields.filter((field) => field.roles.includes('exposed')).map((field) => field.name)),
    ],
    required_fields: required,
    unknown_policy: config.unknown_policy,
    append_only: config.append_only,
    history_days: config.history_days,
    high_errors_max: config.high_errors_max,
    measured: view.readSlice === null ? await measure(transaction, { collectionId: collection.id, ...config }) : null,
    phone_country: config.phone_country,
    overdue: config.overdue,
    freshness: {
      expected_every: config.expected_every,
      overdue: confirmations.overdue,
      oldest: confirmations.oldest?.toISOString() ?? null,
      // In a slice, the last arrival of data would reveal writes outside of it.
      last_delivery_at:
        (view.readSlice === null ? null : confirmations.latest)?.toISOString() ?? numbers.last_ingest_at,
    },
    fields,
    operations: operationsFor(principal, view),
    constraints: constraintsOf(view, required),
    ...(view.level !== 'read' && config.import_columns !== null ? { import_columns: config.import_columns } : {}),
    ...(view.level === 'manage' && config.mapping !== null ? { mapping: config.mapping } : {}),
    ...(view.level === 'manage' && (await previousSecrets(transaction, collection.id, now))),
    guidance: config.guidance,
    guidance_source: 'collection_owner',
    ...(recordFilter === undefined ? {} : { record_filter: recordFilter }),
    ...numbers,
  };
}

/** The earlier secrets of a collection's mapping and reconciliation URL that still work. */
async function previousSecrets(transaction: Transaction, id: string, at: Date) {
  const urlId = (await findUrlId(transaction, id)) ?? id;
  const ofMapping = await findPreviousSecrets(transaction, { kind: 'mapping_secret', ids: [id] }, at);
  const ofUrl = await findPreviousSecrets(transaction, { kind: 'reconciliation_secret', ids: [urlId] }, at);
  const [mapping, reconciliation] = [ofMapping.get(id), ofUrl.get(urlId)];
  return {
    ...(mapping && { previous_mapping: mapping }),
    ...(reconciliation && { previous_reconciliation: reconciliation }),
  };
}

/** The observed and declared fields that the caller may see. */
export async function shownFields(transaction: Transaction, look: IndexedSlice): Promise<string[]> {
  return describeFields(await newestRecords(transaction, look), look.view).map(({ name }) => name);
}

/** The values of visible enum fields in the caller's slice. */
function enumValues(transaction: Transaction, look: IndexedSlice): Promise<FieldValues> {
  const { view } = look;
  const enums = [...view.config.field_types].filter(([field, type]) => type === 'enum' && isShown(field, view));
  const fields = enums.map(([field]) => field);
  return valuesIn(transaction, look, { fields, wanted: [], ranged: true, limit: limits.describedValues });
}

type DescribedField = CollectionDescription['fields'][number];

/** Observed and declared fields. Without `manage`, only exposed fields and control fields. */
function describeFields(sample: readonly JsonObject[], view: CollectionView): DescribedField[] {
  const { config } = view;
  const observed = sample.flatMap((record) => Object.keys(record));
  const declared = [...declaredFields(config)].filter(
    (field) => !isControlField(field, config) || config.field_types.has(field),
  );
  const names = [...new Set([...observed, ...declared, config.id_field])].sort();
  const visible = names.filter((name) => isShown(name, view));
  const semantic = new Set(config.embed_fields ?? sample.flatMap((record) => semanticFields(record, config)));
  return visible.map((name) => {
    const example = exampleOf(name, sample);
    return {
      name,
      type: config.field_types.get(name) ?? null,
      roles: rolesOf(name, config, semantic),
      ...(example === undefined ? {} : { example }),
      required: config.required_fields.includes(name),
    };
  });
}

function isShown(name: string, { level, config }: CollectionView): boolean {
  return level === 'manage' || isControlField(name, config) || isExposed(name, config);
}

function isExposed(name: string, config: CollectionConfig): boolean {
  return !isControlField(name, config) && (config.exposed_fields?.includes(name) ?? true);
}

function rolesOf(name: string, config: CollectionConfig, semantic: ReadonlySet<string>): FieldRole[] {
  if (isControlField(name, config)) {
    return ['control'];
  }
  const has: Record<Exclude<FieldRole, 'control'>, boolean> = {
    identifier: config.id_match_fields.includes(name),
    semantic: semantic.has(name),
    filterable: config.field_types.has(name),
    exposed: isExposed(name, config),
  };
  return (Object.keys(has) as (keyof typeof has)[]).filter((role) => has[role]);
}

/** The value of a field in the newest record where it is not empty. */
function exampleOf(name: string, sample: readonly JsonObject[]): JsonValue | undefined {
  return sample.map((record) => ownValue(record, name)).find((value) => value !== undefined && !isEmpty(value));
}

/** The operations that an append-only collection refuses. */
const changing: ReadonlySet<OperationId> = new Set(['collections.delete_record', 'collections.revert_records']);

/** The names of the operations that the caller may use on the collection, in the contract's order. */
export function operationsFor(principal: Principal, view: CollectionView): string[] {
  const allowed = (Object.entries(routes) as [OperationId, RouteDefinition][])
    .filter(([id, route]) => route.path.startsWith('/collections/{name}') && id !== 'collections.restore')
    .filter(([id, { policy }]) => includesPermission(view.level, levelOf(id)) && isAllowed(principal, policy))
    .filter(([id]) => !(view.config.append_only && changing.has(id)))
    .map(([id]) => operationName(id));
  return [...new Set(allowed)];
}

function constraintsOf(view: CollectionView, required: readonly string[]): string[] {
  const { config } = view;
  const unknown = {
    accept: ['Undeclared fields are stored silently.'],
    warn: [],
    reject: ['A record with an undeclared field is refused.'],
  };
  return [
    ...(config.deleted_field === null
      ? []
      : [`A record is deleted by a write in which "${deletedName(config.deleted_field)}" says so.`]),
    ...(config.append_only
      ? ['Append-only: records are never changed or deleted, so send each event under a new id.']
      : []),
    ...(required.length > 0 ? [`Every record must carry ${required.join(', ')}.`] : []),
    ...unknown[config.unknown_policy],
    ...sliceConstraints(view),
  ];
}

function sliceConstraints({ level, readSlice, writeSlice }: CollectionView): string[] {
  const seen = readSlice === null ? [] : ['You see only records that match record_filter.'];
  if (level !== 'write' || writeSlice === null) {
    return seen;
  }
  const isSame = stringifyJson(readSlice?.filters ?? null) === stringifyJson(writeSlice.filters);
  return isSame
    ? ['You see and write only records that match record_filter.']
    : [...seen, `You write only records that match ${wordFilters(writeSlice)}.`];
}
