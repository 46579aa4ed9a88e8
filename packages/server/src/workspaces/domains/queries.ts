import { updateSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';

/** The host of a workspace. */
export interface DomainRow {
  readonly host: string;
  readonly checked_at: Date | null;
}

/** The workspace's host, or undefined. */
export async function findDomain(transaction: Transaction): Promise<DomainRow | undefined> {
  const [row] = await transaction.query<DomainRow>(
    'select domain as host, domain_checked_at as checked_at from workspaces where id = $1 and domain is not null',
    [transaction.workspaceId],
  );
  return row;
}

/** Sets the workspace's host. It stays proved if it was. */
export async function setDomain(transaction: Transaction, host: string): Promise<void> {
  await transaction.query(
    `update workspaces set domain = $2, domain_checked_at = case when domain = $2 then domain_checked_at end
     where id = $1`,
    [transaction.workspaceId, host],
  );
}

/** Records that the host was proved. Returns false if it already was, or the host has changed. */
export async function checkDomain(transaction: Transaction, host: string, at: Date): Promise<boolean> {
  const rows = await transaction.query(
    `update workspaces set domain_checked_at = $3 where id = $1 and domain = $2 and domain_checked_at is null returning id`,
    [transaction.workspaceId, host, at],
  );
  return rows.length > 0;
}

/** Removes the workspace's host. */
export async function removeDomain(transaction: Transaction): Promise<void> {
  const change = { domain: null, domain_checked_at: null };
  await transaction.query(...updateSql('workspaces', { id: transaction.workspaceId }, change));
}
