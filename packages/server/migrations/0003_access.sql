-- Who may do what in a workspace: memberships, groups, keys, tokens, magic-link readers and the limits of their calls;
-- and the lookup of a credential, which every call begins with.

-- An invitation and a membership are one row: person_id is null until the person's first sign-in ("pending").
create table memberships (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  name text not null,
  person_id uuid references people (id),
  role text not null check (role in ('admin', 'member', 'reader')),
  access text not null check (access in ('read_only', 'read_write')),
  status text not null check (status in ('active', 'revoked')),
  -- Confined to groups, even when none is left; a reader always is.
  confined boolean not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
create index memberships_person on memberships (person_id);
create index memberships_email on memberships (email);
-- The seats that are taken, and the list of members from the newest on.
create index memberships_seats on memberships (workspace_id) where role = 'reader' and status = 'active';
create index memberships_newest on memberships (workspace_id, created_at desc, id desc) where role = 'reader';
select confine_to_workspace('memberships');

-- An invitation to an address whose person has signed in before is theirs at once. The lock is what a sign-in takes
-- too, so that of a grant and a first sign-in at the same moment one always sees the other.
create function link_membership() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('person:' || new.email, 0));
  if new.person_id is null then
    select p.id into new.person_id from people p where p.email = new.email and p.first_signed_in_at is not null;
  end if;
  return new;
end
$$;
create trigger link_membership before insert or update of email, status on memberships
  for each row execute function link_membership();

create table groups (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  paths text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
select confine_to_workspace('groups');

-- Who holds a group: a membership, a magic-link reader or a pinned token. Deleting the group un-assigns everyone.
create table group_holders (
  workspace_id uuid not null,
  group_id uuid not null,
  holder_kind text not null check (holder_kind in ('membership', 'reader', 'token')),
  holder_id uuid not null,
  access text not null check (access in ('read_only', 'read_write')),
  primary key (workspace_id, holder_id, group_id),
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);
create index group_holders_group on group_holders (workspace_id, group_id);
select confine_to_workspace('group_holders');

create table api_keys (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  capability text not null,
  capabilities text[] not null,
  secret_last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (workspace_id, id)
);
select confine_to_workspace('api_keys');

create table tokens (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  role text not null check (role in ('admin', 'member', 'reader')),
  access text not null check (access in ('read_only', 'read_write')),
  confined boolean not null,
  secret_last_four text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (workspace_id, id)
);
select confine_to_workspace('tokens');

create table readers (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  name text not null,
  status text not null check (status in ('active', 'revoked')),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
select confine_to_workspace('readers');

-- What a reader's link was exchanged for. A new link and a revocation delete them all.
create table reader_sessions (
  workspace_id uuid not null,
  id uuid not null,
  reader_id uuid not null,
  device text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id),
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

-- Limits of thousands of calls, and of callers without a credential: calls counted by the second. Unlogged: a crash of
-- the database may forget these, and no call waits for a disk. It holds no tenant's data, so any request may count here.
create unlogged table call_windows (
  -- What is counted, such as `relay:` and a credential's id, or `sign_in:` and a client's address.
  key text primary key,
  -- Seconds since the epoch in which calls were taken, oldest first, and how many in each.
  seconds bigint[] not null,
  calls integer[] not null,
  -- Of the latest call: when it was checked and whether it got a place.
  checked_at timestamptz not null,
  accepted boolean not null
);
create index call_windows_age on call_windows (checked_at);
select close_to_requests('call_windows');
create policy counting on call_windows to svc_app using (true);
grant select, insert, update, delete on call_windows to svc_app;

-- What a credential stands for, as every lookup answers it. workspace_id is null for a personal token.
create type credential_row as (
  id uuid,
  name text,
  email text,
  person_id uuid,
  workspace_id uuid,
  workspace_slug text,
  workspace_name text,
  suspended boolean,
  role text,
  access text,
  confined boolean,
  groups jsonb,
  capabilities text[]
);

-- Lookups act with the owner's rights, because no workspace is known before them. They are in PL/pgSQL, which keeps a
-- session's plans: a function in SQL is planned anew on each call, which takes longer than the lookup.

-- The groups of one holder as [{"id", "access"}].
create function groups_of_holder(of_workspace uuid, holder uuid) returns jsonb
language plpgsql stable security definer set search_path = public as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', group_id, 'access', access) order by group_id), '[]')
    from group_holders where workspace_id = of_workspace and holder_id = holder
  );
end
$$;

-- What the secret of this hash and kind stands for; no row when it is unknown, expired or revoked. Notes its use, at most
-- once a minute; an API key's use is noted where its calls are counted.
create function find_credential(hash bytea, of_kind text, at timestamptz) returns setof credential_row
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
declare
  found credentials;
  note_before constant timestamptz := at - interval '1 minute';
begin
  select * into found from credentials c where c.secret_hash = hash and c.kind = of_kind;
  case found.kind
  when 'api_key' then
    return query
    select k.id, k.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
           null::text, 'read_write', false, null::jsonb, k.capabilities
    from api_keys k join workspaces w on w.id = k.workspace_id
    where k.workspace_id = found.workspace_id and k.id = found.id and k.revoked_at is null;
  when 'pinned_token' then
    update tokens t set last_used_at = at
    where t.workspace_id = found.workspace_id and t.id = found.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > at) and (t.last_used_at is null or t.last_used_at < note_before);
    return query
    select t.id, t.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended, t.role, t.access, t.confined,
           case when t.confined then groups_of_holder(t.workspace_id, t.id) end, null::text[]
    from tokens t join workspaces w on w.id = t.workspace_id
    where t.workspace_id = found.workspace_id and t.id = found.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > at);
  when 'personal_token' then
    update personal_tokens t set last_used_at = at
    where t.id = found.id and t.revoked_at is null and (t.last_used_at is null or t.last_used_at < note_before);
    return query
    select t.id, p.name, p.email, p.id, null::uuid, null::text, null::text, null::boolean,
           null::text, null::text, null::boolean, null::jsonb, null::text[]
    from personal_tokens t join people p on p.id = t.person_id
    where t.id = found.id and t.revoked_at is null;
  when 'session' then
    update sessions s set last_used_at = at
    where s.id = found.id and s.revoked_at is null and s.expires_at > at and s.last_used_at < note_before;
    -- Without a chosen workspace, or when the person has left it since, a session names none.
    return query
    select s.id, coalesce(m.name, p.name), p.email, p.id, w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
           case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[]
    from sessions s
    join people p on p.id = s.person_id
    left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and m.status = 'active'
    left join workspaces w on w.id = m.workspace_id
    where s.id = found.id and s.revoked_at is null and s.expires_at > at;
  when 'magic_link' then
    update readers r set last_seen_at = at
    from reader_sessions s
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at
      and r.workspace_id = s.workspace_id and r.id = s.reader_id and r.status = 'active'
      and (r.last_seen_at is null or r.last_seen_at < note_before);
    update reader_sessions s set last_used_at = at
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at and s.last_used_at < note_before;
    return query
    select r.id, r.name, r.email, null::uuid, w.id, w.slug, w.name, w.suspended,
           'reader', 'read_only', true, groups_of_holder(r.workspace_id, r.id), null::text[]
    from reader_sessions s
    join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id
    join workspaces w on w.id = r.workspace_id
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at and r.status = 'active'
      and (r.expires_at is null or r.expires_at > at);
  when 'ingest_secret' then
    return query
    select c.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
           null::text, 'read_write', false, null::jsonb, null::text[]
    from collections c join workspaces w on w.id = c.workspace_id
    where c.workspace_id = found.workspace_id and c.id = found.id;
  else
    return;
  end case;
end
$$;

-- A reader's link before its workspace is known, whatever became of it: the page says so plainly.
create function find_reader_link(hash bytea)
returns table (workspace_id uuid, workspace_name text, reader_id uuid, status text, expires_at timestamptz)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select r.workspace_id, w.name, r.id, r.status, r.expires_at
  from credentials c
  join readers r on r.workspace_id = c.workspace_id and r.id = c.id
  join workspaces w on w.id = r.workspace_id
  where c.secret_hash = hash and c.kind = 'reader_link';
end
$$;

-- Where a person stands in one workspace, for a call with one of their devices; no row when they are not an active member
-- or the device is shut out. Notes the device's use, at most once a minute; its row is locked then only, since many agents
-- may share a device.
create function find_membership(of_person uuid, in_workspace uuid, device uuid, at timestamptz) returns setof credential_row
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
begin
  if not exists (
    select from memberships m where m.workspace_id = in_workspace and m.person_id = of_person and m.status = 'active'
  ) then
    return;
  end if;
  if not exists (
    select from workspace_devices d
    where d.workspace_id = in_workspace and d.personal_token_id = device and d.last_used_at >= at - interval '1 minute'
  ) then
    insert into workspace_devices as d (workspace_id, personal_token_id, last_used_at) values (in_workspace, device, at)
    on conflict (workspace_id, personal_token_id) do update set last_used_at = at
    where d.revoked_at is null and d.last_used_at < at - interval '1 minute';
  end if;
  return query select * from memberships_of_person(of_person, device, in_workspace);
end
$$;

-- Where a person is an active member, by the workspace's name: everywhere, or in one workspace; with a device only where
-- it is not shut out.
create function memberships_of_person(of_person uuid, device uuid, in_workspace uuid default null) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
         case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[]
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = of_person and m.status = 'active' and (in_workspace is null or m.workspace_id = in_workspace)
    and not exists (
      select from workspace_devices d
      where d.workspace_id = m.workspace_id and d.personal_token_id = device and d.revoked_at is not null)
  order by w.name, w.slug;
end
$$;
