import type { archiveLines } from '@tessera/contract';

/** A file of an archive whose lines are rows. */
export type LineFile = keyof typeof archiveLines;

/** The rows of a file of an archive. A field of its lines is the column of that name, unless `columns` says otherwise. */
export interface ArchivedRows {
  /** The column by which a file is sorted and read in pages: unique among the rows of a workspace, collection or repo. */
  readonly sortedBy: string;
  /** The type of `sortedBy`; `uuid` by default. Bytes are written in hexadecimal. */
  readonly type?: 'bigint' | 'text' | 'bytea';
  /** The column of a field, or the columns of an object's fields. */
  readonly columns?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  /** A condition on the rows `t`, in which `:groups` are the exported groups. */
  readonly where?: string;
  /** The rows are holders of groups, which the field `groups` contains. */
  readonly holders?: 'membership' | 'reader';
}

/** How rows name a person, from which erasure derives. */
export interface PersonColumns {
  /** The person's address. The row is deleted, unless it matches `keptIf`: then address and `name` are replaced. */
  readonly address?: string;
  readonly keptIf?: string;
  /** The id of the person, of a device or of a grant. The row is deleted. */
  readonly owner?: string;
  /** The name of who acted, which is replaced. */
  readonly name?: string;
  /** The id of who acted; `name` belongs to it. */
  readonly actor?: string;
  /** `name` is what the actor wrote, so both the id and the name have to match. */
  readonly isAuthor?: boolean;
  /** Text or JSON in which the address is replaced. */
  readonly texts?: string;
  /** JSON in which the address, and strings that equal a name, are replaced. */
  readonly json?: string;
}

/** A table of the database. Lists of columns are separated by spaces. */
export interface Table {
  /** The primary key. Rows of a workspace start with `workspace_id`, then the id of their collection or repo. */
  readonly key: string;
  /** What owns a row and is deleted with it. Absent for tables of the service. */
  readonly of?: 'workspace' | 'collection' | 'repo';
  /** The files of an archive with its rows. */
  readonly files?: Partial<Record<LineFile, ArchivedRows>>;
  /** Columns that an archive contains in another form. */
  readonly archived?: string;
  /** Whether `repos.bytes`, or the sum of drafts, contains the rows. */
  readonly inRepoBytes?: true;
  /** All other columns, which an archive leaves out: an import derives them, or gives them the values of a new row. */
  readonly left?: string;
  readonly person?: PersonColumns;
}

const collection = (key: string) => ({ of: 'collection', key: `workspace_id collection_id ${key}`.trim() }) as const;
const repo = (key: string) => ({ of: 'repo', key: `workspace_id repo_id ${key}`.trim() }) as const;
/** Tables that a commit or draft fills; the others of repos are derived from them. */
const written = (key: string) => ({ ...repo(key), inRepoBytes: true }) as const;
const workspace = (key: string) => ({ of: 'workspace', key: `workspace_id ${key}` }) as const;

const writer = { kind: 'actor_kind', id: 'actor_id', name: 'actor_name' };

/**
 * Every table with every column. Export, import, deletion, erasure and `move` derive from it. A table comes after those
 * that it references.
 */
export const tables: Readonly<Record<string, Table>> = {
  schema_migrations: { key: 'name', left: 'checksum applied_at' },
  workspaces: {
    key: 'id',
    archived: `slug name reader_seats billing_active suspended query_log_days color logo language show_locked offer_text
      offer_url embeds guard_writes directory`,
    left: 'created_at deleted_at domain domain_checked_at',
  },
  people: { key: 'id', left: 'email name created_at first_signed_in_at language', person: { address: 'email' } },
  personal_tokens: { key: 'id', left: 'person_id name secret_last_four created_at last_used_at revoked_at' },
  sessions: {
    key: 'id',
    left: 'person_id workspace_id device created_at last_used_at expires_at revoked_at reach provider_session',
  },
  sign_in_codes: {
    key: 'attempt_hash',
    left: 'email asked_from code_hash tries_left created_at expires_at',
    person: { address: 'email' },
  },
  device_authorizations: {
    key: 'device_code_hash',
    left: 'user_code client_id device status person_id interval_seconds last_polled_at created_at expires_at',
  },
  oauth_records: { key: 'model id_hash', left: 'personal_token_id payload consumed_at expires_at' },
  mails: {
    key: 'id',
    left: 'email request_id body attempts reason created_at next_attempt_at give_up_at',
    person: { address: 'email' },
  },
  operator_events: { key: 'id', left: 'at action target detail request_id actor' },
  call_windows: { key: 'key', left: 'seconds calls checked_at accepted' },
  credentials: { of: 'workspace', key: 'secret_hash', left: 'kind id expires_at last_used_at signing_secret' },
  api_keys: {
    ...workspace('id'),
    left: 'name capability capabilities secret_last_four created_at last_used_at revoked_at creator_id',
  },
  tokens: {
    ...workspace('id'),
    left: `name role access confined secret_last_four created_at expires_at last_used_at revoked_at collections
      creator_id`,
  },
  assistant_workspaces: { ...workspace('personal_token_id'), left: 'writes' },
  workspace_devices: { ...workspace('personal_token_id'), left: 'last_used_at revoked_at' },
  daily_writes: { ...workspace('credential_id day'), left: 'records' },
  workspace_calls: { ...workspace('hour'), left: 'started_at calls' },
  mail_counts: { ...workspace('email'), left: 'sent_at last_sent_at', person: { address: 'email' } },
  webhooks: {
    ...workspace('id'),
    left: 'url events description enabled failing_since last_attempt_at created_at',
  },
  webhook_deliveries: {
    ...workspace('id'),
    left: `webhook_id position event subject body status attempts claimed_until next_attempt_at give_up_at last_attempt_at
      response_status error created_at`,
    person: { texts: 'subject', json: 'body' },
  },
  groups: { ...workspace('id'), files: { groups: { sortedBy: 'id' } }, left: 'external_id' },
  group_holders: {
    ...workspace('holder_id group_id source'),
    archived: 'holder_kind access starts_at expires_at',
    person: { owner: 'holder_id' },
  },
  memberships: {
    ...workspace('id'),
    files: { members: { sortedBy: 'id', holders: 'membership' } },
    left: 'person_id',
    person: { address: 'email' },
  },
  shares: { ...workspace('id'), files: { shares: { sortedBy: 'id' } }, person: { address: 'email' } },
  scim_users: {
    ...workspace('id'),
    left: 'email user_name name attributes external_id active groups created_at updated_at',
    // A user who signs in with another address can have this one too.
    person: { address: 'email', texts: 'user_name name external_id attributes' },
  },
  sign_in_links: { ...workspace('id'), left: 'membership_id next created_at expires_at provider_session' },
  readers: {
    ...workspace('id'),
    files: { readers: { sortedBy: 'id', holders: 'reader' } },
    person: { address: 'email' },
  },
  reader_sessions: { ...workspace('id'), left: 'reader_id device created_at last_used_at expires_at' },
  collections: {
    ...workspace('id'),
    archived: 'name description configuration synonyms field_order created_at updated_at',
    left: 'deleted_at strictness configuration_version key_version index_version id_version',
  },
  collection_states: {
    ...collection(''),
    left: 'change_mark last_ingest_at stale_run overdue_after matched_mark matched_id aliased',
  },
  collection_days: { ...collection('day'), left: 'high low none written failed stale' },
  records: {
    ...collection('external_id'),
    files: {
      // Deleted records come first: one that is restored meanwhile is then in both files, not in none.
      deleted: {
        sortedBy: 'external_id',
        type: 'text',
        where: 't.tombstoned_at is not null',
        columns: { deleted_at: 'tombstoned_at' },
      },
      records: { sortedBy: 'external_id', type: 'text', where: 't.tombstoned_at is null' },
    },
    left: `change_mark content_hash embed_text text_cut vector vector_text_hash vector_embedder pending embed_tries
      claimed_until`,
  },
  record_confirmations: {
    ...collection('external_id'),
    files: { confirmations: { sortedBy: 'external_id', type: 'text' } },
  },
  record_versions: {
    ...collection('external_id version'),
    left: `next_version replaced_at next_mark attributes write_date write_order tombstoned_at created_at updated_at`,
  },
  record_writes: {
    ...collection('version'),
    files: { writes: { sortedBy: 'version', columns: { actor: writer } } },
    left: 'change_mark actor_device_id',
    person: { actor: 'actor_id', name: 'actor_name' },
  },
  record_keys: collection('key external_id'),
  corrections: {
    ...collection('id'),
    files: { corrections: { sortedBy: 'id', columns: { by: 'created_by', at: 'created_at' } } },
    left: 'words_hash',
    person: { name: 'created_by' },
  },
  record_matches: {
    ...collection('id'),
    files: {
      matches: {
        sortedBy: 'id',
        where: 't.decision is not null',
        columns: { by: 'decided_by', at: 'decided_at' },
      },
    },
    left: 'change_mark',
    person: { name: 'decided_by' },
  },
  collection_grants: {
    ...collection('group_id'),
    files: { grants: { sortedBy: 'group_id', where: 't.group_id = any(:groups)' } },
  },
  collection_views: {
    ...collection('id'),
    files: { views: { sortedBy: 'id', columns: { by: 'owner_name', order: 'sort_order' } } },
    person: { address: 'owner', name: 'owner_name', keptIf: 'shared' },
  },
  record_departures: { ...collection('group_id external_id'), left: 'change_mark changed_at' },
  findings: {
    ...collection('field_hash kind'),
    left: 'id field count example_ids message first_seen_at last_seen_at',
  },
  query_log: {
    ...collection('at id'),
    left: 'actor_kind actor_id actor_name query confidence match_type external_id duration_ms strength right',
    person: { actor: 'actor_id', name: 'actor_name' },
  },
  query_labels: { ...collection('query_hash'), left: 'strength is_right labelled_at' },
  reconciliation_urls: { ...collection(''), left: 'id group_ids created_at' },
  repos: {
    ...workspace('id'),
    archived: 'name description created_at portable_names',
    left: 'head revision bytes',
  },
  // The authors and times of commits as the service shows them. The commits in the bundle still name erased people.
  repo_commits: {
    ...written('oid'),
    files: { commits: { sortedBy: 'oid', type: 'bytea' } },
    left: 'revision holds message',
    person: { actor: 'actor_id', name: 'author', isAuthor: true },
  },
  repo_objects: { ...written('oid'), archived: 'kind size data', left: 'revision' },
  repo_object_parts: { ...written('oid n'), archived: 'data' },
  repo_folders: { ...written('path'), left: 'oid' },
  documents: {
    ...written('path'),
    left: 'blob size media_type title version_id revision changed_at changed_by position',
    person: { name: 'changed_by' },
  },
  document_versions: { ...written('path revision'), left: 'id status blob size moved_from' },
  document_chunks: { ...repo('blob n'), left: 'heading anchor start length cutter vector embedder_id' },
  document_drafts: {
    ...written('path writer_id'),
    left: 'writer_name base body changed_at seen_at',
    person: { owner: 'writer_id' },
  },
  document_renderings: { ...repo('path'), left: 'repo blob renderer html toc' },
  audit_events: {
    ...workspace('id'),
    files: {
      audit: {
        sortedBy: 'position',
        type: 'bigint',
        columns: { actor: { ...writer, device: 'actor_device_name' } },
      },
    },
    left: 'position actor_device_id',
    // Erasure rewrites it in pieces, together with the names of actors.
    person: { texts: 'actor_name target detail' },
  },
};

/** The columns of a list. */
export function columnsOf(list = ''): string[] {
  return list.split(/\s+/).filter((column) => column !== '');
}

/** The tables with nearly all data: of collections and repos, and the audit log. */
export const largeTables = Object.entries(tables)
  .filter(
    ([name, { of }]) => of === 'collection' || of === 'repo' || ['collections', 'repos', 'audit_events'].includes(name),
  )
  .map(([name]) => name);

/** The tables whose rows belong to a workspace, after those that they reference. */
export const tenantTables = Object.entries(tables)
  .filter(([, { of }]) => of !== undefined)
  .map(([name]) => name);
