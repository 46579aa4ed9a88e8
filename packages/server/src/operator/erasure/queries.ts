import type { WorkspaceReference } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { Queryable } from '../../platform/database/database.js';
import { columnsOf, type PersonColumns, tables } from '../../platform/database/tables.js';
import type { GranteeKind } from '../../principals/wire.js';

/** The tables that name people, each with the columns that do. */
const personTables = Object.entries(tables).flatMap(([name, { person }]): [string, PersonColumns][] =>
  person === undefined ? [] : [[name, person]],
);

/** The identities of an address: its person, its memberships and its magic links. */
export interface AddressIdentities {
  readonly personId: string | null;
  readonly personName: string | null;
  /** Personal tokens and sessions. Commits name these as their author. */
  readonly deviceIds: readonly string[];
  readonly holders: readonly Grantee[];
}

/** A membership or magic link of the person. */
export interface Grantee {
  readonly kind: Exclude<GranteeKind, 'token'>;
  readonly id: string;
  readonly workspace: WorkspaceReference;
  readonly name: string;
  readonly isActive: boolean;
}

/** Every identity of an address. */
export async function findIdentities(queryable: Queryable, email: string): Promise<AddressIdentities> {
  const [person] = await queryable.query<{ id: string; name: string; devices: string[] }>(
    `select p.id, p.name, array(
       select t.id from personal_tokens t where t.person_id = p.id union all
       select s.id from sessions s where s.person_id = p.id) as devices
     from people p where p.email = $1`,
    [email],
  );
  const holders = await queryable.query<Grantee>(
    `select h.kind, h.id, h.name, h.status = 'active' as "isActive",
       jsonb_build_object('id', w.id, 'slug', w.slug, 'name', w.name) as workspace
     from (
       select 'membership' as kind, workspace_id, id, name, status from memberships where email = $1 union all
       select 'magicLink', workspace_id, id, name, status from readers where email = $1) h
     join workspaces w on w.id = h.workspace_id and w.deleted_at is null order by w.name, w.slug, h.kind desc`,
    [email],
  );
  return {
    personId: person?.id ?? null,
    personName: person?.name ?? null,
    deviceIds: person?.devices ?? [],
    holders,
  };
}

/** Ends every way for a person to sign in. Keeps their identities, so that the other steps can be repeated. */
export async function endAccess(
  queryable: Queryable,
  email: string,
  { personId, holders }: AddressIdentities,
): Promise<void> {
  await queryable.query(
    `update memberships set status = 'revoked', revoked_at = now() where email = $1 and status = 'active'`,
    [email],
  );
  await queryable.query(
    `update readers set status = 'revoked', revoked_at = now() where email = $1 and status = 'active'`,
    [email],
  );
  const links = holders.filter(({ kind }) => kind === 'magicLink').map(({ id }) => id);
  const opened = await queryable.query<{ id: string }>(
    'delete from reader_sessions where reader_id = any($1::uuid[]) returning id',
    [links],
  );
  const own = await queryable.query<{ id: string }>(
    `with ended as (update personal_tokens set revoked_at = coalesce(revoked_at, now()) where person_id = $1 returning id),
       closed as (update sessions set revoked_at = coalesce(revoked_at, now()) where person_id = $1 returning id)
     select id from ended union all select id from closed`,
    [personId],
  );
  const ids = [...links, ...[...opened, ...own].map(({ id }) => id)];
  await queryable.query('delete from credentials where id = any($1::uuid[])', [ids]);
  await queryable.query('delete from sign_in_codes where email = $1', [email]);
}

/** Deletes the rows of an address, and those of its identities. Returns their number. */
export async function deleteIdentities(queryable: Queryable, email: string, known: AddressIdentities): Promise<number> {
  const { holders, personId, deviceIds } = known;
  const ids = [personId, ...deviceIds, ...holders.map(({ id }) => id)];
  let deleted = 0;
  const remove = async (rows: string, value: unknown) => {
    deleted += (await queryable.query(`delete from ${rows} returning 1`, [value])).length;
  };
  for (const [table, { owner, address, keptIf }] of personTables.toReversed()) {
    if (owner !== undefined) {
      await remove(`${table} where ${owner} = any($1::uuid[])`, ids);
    }
    if (address !== undefined) {
      await remove(`${table} where ${address} = $1 and not ${keptIf ?? 'false'}`, email);
    }
  }
  return deleted;
}

/** The ids of every workspace. */
export async function listWorkspaceIds(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>('select id from workspaces where deleted_at is null order by id');
  return rows.map(({ id }) => id);
}

/** The fields of an audit entry that can contain names. */
export interface NamingEntry {
  readonly id: string;
  readonly actor_id: string;
  readonly target: string | null;
  readonly detail: JsonObject;
}

/** A span of a workspace's audit log: the entries after one position, up to another. */
export interface AuditSpan {
  readonly workspaceId: string;
  readonly after: string;
  readonly upTo: string;
}

/** The next span of a workspace's audit log, with at most `size` entries; undefined after the last. */
export async function nextSpan(
  queryable: Queryable,
  { workspaceId, after, size }: { readonly workspaceId: string; readonly after: string; readonly size: number },
): Promise<AuditSpan | undefined> {
  const [row] = await queryable.query<{ up_to: string | null }>(
    `select max(position)::text as up_to from (
       select position from audit_events where workspace_id = $1 and position > $2 order by position limit ${size}) as part`,
    [workspaceId, after],
  );
  return row?.up_to == null ? undefined : { workspaceId, after, upTo: row.up_to };
}

/** Entries of a span by one of these actors, about one of these ids, or containing the address. */
export function listNaming(
  queryable: Queryable,
  { workspaceId, after, upTo }: AuditSpan,
  { email, ids }: { readonly email: string; readonly ids: readonly string[] },
): Promise<NamingEntry[]> {
  return queryable.query<NamingEntry>(
    `select id, actor_id, target, detail from audit_events
     where workspace_id = $1 and position > $2 and position <= $3
       and (actor_id = any($5) or target = any($5) or position(lower($4) in lower(coalesce(target, ''))) > 0
         or position(lower(trim('"' from to_json($4::text)::text)) in lower(detail::text)) > 0)`,
    [workspaceId, after, upTo, email, ids],
  );
}

/** Replaces the text of an entry, and the actor's names if `actorName` is given. */
export async function rewriteEntry(
  queryable: Queryable,
  entry: {
    readonly workspaceId: string;
    readonly id: string;
    readonly target: string | null;
    readonly detail: string;
    readonly actorName: string | null;
  },
): Promise<void> {
  await queryable.query(
    `update audit_events set target = $3, detail = $4::jsonb, actor_name = coalesce($5, actor_name),
       actor_device_name = case when $5::text is null then actor_device_name end
     where workspace_id = $1 and id = $2`,
    [entry.workspaceId, entry.id, entry.target, entry.detail, entry.actorName],
  );
}

/** Columns with text, and whether it is JSON. Those of the audit log are rewritten in spans. */
const textColumns = personTables
  .filter(([table]) => table !== 'audit_events')
  .flatMap(([table, { texts, json }]) => [
    ...columnsOf(texts).map((column) => [table, column, false] as const),
    ...columnsOf(json).map((column) => [table, column, true] as const),
  ]);

/** Rewrites the text of a workspace that contains the address. Returns how many strings changed. */
export async function rewriteTexts(
  queryable: Queryable,
  { workspaceId, email }: { readonly workspaceId: string; readonly email: string },
  rewrite: (text: string, isJson: boolean) => string,
): Promise<number> {
  let changed = 0;
  for (const [table, column, isJson] of textColumns) {
    const rows = await queryable.query<{ id: string; text: string }>(
      `select id, ${column}::text as text from ${table}
       where workspace_id = $1 and position(lower($2) in lower(${column}::text)) > 0`,
      [workspaceId, email],
    );
    const texts = rows.map(({ id, text }) => ({ id, text, rewritten: rewrite(text, isJson) }));
    for (const { id, rewritten } of texts.filter((each) => each.rewritten !== each.text)) {
      const statement = `update ${table} set ${column} = $3 where workspace_id = $1 and id = $2`;
      await queryable.query(statement, [workspaceId, id, rewritten]);
      changed += 1;
    }
  }
  return changed;
}

/**
 * Replaces the person's names as an actor in one workspace. They are matched by the actor's id, and by name if no one
 * else in the workspace has that name.
 */
export async function rewriteAuthors(
  queryable: Queryable,
  workspaceId: string,
  by: {
    readonly ids: readonly string[];
    readonly deviceIds: readonly string[];
    readonly email: string;
    readonly names: readonly string[];
    readonly erasedName: string;
  },
): Promise<void> {
  const ids = [...by.ids, ...by.deviceIds];
  for (const [table, { address, actor, name, isAuthor }] of personTables.filter(([, columns]) => columns.name)) {
    if (address !== undefined) {
      await queryable.query(
        `update ${table} set ${name} = $3, ${address} = $3 where workspace_id = $1 and ${address} = $2`,
        [workspaceId, by.email, by.erasedName],
      );
      continue;
    }
    const isActor = `${actor ?? 'null'}::text = any($5) ${isAuthor === true ? `and ${name} = any($2)` : ''}`;
    await queryable.query(
      `update ${table} set ${name} = $3 where workspace_id = $1 and ${name} <> $3
         and (${isActor} or lower(${name}) = $4 or ${name} in (
           select own from unnest($2::text[]) as own where not exists (
             select from memberships m where m.workspace_id = $1 and m.name = own and m.email <> $4)))`,
      [workspaceId, by.names, by.erasedName, by.email, ids],
    );
  }
}
