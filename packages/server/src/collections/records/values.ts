import { preparedVariant, type Transaction } from '../../platform/database/database.js';
import { type RecordSelection, selectionSql } from './queries.js';

/** A value as a string, and the number of records that have it. */
export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** Values by field. */
export type FieldValues = ReadonlyMap<string, readonly ValueCount[]>;

/** The fields whose values are listed, and the maximum number of values per field. */
export interface FieldValuesRequest {
  readonly fields: readonly string[];
  /** Values listed first if they occur. */
  readonly wanted: readonly string[];
  /** Whether values count as in enum filters: relational values by label, without empty values. */
  readonly ranged: boolean;
  readonly limit: number;
}

/**
 * Lists the most frequent values of fields in a selection. Wanted values come first, and values of equal frequency are
 * sorted by code point. Reads every record.
 */
export async function listValues(
  transaction: Transaction,
  selection: RecordSelection,
  { fields, wanted, ranged, limit }: FieldValuesRequest,
): Promise<FieldValues> {
  const { text, values } = selectionSql(transaction, selection);
  const next = values.length + 1;
  const rows = await transaction.query<ValueCount & { field: string }>(
    preparedVariant(`select field, value, count from (
         select f.field, v.value, count(*)::int as count, row_number() over (
           partition by f.field order by v.value = any($${next + 1}::text[]) desc, count(*) desc, v.value collate "C") as rank
         from records r, unnest($${next}::text[]) as f (field),
           lateral (select distinct t as value from unnest(filter_texts(r.attributes -> f.field, $${next + 2})) as t) as v
         where ${text} group by f.field, v.value) as counted
       where rank <= $${next + 3} order by field, rank`),
    [...values, fields, wanted, ranged, limit],
  );
  const listed = new Map<string, ValueCount[]>(fields.map((field) => [field, []]));
  for (const { field, value, count } of rows) {
    listed.get(field)?.push({ value, count });
  }
  return listed;
}
