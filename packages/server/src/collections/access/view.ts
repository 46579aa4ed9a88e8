import { includesPermission, type OperationId, type Permission, type RouteDefinition, routes } from '@tessera/contract';
import { type JsonObject, stringifyJson } from '@tessera/json';
import { type CollectionConfig, isControlField, readConfig } from '@tessera/records';
import { type CompiledFilter, compileSlice, matchesFilter, type Test } from '@tessera/search-engine';
import { operationName } from '../../dispatch/operation.js';
import { listSigningSecrets, type SigningSecret } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import type { Principal, WorkspaceScope } from '../../principals/principal.js';
import { readFilter } from '../filters/read.js';
import { type CollectionRow, findCollection, type GrantRow, type SharedCollectionRow } from './queries.js';

/** The part of a collection that a caller can access. Null instead of a slice means the whole collection. */
export interface Slice {
  /** The filters as configured. A record that matches any of them is inside. */
  readonly filters: readonly JsonObject[];
  readonly compiled: readonly CompiledFilter[];
}

/** A collection as one caller sees it: its configuration, and the caller's level and slices. */
export interface CollectionView {
  readonly collection: CollectionRow;
  readonly config: CollectionConfig;
  readonly level: Permission;
  readonly readSlice: Slice | null;
  readonly writeSlice: Slice | null;
  /** The secrets with which the source may sign. Set only for deliveries whose mapping has a signature. */
  readonly signatureSecrets?: readonly SigningSecret[] | undefined;
}

/** The minimum collection level that an operation requires. */
export function levelOf(operation: OperationId): Permission {
  const { policy }: RouteDefinition = routes[operation];
  return policy.permission ?? 'read';
}

/**
 * Opens a collection by name for a caller. A collection that is not shared with the caller's groups is reported as
 * `collection_not_found`, with the same statement as for a missing one. Throws `operation_not_allowed` if the caller's
 * level is below that of the operation.
 */
export async function openCollection(
  transaction: Transaction,
  principal: Principal,
  operation: OperationId,
  name: string,
): Promise<CollectionView> {
  const row = await findCollection(transaction, { column: 'name', value: name }, groupIdsOf(principal));
  const view = existing('collection_not_found', row && viewOf(row, principal.scope));
  const wanted = levelOf(operation);
  if (!includesPermission(view.level, wanted)) {
    throw errors.operationNotAllowed(
      operationName(operation),
      `\`${wanted}\` on this collection, and you have \`${view.level}\``,
    );
  }
  return view;
}

/** Opens the collection of an ingest secret for writing, without a slice. */
export async function openIngestCollection(
  transaction: Transaction,
  principal: Principal,
  at: Date,
): Promise<CollectionView> {
  const row = await findCollection(transaction, { column: 'id', value: principal.id }, []);
  // The collection was deleted after the lookup of the secret.
  if (row === undefined) {
    throw errors.invalidIngestSecret();
  }
  const config = readConfig(row.configuration);
  const owner = { kind: 'mapping_secret', id: row.id } as const;
  const signatureSecrets = config.mapping?.signature && (await listSigningSecrets(transaction, owner, at));
  return { collection: row, config, level: 'write', readSlice: null, writeSlice: null, signatureSecrets };
}

/** Opens a whole collection for work of the service; undefined if it was deleted. */
export async function openWhole(transaction: Transaction, id: string): Promise<CollectionView | undefined> {
  const collection = await findCollection(transaction, { column: 'id', value: id }, []);
  const config = collection && readConfig(collection.configuration);
  return config && { collection, config, level: 'manage', readSlice: null, writeSlice: null };
}

/** The groups whose grants apply to a caller. Empty for callers that are not confined to groups. */
export function groupIdsOf(principal: Principal): string[] {
  return principal.scope?.groups?.map((group) => group.id) ?? [];
}

/** Returns a collection as a caller sees it through the grants of its groups; undefined if none of them has a grant. */
export function viewOf(row: SharedCollectionRow, scope: WorkspaceScope | null): CollectionView | undefined {
  const config = readConfig(row.configuration);
  if (scope === null) {
    return undefined;
  }
  const readOnly = scope.access === 'read_only' || scope.role === 'member';
  if (scope.groups === null) {
    const level = readOnly ? 'read' : scope.collections;
    return { collection: row, config, level, readSlice: null, writeSlice: null };
  }
  const { grants } = row;
  if (grants.length === 0) {
    return undefined;
  }
  const writableGroups = new Set(
    scope.groups.filter((group) => group.access === 'read_write').map((group) => group.id),
  );
  const writeGrants = grants.filter((grant) => grant.permission === 'write' && writableGroups.has(grant.group_id));
  const canWrite = !readOnly && scope.collections !== 'read' && writeGrants.length > 0;
  return {
    collection: row,
    config,
    level: canWrite ? 'write' : 'read',
    readSlice: sliceOf(grants, config),
    writeSlice: canWrite ? sliceOf(writeGrants, config) : null,
  };
}

/** The selection of records that the caller of a view may read. */
export function readableRecords({ collection, readSlice }: CollectionView) {
  return { collectionId: collection.id, slice: readSlice };
}

/** The slice in the form of `describe`: one filter, or the union of several. Undefined for the whole collection. */
export function recordFilterOf(view: CollectionView): JsonObject | undefined {
  if (view.readSlice === null) {
    return undefined;
  }
  const [first, ...others] = view.readSlice.filters;
  return first !== undefined && others.length === 0 ? first : { any: [...view.readSlice.filters] };
}

/** A string that is equal for callers with the same slice. */
export function sliceKey({ readSlice }: CollectionView): string {
  return JSON.stringify(readSlice?.filters ?? null);
}

/** Whether two views have the same rights, slice and index version. */
export function isSameView(view: CollectionView, other: CollectionView): boolean {
  return (
    view.collection.id === other.collection.id &&
    view.collection.index_version === other.collection.index_version &&
    view.level === other.level &&
    sliceKey(view) === sliceKey(other)
  );
}

/** Describes the filters of a slice in words. */
export function wordFilters({ filters }: Pick<Slice, 'filters'>): string {
  return filters.map((filter) => stringifyJson(filter)).join(' or ');
}

/** The union of several grants. A grant without a filter gives access to the whole collection. */
function sliceOf(grants: readonly GrantRow[], config: CollectionConfig): Slice | null {
  const filters = grants.map((grant) => grant.filter);
  if (filters.includes(null)) {
    return null;
  }
  const distinct = new Map(
    filters.flatMap((filter) => (filter === null ? [] : [[JSON.stringify(filter), filter] as const])),
  );
  const kept = [...distinct.values()];
  return { filters: kept, compiled: compileSlice(kept, config.field_types) };
}

const never: Test = { kind: 'equals', operands: [], days: [], matchesFalse: false, matchesNull: false, negated: false };

/**
 * Reads a filter with those fields that the caller may use. Without `manage`, a hidden field is treated like an unknown
 * one: otherwise its values could be found by trying filters. Filters of slices are not restricted. Throws
 * `invalid_request` for an invalid filter.
 */
export function readVisibleFilter(filters: unknown, view: CollectionView): CompiledFilter {
  const { id_field } = view.config;
  const field_types = new Map([...view.config.field_types].filter(([field]) => mayQuery(field, view)));
  const conditions = readFilter(filters, { field_types, id_field }, 'filters').conditions.flatMap((condition) => {
    if (mayQuery(condition.field, view)) {
      return [condition];
    }
    return matchesFilter({ conditions: [condition] }, {}) ? [] : [{ ...condition, tests: [never] }];
  });
  return { conditions };
}

/** Whether a caller may filter by a field: the field is returned, or the caller manages the collection. */
export function mayQuery(field: string, { level, config }: Pick<CollectionView, 'level' | 'config'>): boolean {
  return level === 'manage' || isReturned(field, config);
}

/** Whether results contain a field: as an attribute, or as id or clock. */
export function isReturned(field: string, config: CollectionConfig): boolean {
  return isControlField(field, config) || (config.exposed_fields?.includes(field) ?? true);
}
