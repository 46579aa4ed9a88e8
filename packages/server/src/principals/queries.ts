import type { AccessLevel, Capability, CredentialKind, Role } from '@tessera/contract';
import type { Queryable } from '../platform/database/database.js';
import type { HeldGroup, Principal, Standing } from './principal.js';

/** The composite type `credential_row` of the database. */
export interface CredentialRow {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly person_id: string | null;
  readonly workspace_id: string | null;
  readonly workspace_slug: string | null;
  readonly workspace_name: string | null;
  readonly suspended: boolean | null;
  readonly role: Role | null;
  readonly access: AccessLevel;
  readonly confined: boolean;
  readonly groups: HeldGroup[] | null;
  readonly capabilities: Capability[] | null;
  readonly collection_id: string | null;
}

/** Credential kinds that are looked up by the hash of their secret. */
export type StoredCredential = Exclude<CredentialKind, 'anonymous' | 'operator'>;

// Each function is SECURITY DEFINER: a credential is looked up before its workspace is known.
const lookups: Record<StoredCredential, { name: string; text: string; takesTime: boolean }> = {
  api_key: { name: 'find_api_key', text: 'select * from find_api_key($1)', takesTime: false },
  pinned_token: { name: 'find_token', text: 'select * from find_token($1, $2)', takesTime: true },
  personal_token: { name: 'find_personal_token', text: 'select * from find_personal_token($1, $2)', takesTime: true },
  session: { name: 'find_session', text: 'select * from find_session($1, $2)', takesTime: true },
  magic_link: { name: 'find_reader_session', text: 'select * from find_reader_session($1, $2)', takesTime: true },
  ingest_secret: { name: 'find_ingest_secret', text: 'select * from find_ingest_secret($1)', takesTime: false },
};

/** The principal behind a stored secret; undefined when it is unknown, expired or revoked. */
export async function findPrincipal(
  transaction: Queryable,
  credential: { readonly kind: StoredCredential; readonly hash: Buffer; readonly at: Date },
): Promise<Principal | undefined> {
  const lookup = lookups[credential.kind];
  const values = lookup.takesTime ? [credential.hash, credential.at] : [credential.hash];
  const [row] = await transaction.query<CredentialRow>(lookup, values);
  return row === undefined ? undefined : toPrincipal(credential.kind, row);
}

/** A person's device: their personal token, which a workspace may have shut out. */
export interface PersonsDevice {
  readonly personId: string;
  readonly tokenId: string;
}

/** Where a person stands in one workspace, and what they are called there. */
export interface PersonThere {
  readonly name: string;
  readonly standing: Standing;
}

/**
 * Who a person is in one workspace, noting that their device was used there; undefined when they are not an active
 * member or the device is shut out.
 */
export async function findPersonThere(
  transaction: Queryable,
  { personId, tokenId }: PersonsDevice,
  { workspaceId, at }: { readonly workspaceId: string; readonly at: Date },
): Promise<PersonThere | undefined> {
  const [row] = await transaction.query<CredentialRow>(
    {
      name: 'admit_device_of_member',
      text: 'select m.* from find_membership($1, $2) m where admit_device(m.workspace_id, $3, $4)',
    },
    [personId, workspaceId, tokenId, at],
  );
  const standing = row === undefined ? null : toStanding(row);
  return row === undefined || standing === null ? undefined : { name: row.name, standing };
}

/** Everywhere a person stands, with a device only where it is not shut out, ordered by the workspace's name. */
export async function listStandings(transaction: Queryable, personId: string, tokenId?: string): Promise<Standing[]> {
  const rows = await transaction.query<CredentialRow>(
    {
      name: 'workspaces_of_person',
      text: `select w.* from workspaces_of_person($1) w
             where $2::uuid is null or not device_is_shut_out(w.workspace_id, $2)`,
    },
    [personId, tokenId ?? null],
  );
  return rows.map(toStanding).filter((standing) => standing !== null);
}

function toPrincipal(kind: StoredCredential, row: CredentialRow): Principal {
  return {
    kind,
    id: row.id,
    name: row.name,
    ...(row.email === null ? {} : { email: row.email }),
    ...(row.person_id === null ? {} : { personId: row.person_id }),
    ...(row.capabilities === null ? {} : { capabilities: row.capabilities }),
    ...(row.collection_id === null ? {} : { collectionId: row.collection_id }),
    standing: toStanding(row),
  };
}

function toStanding(row: CredentialRow): Standing | null {
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
    role: row.role,
    access: row.access,
    groups: row.confined ? (row.groups ?? []) : null,
  };
}
