import { limits } from '@tessera/contract';
import type { Transaction } from '../../platform/database/database.js';

/** Stores the order of fields that no earlier record had, because stored objects have none. */
export function noteFields(transaction: Transaction, collectionId: string, fields: ReadonlySet<string>): void {
  transaction.send(
    `update collections set field_order = (field_order || array(
         select f from unnest($3::text[]) with ordinality as u (f, n) where f <> all(field_order) order by n
       ))[1:${limits.fieldsPerRecord}]
     where workspace_id = $1 and id = $2 and not field_order @> $3::text[]
       and cardinality(field_order) < ${limits.fieldsPerRecord}`,
    [transaction.workspaceId, collectionId, [...fields]],
  );
}

/** Compares field names by the order in which the source sent them first. */
export async function findFieldOrder(
  transaction: Transaction,
  collectionId: string,
): Promise<(one: string, other: string) => number> {
  const [row] = await transaction.query<{ field_order: readonly string[] }>(
    'select field_order from collections where workspace_id = $1 and id = $2',
    [transaction.workspaceId, collectionId],
  );
  const ranks = new Map(row?.field_order.map((field, at) => [field, at]));
  const rankOf = (field: string) => ranks.get(field) ?? ranks.size;
  return (one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1);
}
