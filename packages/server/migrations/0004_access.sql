-- Magic-link readers and their browser sessions, the windows of the per-key rate limits, and how members are found.

-- The seats that are taken, and the list of members from the newest on.
create index memberships_seats on memberships (workspace_id) where role = 'reader' and status = 'active';
create index memberships_newest on memberships (workspace_id, created_at desc, id desc) where role = 'reader';

create table readers (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  name text not null,
  status text not null check (status in ('active', 'revoked')),
  -- The one link that works; minting a new one replaces it.
  link_hash bytea not null unique,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
select confine_to_workspace('readers');

-- What a link was exchanged for. It is good for as long as the link that it came from is the reader's.
create table reader_sessions (
  workspace_id uuid not null,
  secret_hash bytea not null unique,
  reader_id uuid not null,
  link_hash bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (workspace_id, secret_hash),
  foreign key (workspace_id, reader_id) references readers (workspace_id, id) on delete cascade
);
create index reader_sessions_reader on reader_sessions (workspace_id, reader_id);
select confine_to_workspace('reader_sessions');

-- The calls of the last minute per API key and bucket: at most as many instants as the bucket has places.
create table rate_limit_windows (
  workspace_id uuid not null,
  api_key_id uuid not null,
  bucket text not null,
  calls timestamptz[] not null,
  -- Of the latest call: when it was checked and whether it got a place.
  checked_at timestamptz not null,
  accepted boolean not null,
  primary key (workspace_id, api_key_id, bucket),
  foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id) on delete cascade
);
select confine_to_workspace('rate_limit_windows');

-- A link before its workspace is known, whatever became of it: the page says so plainly.
create function find_reader_link(hash bytea)
returns table (workspace_id uuid, workspace_name text, reader_id uuid, status text, expires_at timestamptz)
language sql stable security definer set search_path = public as $$
  select r.workspace_id, w.name, r.id, r.status, r.expires_at
  from readers r join workspaces w on w.id = r.workspace_id
  where r.link_hash = hash
$$;

-- The reader behind a session's cookie. It also notes, at most once a minute, that the reader was seen.
create function find_reader_session(hash bytea, at timestamptz) returns setof credential_row
language sql volatile security definer set search_path = public as $$
  update readers r set last_seen_at = at
  from reader_sessions s
  where s.secret_hash = hash and s.expires_at > at and s.link_hash = r.link_hash
    and r.workspace_id = s.workspace_id and r.id = s.reader_id and r.status = 'active'
    and (r.last_seen_at is null or r.last_seen_at < at - interval '1 minute');

  select 'magic_link', r.id, r.name, r.email, null::uuid, w.id, w.slug, w.name, w.suspended,
         'reader', 'read_only', true, groups_of_holder(r.workspace_id, r.id), null::text[], null::uuid
  from reader_sessions s
  join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id and r.link_hash = s.link_hash
  join workspaces w on w.id = r.workspace_id
  where s.secret_hash = hash and s.expires_at > at and r.status = 'active'
    and (r.expires_at is null or r.expires_at > at)
$$;
