import type { JsonObject } from '@tessera/json';
import { stringifyJson } from '@tessera/json';
import { deleteSql, insertSql } from '../../platform/database/columns.js';
import { prepared, type Transaction } from '../../platform/database/database.js';

/** A saved view as stored. */
export interface ViewRow {
  readonly id: string;
  /** The e-mail address of a person, otherwise the id of the token. */
  readonly owner: string;
  readonly owner_name: string;
  readonly shared: boolean;
  readonly name: string;
  readonly filters: JsonObject | null;
  readonly query: string | null;
  readonly sort_order: string | null;
  readonly updated_at: Date;
}

const columns = 'id, owner, owner_name, shared, name, filters, query, sort_order, updated_at';

/** The views of an owner and the shared ones, by name. */
export function listViews(transaction: Transaction, collectionId: string, owner: string): Promise<ViewRow[]> {
  return transaction.query<ViewRow>(
    prepared(`select ${columns} from collection_views
             where workspace_id = $1 and collection_id = $2 and (shared or owner = $3) order by lower(name), name, id`),
    [transaction.workspaceId, collectionId, owner],
  );
}

/** Finds a view of any owner; undefined if there is none. */
export async function findView(
  transaction: Transaction,
  collectionId: string,
  id: string,
): Promise<ViewRow | undefined> {
  const [row] = await transaction.query<ViewRow>(
    `select ${columns} from collection_views where workspace_id = $1 and collection_id = $2 and id = $3`,
    [transaction.workspaceId, collectionId, id],
  );
  return row;
}

/** Counts the other views of an owner, and the other shared ones. */
export async function countOtherViews(
  transaction: Transaction,
  collectionId: string,
  { id, owner }: Pick<ViewRow, 'id' | 'owner'>,
): Promise<{ readonly owned: number; readonly shared: number }> {
  const [row] = await transaction.query<{ owned: number; shared: number }>(
    `select count(*) filter (where owner = $4)::int as owned, count(*) filter (where shared)::int as shared
     from collection_views where workspace_id = $1 and collection_id = $2 and id <> $3`,
    [transaction.workspaceId, collectionId, id, owner],
  );
  return row ?? { owned: 0, shared: 0 };
}

/** Stores a view, replacing the one with its id. Its owner stays. */
export function storeView(transaction: Transaction, collectionId: string, view: ViewRow): void {
  const filters = view.filters && stringifyJson(view.filters);
  const row = { workspace_id: transaction.workspaceId, collection_id: collectionId, ...view, filters };
  const ending = `on conflict (workspace_id, collection_id, id) do update set shared = excluded.shared,
    name = excluded.name, filters = excluded.filters, query = excluded.query, sort_order = excluded.sort_order,
    updated_at = excluded.updated_at`;
  transaction.send(...insertSql('collection_views', row, ending));
}

/** Deletes a view. */
export function deleteView(transaction: Transaction, collectionId: string, id: string): void {
  const key = { workspace_id: transaction.workspaceId, collection_id: collectionId, id };
  transaction.send(...deleteSql('collection_views', key));
}
