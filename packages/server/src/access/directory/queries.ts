import type { WorkspaceDirectory } from '@tessera/contract';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { oidcSource } from './grants.js';

/** A person at an issuer. */
interface PersonAtIssuer {
  readonly issuer: string;
  readonly email: string;
}

const isIssuer = (parameter: string) => `rtrim(directory ->> 'issuer', '/') = rtrim(${parameter}, '/')`;

/** Workspaces whose directory is this issuer, and those in which a directory still grants something to the address. */
export async function listDirectoryWorkspaces(
  transaction: Queryable,
  { issuer, email }: PersonAtIssuer,
): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(
    `select id from workspaces w where deleted_at is null and (${isIssuer('$1')}
       or exists (select from shares s where s.workspace_id = w.id and s.holder_kind = 'membership' and s.email = $2
                  and s.source = '${oidcSource}' and s.ended_at is null)) order by id`,
    [issuer, email],
  );
  return rows.map(({ id }) => id);
}

/** The directory of a workspace, its groups, and what an address has there. */
export interface DirectoryState {
  /** Null if the workspace has none, or that of another issuer. */
  readonly directory: WorkspaceDirectory | null;
  readonly groups: readonly string[];
  readonly isMember: boolean;
  /** Whether the directory grants something. */
  readonly isGranted: boolean;
}

/** Reads the directory of the workspace, and what a person has there. */
export async function findDirectoryState(
  transaction: Transaction,
  { issuer, email }: PersonAtIssuer,
): Promise<DirectoryState> {
  const [row] = await transaction.query<DirectoryState>(
    `select case when ${isIssuer('$3')} then directory end as directory,
       array(select id::text from groups where workspace_id = $1) as groups,
       exists (select from memberships where workspace_id = $1 and email = $2 and status = 'active') as "isMember",
       exists (select from shares where workspace_id = $1 and email = $2 and holder_kind = 'membership'
               and source = '${oidcSource}' and ended_at is null) as "isGranted"
     from workspaces where id = $1`,
    [transaction.workspaceId, email, issuer],
  );
  return row ?? { directory: null, groups: [], isMember: false, isGranted: false };
}
