import type { AccessLevel, Capability, Permission, Role as WireRole } from '@tessera/contract';
import { prepared, type Queryable } from '../platform/database/database.js';
import type { AssignedGroup, Principal, WorkspaceScope } from './principal.js';
import { type PrincipalKind, roleOf, wireKind } from './wire.js';

/** The composite type `credential_row` of the database. */
export interface CredentialRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly person_id: string | null;
  readonly workspace_id: string | null;
  readonly workspace_slug: string | null;
  readonly workspace_name: string | null;
  readonly suspended: boolean | null;
  readonly role: WireRole | null;
  readonly access: AccessLevel;
  readonly confined: boolean;
  readonly groups: AssignedGroup[] | null;
  readonly capabilities: Capability[] | null;
  /** Null if not limited. */
  readonly collections: Permission | null;
  /** Only of a person's device: whether it reaches several workspaces. */
  readonly reaches_others?: boolean;
}

/** Kinds of credentials that are looked up by the hash of their secret. */
export type StoredCredential = Exclude<PrincipalKind, 'anonymous' | 'visitor' | 'operator'>;

/** Finds the principal of a stored secret; undefined if it is unknown, expired or revoked. */
export async function findPrincipal(
  transaction: Queryable,
  credential: { readonly kind: StoredCredential; readonly hash: Buffer; readonly at: Date },
): Promise<Principal | undefined> {
  const { kind, hash, at } = credential;
  const row =
    kind === 'assistant'
      ? await lookUp(transaction, 'find_assistant', [hash, at])
      : await lookUp(transaction, 'find_credential', [hash, wireKind(kind), at]);
  return row && toPrincipal(kind, row);
}

/**
 * Reads the current principal of a stored secret in the selected workspace. Does not record its use, so it works in a
 * read-only transaction. Undefined if the secret is unknown, expired or revoked.
 */
export async function readPrincipal(
  transaction: Queryable,
  credential: {
    readonly kind: StoredCredential;
    readonly hash: Buffer;
    readonly at: Date;
    readonly workspaceId: string | null;
  },
): Promise<Principal | undefined> {
  const { kind, hash, at, workspaceId } = credential;
  const row =
    kind === 'assistant'
      ? await lookUp(transaction, 'read_assistant', [hash, at, workspaceId])
      : await lookUp(transaction, 'read_credential', [hash, wireKind(kind), at, workspaceId]);
  return row && toPrincipal(kind, row);
}

/** Finds the visitor of a workspace with public pages; undefined without them. Works in a read-only transaction. */
export async function findVisitor(transaction: Queryable, slug: string): Promise<Principal | undefined> {
  const row = await lookUp(transaction, 'read_visitor', [slug]);
  return row && toPrincipal('visitor', row);
}

/**
 * Calls a function of the database that runs with the owner's rights, because row security needs a workspace, which is
 * unknown until the credential is found.
 */
async function lookUp(
  transaction: Queryable,
  name: `${'find' | 'read'}_${string}`,
  values: readonly unknown[],
): Promise<CredentialRow | undefined> {
  const parameters = values.map((_, index) => `$${index + 1}`).join(', ');
  const reached = name.endsWith('_assistant') ? reachedByAssistant : name.endsWith('_credential') ? reachedByToken : '';
  const text = `select c.*${reached} from ${name}(${parameters}) c`;
  const [row] = await transaction.query<CredentialRow>(prepared(text), values);
  return row;
}

// Part of the lookup, so that a call learns without a statement whether there are other workspaces to compare with.
const reachedByAssistant = ', (select count(*) > 1 from opened_to_assistant(c.id)) as reaches_others';
const reachedByToken = `, $2 = 'personal_token'
  and (select count(*) > 1 from memberships_of_person(c.person_id, c.id)) as reaches_others`;

/** The scope and display name of a person in a workspace. */
export interface PersonInWorkspace {
  readonly name: string;
  readonly scope: WorkspaceScope;
}

/**
 * Finds a person in a workspace, and records the use of their device there. Undefined if they are not an active member,
 * or the device is blocked.
 */
export async function findPersonInWorkspace(
  transaction: Queryable,
  { personId, tokenId }: { readonly personId: string; readonly tokenId: string },
  { workspaceId, at }: { readonly workspaceId: string; readonly at: Date },
): Promise<PersonInWorkspace | undefined> {
  const row = await lookUp(transaction, 'find_membership', [personId, workspaceId, tokenId, at]);
  const scope = row === undefined ? null : toScope(row);
  return row === undefined || scope === null ? undefined : { name: row.name, scope };
}

/** Lists a person's scopes in all workspaces that do not block the device, ordered by workspace name. */
export async function listScopes(
  transaction: Queryable,
  personId: string,
  tokenId?: string,
): Promise<WorkspaceScope[]> {
  const rows = await transaction.query<CredentialRow>(prepared('select * from memberships_of_person($1, $2)'), [
    personId,
    tokenId ?? null,
  ]);
  return rows.map(toScope).filter((scope) => scope !== null);
}

/** Lists the workspaces that a person opened to an assistant, each with whether the assistant may write there. */
export async function listOpened(transaction: Queryable, assistantId: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await transaction.query<{ workspace_id: string; writes: boolean }>(
    prepared('select * from opened_to_assistant($1)'),
    [assistantId],
  );
  return new Map(rows.map(({ workspace_id: id, writes }) => [id, writes]));
}

function toPrincipal(kind: StoredCredential | 'visitor', row: CredentialRow): Principal {
  return {
    kind,
    id: row.id,
    name: row.name,
    ...(row.email === null ? {} : { email: row.email }),
    ...(row.person_id === null ? {} : { personId: row.person_id }),
    ...(row.capabilities === null ? {} : { capabilities: row.capabilities }),
    ...(row.reaches_others ? { reachesOthers: true } : {}),
    scope: toScope(row),
  };
}

function toScope(row: CredentialRow): WorkspaceScope | null {
  if (row.workspace_id === null) {
    return null;
  }
  return {
    workspace: {
      id: row.workspace_id,
      slug: row.workspace_slug ?? '',
      name: row.workspace_name ?? '',
      suspended: row.suspended ?? false,
    },
    role: row.role === null ? null : roleOf(row.role),
    access: row.access,
    collections: row.collections ?? 'manage',
    groups: row.confined ? (row.groups ?? []) : null,
  };
}
