import type { Transaction } from '../platform/database/database.js';
import type { Principal } from '../principals/principal.js';
import { type PathGroup, type ReadAccess, type ReadScope, readAccess } from './read-access.js';

/**
 * Read decisions for a principal, made from its groups as they are at this moment: nothing outlives the transaction, so
 * a re-scoped group counts from the next request on. An API key reads no documents.
 */
export async function readAccessOf(transaction: Transaction, principal: Principal): Promise<ReadAccess> {
  return readAccess(await readScopeOf(transaction, principal));
}

async function readScopeOf(transaction: Transaction, { standing }: Principal): Promise<ReadScope> {
  if (standing === null || standing.role === null) {
    return [];
  }
  if (standing.groups === null) {
    return 'everything';
  }
  const ids = standing.groups.map((group) => group.id);
  return ids.length === 0
    ? []
    : transaction.query<PathGroup>(
        {
          name: 'list_paths_of_groups',
          text: `select id, name, paths from groups where workspace_id = $1 and id = any($2::uuid[])
                 order by name, id`,
        },
        [transaction.workspaceId, ids],
      );
}
