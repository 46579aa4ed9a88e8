-- Collections, their records, the keys that find records exactly, findings and sharing.

create table collections (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  -- Only the keys that were set; what is absent has its default.
  configuration jsonb not null default '{}',
  -- Grows with every change of configuration, so that caches know what they were built from.
  configuration_version integer not null default 1,
  ingest_secret_hash bytea not null unique,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_ingest_at timestamptz(3),
  -- The last id that has the keys of the current configuration; null once all have.
  rekey_from text collate "C",
  -- Whether they are being given other ids as well: until then an id may still name another record.
  rekeys_ids boolean not null default false,
  -- Grows when records take other ids, so that indexes know to start over.
  identity_version integer not null default 1,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
select confine_to_workspace('collections');

create table records (
  workspace_id uuid not null,
  collection_id uuid not null,
  external_id text collate "C" not null,
  -- As sent, control fields included.
  attributes jsonb not null,
  content_hash bytea not null,
  write_date timestamptz(3) not null,
  -- What the vector is made from, and what searching by words looks at.
  embed_text text not null,
  -- Identifier values in canonical form.
  identifiers text[] not null default '{}',
  -- Little-endian float32; null until embedded. Serves until replaced, also when its text has changed since.
  vector bytea,
  -- md5 of the text and the id of the embedder that the vector was made from.
  vector_text_hash bytea,
  vector_embedder text,
  embed_tries smallint not null default 0,
  tombstoned_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The transaction that last changed the row: an index catches up by asking for what is newer than its snapshot.
  changed_xid xid8 not null default pg_current_xact_id(),
  -- True while the vector is missing or stale.
  pending boolean not null default true,
  primary key (workspace_id, collection_id, external_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index records_changed on records (workspace_id, collection_id, changed_xid);
create index records_newest on records (workspace_id, collection_id, write_date desc, external_id) where tombstoned_at is null;
create index records_pending on records (workspace_id, collection_id, embed_tries, external_id) where pending and tombstoned_at is null;
select confine_to_workspace('records');

create function mark_record_changed() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end
$$;
create trigger records_mark_changed before update on records for each row execute function mark_record_changed();

-- Identifier values of live records; external ids are found by the primary key of records. Writes keep the two in step:
-- a foreign key to records would look the record up once more for every key, and reads join them anyway.
create table record_keys (
  workspace_id uuid not null,
  collection_id uuid not null,
  key text collate "C" not null,
  external_id text collate "C" not null,
  primary key (workspace_id, collection_id, key, external_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index record_keys_record on record_keys (workspace_id, collection_id, external_id);
select confine_to_workspace('record_keys');

create table findings (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null default gen_random_uuid(),
  field text not null,
  kind text not null check (kind in ('unknown_field', 'type_mismatch')),
  count bigint not null,
  example_ids text[] not null,
  message text not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, field, kind),
  unique (workspace_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('findings');

create table collection_grants (
  workspace_id uuid not null,
  collection_id uuid not null,
  group_id uuid not null,
  permission text not null check (permission in ('read', 'write')),
  filter jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, group_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);
select confine_to_workspace('collection_grants');

-- Accepted records per credential and UTC day on the agent path.
create table daily_writes (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  credential_id uuid not null,
  day date not null,
  records integer not null,
  primary key (workspace_id, credential_id, day)
);
select confine_to_workspace('daily_writes');

create function find_ingest_secret(hash bytea) returns setof credential_row
language sql stable security definer set search_path = public as $$
  select 'ingest_secret', c.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         null::text, 'read_write', false, null::jsonb, null::text[], c.id
  from collections c join workspaces w on w.id = c.workspace_id
  where c.ingest_secret_hash = hash
$$;
