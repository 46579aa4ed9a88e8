import type { Language } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';

/** A person, independent of workspaces. */
export interface Person {
  readonly id: string;
  readonly email: string;
  /** The person's own name, by default the address. In a workspace, the membership's name is used. */
  readonly name: string;
  /** The language that the person chose, or null. */
  readonly language: Language | null;
}

/** A workspace that a person is a current member of, with their name there. */
export interface MembershipName {
  readonly workspaceId: string;
  readonly name: string;
}

/** Locks the addresses until the transaction ends, so that grants and sign-ins of one address run one after another. */
export async function lockAddresses(transaction: Queryable, emails: readonly string[]): Promise<void> {
  // Sorted, so that two calls cannot deadlock.
  await transaction.query(
    `select pg_advisory_xact_lock(hashtextextended('person:' || email, 0))
     from (select email from unnest($1::text[]) as email order by email) as sorted`,
    [emails],
  );
}

/** Whether a code may be sent to the address: it was invited, or its person signed in before. */
export async function isKnownAddress(transaction: Queryable, email: string): Promise<boolean> {
  const [row] = await transaction.query<{ known: boolean }>(
    `select exists (select from memberships m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
                     where m.email = $1 and membership_state(m.status, m.starts_at, m.expires_at) in ('current', 'not_started'))
         or exists (select from people where email = $1 and first_signed_in_at is not null) as known`,
    [email],
  );
  return row?.known === true;
}

/** Finds or adds the person of an address, and records the first sign-in with a verified address. */
export async function savePerson(
  transaction: Queryable,
  person: Pick<Person, 'id' | 'email' | 'name'> & { readonly at: Date; readonly isVerified: boolean },
): Promise<Person> {
  const [row] = await transaction.query<Person>(
    `insert into people as known (id, email, name, created_at, first_signed_in_at) values ($1, $2, $3, $4, $5)
     on conflict (email) do update set first_signed_in_at = coalesce(known.first_signed_in_at, excluded.first_signed_in_at)
     returning id, email, name, language`,
    [person.id, person.email, person.name, person.at, person.isVerified ? person.at : null],
  );
  if (row === undefined) {
    throw new Error('a person was saved but not returned');
  }
  return row;
}

/** Links the memberships of the address, or only that of one workspace. Returns the workspaces where one was pending. */
export async function linkMemberships(transaction: Queryable, person: Person, onlyIn?: string): Promise<string[]> {
  const rows = await transaction.query<{ workspace_id: string }>(
    `update memberships set person_id = $1
     where email = $2 and person_id is null and ($3::uuid is null or workspace_id = $3) returning workspace_id`,
    [person.id, person.email, onlyIn ?? null],
  );
  return rows.map((row) => row.workspace_id);
}

/** The workspaces that the person is a current member of, sorted by name. */
export function listMembershipNames(transaction: Queryable, personId: string): Promise<MembershipName[]> {
  return transaction.query<MembershipName>(
    `select m.workspace_id as "workspaceId", m.name from memberships m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
     where m.person_id = $1 and membership_state(m.status, m.starts_at, m.expires_at) = 'current'
     order by w.name, w.slug`,
    [personId],
  );
}

/** The workspaces that an address is a current member of, pending or signed in. */
export async function listMembershipsOfAddress(transaction: Queryable, email: string): Promise<string[]> {
  const rows = await transaction.query<{ workspace_id: string }>(
    `select m.workspace_id from memberships m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
     where m.email = $1 and membership_state(m.status, m.starts_at, m.expires_at) = 'current'`,
    [email],
  );
  return rows.map((row) => row.workspace_id);
}

/** A person by id, who must exist. */
export async function findPersonById(transaction: Queryable, id: string): Promise<Person> {
  const [row] = await transaction.query<Person>('select id, email, name, language from people where id = $1', [id]);
  if (row === undefined) {
    throw new Error('no such person');
  }
  return row;
}

/** Stores a person's language. Null selects the language of the browser or workspace. */
export async function saveLanguage(transaction: Queryable, personId: string, language: Language | null): Promise<void> {
  await transaction.query('update people set language = $2 where id = $1', [personId, language]);
}

/** The language that the person of an address chose, or null. */
export async function languageOfAddress(transaction: Queryable, email: string): Promise<Language | null> {
  const [row] = await transaction.query<{ language: Language | null }>('select language_of_address($1) as language', [
    email,
  ]);
  return row?.language ?? null;
}
