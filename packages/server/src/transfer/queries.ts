import type { Transaction } from '../platform/database/database.js';

/** Lines per statement. */
const pageLines = 200;

/** A column to sort by, its type, and a value that sorts before all others. */
interface KeyColumn {
  readonly column: string;
  readonly type: 'uuid' | 'bigint' | 'text' | 'bytea';
  readonly first: string;
}

const byUuid = (column: string): KeyColumn => ({ column, type: 'uuid', first: '00000000-0000-0000-0000-000000000000' });
const byExternalId: KeyColumn = { column: 't.external_id', type: 'text', first: '' };

/**
 * The rows of a workspace as lines of JSON. `select` builds one object per row. A page starts after the key `after`.
 */
export interface LineSource {
  readonly from: string;
  /** A column that is unique among the selected rows, and indexed. */
  readonly key: KeyColumn;
  readonly line: string;
  /** An additional condition, in which `$3` is the value of `of`. As in `line`, `:groups` are the exported groups. */
  readonly where?: string;
  readonly of?: string;
}

const assignedGroups = (
  holder: string,
) => `(select coalesce(jsonb_agg(jsonb_build_object('id', h.group_id, 'access', h.access)
  order by h.group_id), '[]') from group_holders h
  where h.workspace_id = $1 and h.holder_id = ${holder} and h.group_id = any(:groups))`;

/** The lines of an archive's files, by path. */
export const lineSources = {
  'groups.ndjson': {
    from: 'groups t',
    key: byUuid('t.id'),
    line: `'id', t.id, 'name', t.name, 'description', t.description, 'paths', t.paths, 'public', t.public,
      'offer_text', t.offer_text, 'offer_url', t.offer_url, 'created_at', t.created_at, 'updated_at', t.updated_at`,
  },
  'members.ndjson': {
    from: 'memberships t',
    key: byUuid('t.id'),
    line: `'id', t.id, 'email', t.email, 'name', t.name, 'role', t.role, 'access', t.access, 'status', t.status,
      'confined', t.confined, 'groups', ${assignedGroups('t.id')}, 'created_at', t.created_at, 'revoked_at', t.revoked_at,
      'starts_at', t.starts_at, 'expires_at', t.expires_at, 'recorded_expiry', t.recorded_expiry`,
  },
  'readers.ndjson': {
    from: 'readers t',
    key: byUuid('t.id'),
    line: `'id', t.id, 'email', t.email, 'name', t.name, 'status', t.status, 'groups', ${assignedGroups('t.id')},
      'created_at', t.created_at, 'revoked_at', t.revoked_at, 'expires_at', t.expires_at, 'last_seen_at', t.last_seen_at,
      'start', t.start`,
  },
  'audit.ndjson': {
    from: 'audit_events t',
    key: { column: 't.position', type: 'bigint', first: '0' },
    line: `'id', t.id, 'at', t.at, 'action', t.action, 'actor', jsonb_build_object('kind', t.actor_kind, 'id', t.actor_id,
      'name', t.actor_name, 'device', t.actor_device_name), 'target', t.target, 'detail', t.detail,
      'request_id', t.request_id, 'record_version', t.record_version`,
  },
} as const satisfies Readonly<Record<string, LineSource>>;

/**
 * The lines of a collection's files. Deleted records come first: one that is restored meanwhile is then in both files,
 * not in none.
 */
export function collectionSources(collectionId: string): Readonly<Record<string, LineSource>> {
  const of = { of: collectionId, where: 't.collection_id = $3::uuid' };
  return {
    'deleted.ndjson': {
      ...of,
      from: 'records t',
      key: byExternalId,
      where: `${of.where} and t.tombstoned_at is not null`,
      line: `'external_id', t.external_id, 'deleted_at', t.tombstoned_at, 'write_date', t.write_date,
        'write_order', t.write_order, 'version', t.version, 'created_at', t.created_at`,
    },
    'records.ndjson': {
      ...of,
      from: 'records t',
      key: byExternalId,
      where: `${of.where} and t.tombstoned_at is null`,
      line: `'external_id', t.external_id, 'attributes', t.attributes, 'write_date', t.write_date,
        'write_order', t.write_order, 'id_spelling', t.id_spelling, 'version', t.version, 'created_at', t.created_at,
        'updated_at', t.updated_at`,
    },
    'corrections.ndjson': {
      ...of,
      from: 'corrections t',
      key: byUuid('t.id'),
      line: `'id', t.id, 'query', t.query, 'external_id', t.external_id, 'slice_hash', t.slice_hash, 'by', t.created_by,
        'at', t.created_at`,
    },
    'grants.ndjson': {
      ...of,
      where: `${of.where} and t.group_id = any(:groups)`,
      from: 'collection_grants t',
      key: byUuid('t.group_id'),
      line: `'group_id', t.group_id, 'permission', t.permission, 'filter', t.filter, 'created_at', t.created_at,
        'updated_at', t.updated_at`,
    },
    'views.ndjson': {
      ...of,
      from: 'collection_views t',
      key: byUuid('t.id'),
      line: `'id', t.id, 'owner', t.owner, 'by', t.owner_name, 'shared', t.shared, 'name', t.name, 'filters', t.filters,
        'query', t.query, 'order', t.sort_order, 'updated_at', t.updated_at`,
    },
  };
}

/**
 * The author and time of each commit as the service shows them. The commits in the bundle still contain the names of
 * erased people.
 */
export function commitSource(repoId: string): LineSource {
  return {
    of: repoId,
    where: 't.repo_id = $3::uuid',
    from: 'repo_commits t',
    key: { column: 't.oid', type: 'bytea', first: '\\x' },
    line: `'oid', encode(t.oid, 'hex'), 'at', t.at, 'author', t.author, 'actor_kind', t.actor_kind, 'actor_id', t.actor_id`,
  };
}

/**
 * The next lines of a source after a key. Each is the JSON text of a row, so that numbers are unchanged. `groups` are
 * the ids of the exported groups; others, created meanwhile, are left out everywhere.
 */
export function pageOfLines(
  transaction: Transaction,
  { from, key, line, where = 'true', of }: LineSource,
  { after, groups }: { readonly after: string | undefined; readonly groups: readonly string[] },
): Promise<{ readonly key: string; readonly line: string }[]> {
  const values: unknown[] = [transaction.workspaceId, after ?? key.first, ...(of === undefined ? [] : [of])];
  const text = `select ${key.column}::text as key, jsonb_build_object(${line})::text as line from ${from}
     where t.workspace_id = $1 and ${key.column} > $2::${key.type} and ${where}
     order by ${key.column} limit ${pageLines}`;
  return text.includes(':groups')
    ? transaction.query(text.replaceAll(':groups', `$${values.length + 1}::uuid[]`), [...values, groups])
    : transaction.query(text, values);
}

/** A collection with its configuration, without the secret of a mapping's signature. */
export interface ExportedCollection {
  readonly id: string;
  readonly name: string;
  readonly configuration: string;
}

/** Every collection of the workspace, sorted by name. */
export function listCollections(transaction: Transaction): Promise<ExportedCollection[]> {
  return transaction.query(
    `select id, name, jsonb_build_object('name', name, 'description', description, 'configuration', configuration,
       'synonyms', synonyms, 'created_at', created_at, 'updated_at', updated_at)::text as configuration
     from collections where workspace_id = $1 order by name`,
    [transaction.workspaceId],
  );
}

/** A repo: its description as JSON text, and whether it has commits that need a bundle. */
export interface ExportedRepo {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly has_commits: boolean;
}

/** Every repo of the workspace, sorted by name. */
export function listRepoFiles(transaction: Transaction): Promise<ExportedRepo[]> {
  return transaction.query(
    `select id, name, head is not null as has_commits, jsonb_build_object('name', name, 'description', description,
       'created_at', created_at, 'has_commits', head is not null)::text as description
     from repos where workspace_id = $1 order by name`,
    [transaction.workspaceId],
  );
}

/** The workspace and its settings as JSON text, or undefined. */
export async function findSettings(transaction: Transaction): Promise<string | undefined> {
  const [row] = await transaction.query<{ settings: string }>(
    `select jsonb_build_object('slug', slug, 'name', name, 'reader_seats', reader_seats, 'billing_active', billing_active,
       'suspended', suspended, 'query_log_days', query_log_days, 'color', color, 'logo', logo, 'language', language, 'show_locked', show_locked,
       'offer_text', offer_text, 'offer_url', offer_url, 'embeds', embeds)::text as settings from workspaces where id = $1`,
    [transaction.workspaceId],
  );
  return row?.settings;
}
