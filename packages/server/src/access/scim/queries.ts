import type { WorkspaceDirectory } from '@tessera/contract';
import { replaceRowsSql } from '../../platform/database/columns.js';
import type { Transaction } from '../../platform/database/database.js';

/** A user of a SCIM client. Their groups are kept while they are inactive. */
export interface ScimUser {
  readonly id: string;
  /** Null if neither the user name nor an email address of the user is one: the user cannot sign in. */
  readonly email: string | null;
  readonly userName: string;
  readonly name: string;
  /** The names and email addresses as sent. */
  readonly attributes: object;
  readonly externalId: string | null;
  readonly active: boolean;
  readonly groups: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A group of the workspace with the users that a SCIM client put into it. */
export interface ScimGroup {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  /** Ids of users. */
  readonly members: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Comparisons that all have to match, as `[attribute in lower case, value]`. */
export type Equalities = readonly (readonly [string, string])[];

/** A part of a list. A count of null means all that follows. */
export interface ListPage {
  readonly startIndex: number;
  readonly count: number | null;
}

const wholeList: ListPage = { startIndex: 1, count: null };

/** The condition for one attribute of a filter. `$` is the parameter. */
type Conditions = Readonly<Record<string, string>>;

const userConditions: Conditions = {
  id: 'id::text = lower($)',
  username: 'lower(user_name) = lower($)',
  externalid: 'external_id = $',
  displayname: 'lower(name) = lower($)',
  emails: 'email = lower($)',
  'emails.value': 'email = lower($)',
  active: 'active::text = lower($)',
  'groups.value': 'lower($) = any(groups::text[])',
};

const isMember =
  'exists (select from scim_users u where u.workspace_id = $1 and g.id = any(u.groups) and u.id::text = lower($))';

const groupConditions: Conditions = {
  id: 'g.id::text = lower($)',
  displayname: 'lower(g.name) = lower($)',
  externalid: 'g.external_id = $',
  members: isMember,
  'members.value': isMember,
};

const kinds = {
  user: { from: 'scim_users', conditions: userConditions },
  group: { from: 'groups', conditions: groupConditions },
} as const;

/** Whether a filter can compare the attribute. */
export function canCompare(kind: keyof typeof kinds, attribute: string): boolean {
  return Object.hasOwn(kinds[kind].conditions, attribute);
}

const columns = `id, email, user_name as "userName", name, attributes, external_id as "externalId", active, groups::text[] as groups,
  created_at as "createdAt", updated_at as "updatedAt"`;

const groupColumns = `g.id, g.name, g.external_id as "externalId", g.created_at as "createdAt", g.updated_at as "updatedAt",
  array(select u.id::text from scim_users u where u.workspace_id = $1 and g.id = any(u.groups)
        order by u.created_at, u.id) as members`;

/** Lists users that match a filter, oldest first. */
export function listUsers(transaction: Transaction, filter: Equalities = [], page = wholeList): Promise<ScimUser[]> {
  return matches<ScimUser>(transaction, 'user', filter, { shown: columns, page });
}

/** Lists groups that match a filter, oldest first. */
export function listScimGroups(transaction: Transaction, filter: Equalities, page = wholeList): Promise<ScimGroup[]> {
  return matches<ScimGroup>(transaction, 'group', filter, { shown: groupColumns, page });
}

/** Counts users or groups that match a filter. */
export async function countMatches(transaction: Transaction, kind: keyof typeof kinds, filter: Equalities) {
  const [row] = await matches<{ count: number }>(transaction, kind, filter, { shown: 'count(*)::int as count' });
  return row?.count ?? 0;
}

function matches<Row>(
  transaction: Transaction,
  kind: keyof typeof kinds,
  filter: Equalities,
  { shown, page }: { readonly shown: string; readonly page?: ListPage },
): Promise<Row[]> {
  const { from, conditions } = kinds[kind];
  // Replaced by a function, because `$` is special in a replacement.
  const wanted = filter
    .map(([name], n) => ` and ${conditions[name]?.replace(/\$(?!\d)/g, () => `$${n + 2}`)}`)
    .join('');
  const next = filter.length + 2;
  const cut = page && ` order by g.created_at, g.id limit $${next} offset $${next + 1}`;
  return transaction.query<Row>(`select ${shown} from ${from} g where g.workspace_id = $1${wanted}${cut ?? ''}`, [
    ...[transaction.workspaceId, ...filter.map(([, value]) => value)],
    ...(page === undefined ? [] : [page.count, page.startIndex - 1]),
  ]);
}

/** Whether all ids are users. */
export async function areUsers(transaction: Transaction, ids: readonly string[]): Promise<boolean> {
  const [row] = await transaction.query<{ count: number }>(
    'select count(*)::int as count from scim_users where workspace_id = $1 and id::text = any($2::text[])',
    [transaction.workspaceId, ids],
  );
  return row?.count === ids.length;
}

/** Adds a user, or replaces all but the groups of one. Violates `scim_users_email_key` or `scim_users_name` if taken. */
export async function saveUser(
  transaction: Transaction,
  user: Omit<ScimUser, 'groups' | 'createdAt' | 'updatedAt'> & { readonly at: Date },
): Promise<ScimUser[]> {
  const { id, email, userName, name, externalId, active, attributes, at } = user;
  const shared = { workspace_id: transaction.workspaceId, created_at: at, updated_at: at };
  const row = { id, email, user_name: userName, name, external_id: externalId, active, attributes };
  return transaction.query<ScimUser>(
    ...replaceRowsSql('scim_users', shared, [row], { returning: `returning ${columns}` }),
  );
}

/** Deletes a user. */
export function deleteUser(transaction: Transaction, id: string): Promise<ScimUser[]> {
  return transaction.query<ScimUser>(
    `delete from scim_users where workspace_id = $1 and id::text = lower($2) returning ${columns}`,
    [transaction.workspaceId, id],
  );
}

/** Stores the id that a SCIM client gives a group. */
export function saveExternalId(transaction: Transaction, groupId: string, externalId: string | null): void {
  transaction.send('update groups set external_id = $3 where workspace_id = $1 and id = $2', [
    ...[transaction.workspaceId, groupId, externalId],
  ]);
}

/** Makes exactly these users the members of a group. Returns the users whose groups changed. */
export function setMembers(
  transaction: Transaction,
  { groupId, members, at }: { readonly groupId: string; readonly members: readonly string[]; readonly at: Date },
): Promise<ScimUser[]> {
  return transaction.query<ScimUser>(
    `update scim_users set updated_at = $4, groups = case when id = any($3::uuid[]) then array_append(groups, $2::uuid)
       else array_remove(groups, $2::uuid) end
     where workspace_id = $1 and (id = any($3::uuid[])) <> ($2::uuid = any(groups)) returning ${columns}`,
    [transaction.workspaceId, groupId, members, at],
  );
}

/** The directory of the workspace, and the names of its groups by id. */
export async function findDirectory(
  transaction: Transaction,
): Promise<{ readonly directory: WorkspaceDirectory | null; readonly names: ReadonlyMap<string, string> }> {
  const [row] = await transaction.query<{ directory: WorkspaceDirectory | null; groups: [string, string][] }>(
    `select directory, (select coalesce(json_agg(json_build_array(id, name)), '[]') from groups where workspace_id = $1) as groups
     from workspaces where id = $1`,
    [transaction.workspaceId],
  );
  return { directory: row?.directory ?? null, names: new Map(row?.groups) };
}

/** Whether a group shows nothing and has no members, so that its end at a SCIM client can delete it. */
export async function isUnusedGroup(transaction: Transaction, groupId: string): Promise<boolean> {
  const [row] = await transaction.query<{ unused: boolean }>(
    `select cardinality(paths) = 0 and not public
       and not exists (select from collection_grants where workspace_id = $1 and group_id = $2)
       and not exists (select from group_holders where workspace_id = $1 and group_id = $2) as unused
     from groups where workspace_id = $1 and id = $2`,
    [transaction.workspaceId, groupId],
  );
  return row?.unused === true;
}
