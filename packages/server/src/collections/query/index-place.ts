import type { ColumnKey, CompiledFilter } from '@tessera/resolver';
import type { SliceScope } from '../records/queries.js';
import type { CollectionView, Slice } from '../view.js';

/**
 * What an index is of. A slice has an index of its own: how common a word is outside it must not show in the order
 * or verdict of an answer.
 */
export interface IndexPlace {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly slice: SliceScope | null;
  /** Grows when records take other ids, identifiers or dates; an index of an earlier version is built anew. */
  readonly identityVersion: number;
}

/** Where a collection, or a slice of it, is indexed. */
export function placeOf(workspaceId: string, { collection }: CollectionView, slice: Slice | null): IndexPlace {
  return {
    workspaceId,
    collectionId: collection.id,
    identityVersion: collection.identity_version,
    slice,
  };
}

/** What tells an index from all others of a process: also from one of the same slice by another list, which has noted other changes. */
export function keyOf({ workspaceId, collectionId, identityVersion, slice }: IndexPlace): string {
  const part = slice === null ? '' : `/${JSON.stringify([slice.compiled, slice.listedIn])}`;
  return `${workspaceId}/${collectionId}/${identityVersion}${part}`;
}

/** Whether one place is of the same collection as another one, before its records took other ids, identifiers or dates. */
export function isOutdatedBy(place: IndexPlace, newer: IndexPlace): boolean {
  return (
    place.workspaceId === newer.workspaceId &&
    place.collectionId === newer.collectionId &&
    place.identityVersion < newer.identityVersion
  );
}

/** The columns that filters need. */
export function columnsOf(filters: readonly CompiledFilter[]): ColumnKey[] {
  return filters.flatMap((filter) => filter.conditions.map(({ field, type }) => ({ field, type })));
}

/** What tells a column from the others of its index. */
export function columnKey({ field, type }: ColumnKey): string {
  return `${type}:${field}`;
}
