import type { CompiledFilter } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { type FieldValues, type FieldValuesWanted, listValues } from '../records/values.js';
import { indexTargetOf } from './in-slice.js';
import type { SearchIndexes } from './index/indexes.js';

/** The most frequent values of fields in what a caller reads: by the index, and until that is there by the database. */
export async function valuesIn(
  transaction: Transaction,
  { indexes, view }: { readonly indexes: SearchIndexes; readonly view: CollectionView },
  wanted: FieldValuesWanted,
): Promise<FieldValues> {
  if (wanted.fields.length === 0) {
    return new Map();
  }
  const target = indexTargetOf(transaction, view);
  const slice = view.readSlice?.compiled ?? null;
  const columns: CompiledFilter = {
    conditions: wanted.fields.map((field) => ({ field, type: 'text', tests: [] })),
  };
  const needed = [...(slice ?? []), columns];
  const known = indexes.isReady(target, needed)
    ? await indexes.values(transaction, target, { ...wanted, slice })
    : undefined;
  if (known === undefined) {
    indexes.ensureReadyLater(target, needed);
  }
  return known ?? listValues(transaction, readableRecords(view), wanted);
}
