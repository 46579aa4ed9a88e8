import type { AccessLevel, Role } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';

/** A membership of any role, with the groups that it holds. */
export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly access: AccessLevel;
  readonly status: 'active' | 'revoked';
  readonly pending: boolean;
  readonly confined: boolean;
  readonly groups: string[];
  readonly created_at: Date;
}

const columns = `m.id, m.email, m.name, m.role, m.access, m.status, m.person_id is null as pending, m.confined, m.created_at,
  (select coalesce(array_agg(h.group_id::text order by h.group_id), '{}') from group_holders h
   where h.workspace_id = m.workspace_id and h.holder_kind = 'membership' and h.holder_id = m.id) as groups`;

/** People newest first, after the given key; `limit` null for all of them. */
export function listPeople(
  transaction: Queryable,
  page: { readonly after: readonly [createdAt: string, id: string] | null; readonly limit: number | null },
): Promise<PersonRow[]> {
  return transaction.query<PersonRow>(
    `select ${columns} from memberships m
     where $1::timestamptz is null or (m.created_at, m.id) < ($1, $2::uuid)
     order by m.created_at desc, m.id desc limit $3`,
    [page.after?.[0] ?? null, page.after?.[1] ?? null, page.limit],
  );
}

/** How many people there are, active and revoked. */
export async function countPeople(transaction: Queryable): Promise<number> {
  const [row] = await transaction.query<{ count: number }>('select count(*)::int as count from memberships');
  return row?.count ?? 0;
}

/** One person, whom no other transaction changes until this one ends; undefined when there is none. */
export async function lockPerson(transaction: Queryable, id: string): Promise<PersonRow | undefined> {
  await transaction.query('select from memberships where id = $1 for update', [id]);
  const [row] = await transaction.query<PersonRow>(`select ${columns} from memberships m where m.id = $1`, [id]);
  return row;
}

/** The fields of a membership that the settings decide. */
export interface PersonFields {
  readonly name: string;
  readonly role: Role;
  readonly access: AccessLevel;
  readonly confined: boolean;
}

/** Adds a person, or brings a revoked one back under the same id. `name` null keeps an earlier name, or takes the address. */
export async function savePerson(
  transaction: Queryable,
  person: Omit<PersonFields, 'name'> & {
    readonly workspaceId: string;
    readonly id: string;
    readonly email: string;
    readonly name: string | null;
    readonly at: Date;
  },
): Promise<string> {
  const [row] = await transaction.query<{ id: string }>(
    `insert into memberships as known (workspace_id, id, email, name, role, access, status, confined, created_at)
     values ($1, $2, $3, coalesce($4, $3), $5, $6, 'active', $7, $8)
     on conflict (workspace_id, email) do update
       set name = coalesce($4, known.name), role = excluded.role, access = excluded.access, status = 'active',
           confined = excluded.confined, revoked_at = null
     returning id`,
    [person.workspaceId, person.id, person.email, person.name, person.role, person.access, person.confined, person.at],
  );
  return row?.id ?? person.id;
}

/** Changes a person. */
export async function updatePerson(transaction: Queryable, id: string, fields: PersonFields): Promise<void> {
  await transaction.query('update memberships set name = $2, role = $3, access = $4, confined = $5 where id = $1', [
    id,
    fields.name,
    fields.role,
    fields.access,
    fields.confined,
  ]);
}

/** Whether anybody but this person could still manage the workspace. */
export async function hasOtherAdmin(transaction: Queryable, id: string): Promise<boolean> {
  const [row] = await transaction.query<{ other: boolean }>(
    `select exists (select from memberships where id <> $1 and role = 'admin' and status = 'active'
                      and access = 'read_write' and not confined) as other`,
    [id],
  );
  return row?.other === true;
}
