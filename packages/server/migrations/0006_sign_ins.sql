-- What an admin may see and end of the sign-ins of the workspace's people, without learning of any other workspace.

-- A device (personal token) as one workspace knows it: when it was last used there, and whether it is shut out. The
-- token itself belongs to a person, who may have other workspaces; there nothing of this shows.
create table workspace_devices (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  personal_token_id uuid not null references personal_tokens (id) on delete cascade,
  last_used_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (workspace_id, personal_token_id)
);
select confine_to_workspace('workspace_devices');

create index sessions_workspace on sessions (workspace_id);

-- A magic link's session is listed like a person's.
alter table reader_sessions
  add column id uuid not null default gen_random_uuid(),
  add column device text not null default 'Browser',
  add column last_used_at timestamptz(3) not null default now();
update reader_sessions set last_used_at = created_at;
create unique index reader_sessions_id on reader_sessions (workspace_id, id);

-- The workspace that the transaction has chosen; null when it has chosen none.
create function chosen_workspace() returns uuid language sql stable set search_path = public as $$
  select nullif(current_setting('svc.workspace', true), '')::uuid
$$;

create function device_is_shut_out(in_workspace uuid, device uuid) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (
    select from workspace_devices
    where workspace_id = in_workspace and personal_token_id = device and revoked_at is not null
  )
$$;

-- Whether a device may be used in a workspace that its person belongs to. Notes the use, at most once a minute; the row
-- is locked then only, since many agents may share a device.
create function admit_device(in_workspace uuid, device uuid, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = public as $$
begin
  if not exists (
    select from workspace_devices d
    where d.workspace_id = in_workspace and d.personal_token_id = device and d.last_used_at >= at - interval '1 minute'
  ) then
    insert into workspace_devices as d (workspace_id, personal_token_id, last_used_at) values (in_workspace, device, at)
    on conflict (workspace_id, personal_token_id) do update set last_used_at = at
    where d.revoked_at is null and d.last_used_at < at - interval '1 minute';
  end if;
  return not device_is_shut_out(in_workspace, device);
end
$$;

-- The sessions that stand in the chosen workspace. What happened before the person came there is not its business.
create function sessions_here(at timestamptz) returns table (
  id uuid, kind text, person_id uuid, email text, name text, role text, device text,
  created_at timestamptz, last_used_at timestamptz
) language sql stable security definer set search_path = public as $$
  select s.id, 'browser', m.id, m.email, m.name, m.role, s.device,
         greatest(s.created_at, m.created_at), greatest(s.last_used_at, m.created_at)
  from sessions s
  join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and m.status = 'active'
  where s.workspace_id = chosen_workspace() and s.revoked_at is null and s.expires_at > at
  union all
  select s.id, 'magic_link', r.id, r.email, r.name, 'reader', s.device, s.created_at, s.last_used_at
  from reader_sessions s
  join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id and r.link_hash = s.link_hash
  where s.workspace_id = chosen_workspace() and s.expires_at > at and r.status = 'active'
    and (r.expires_at is null or r.expires_at > at)
$$;

-- Ends a session that stands in the chosen workspace. No row when there is none; `ended` is false if it was over before.
create function end_session_here(session uuid, at timestamptz) returns table (email text, device text, ended boolean)
language sql volatile security definer set search_path = public as $$
  with of_person as (
    select s.id, m.email, s.device, s.revoked_at is null as open
    from sessions s
    join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and m.status = 'active'
    where s.id = session and s.workspace_id = chosen_workspace() for update of s
  ), of_reader as (
    select s.id, r.email, s.device, s.expires_at > at as open
    from reader_sessions s join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id
    where s.id = session and s.workspace_id = chosen_workspace() for update of s
  ), ended_of_person as (
    update sessions s set revoked_at = at from of_person f where s.id = f.id and f.open
  ), ended_of_reader as (
    update reader_sessions s set expires_at = at from of_reader f
    where s.workspace_id = chosen_workspace() and s.id = f.id and f.open
  )
  select f.email, f.device, f.open from of_person f
  union all
  select f.email, f.device, f.open from of_reader f
$$;

-- The devices of the chosen workspace's people that were used here, those too that are not good for anything here any
-- more. One that was only used elsewhere may carry the name of that place.
create function devices_here() returns table (
  id uuid, person_id uuid, email text, name text, role text, device text,
  created_at timestamptz, last_used_at timestamptz, usable boolean
) language sql stable security definer set search_path = public as $$
  select t.id, m.id, m.email, m.name, m.role, t.name, greatest(t.created_at, m.created_at), d.last_used_at,
         t.revoked_at is null and d.revoked_at is null
  from memberships m
  join personal_tokens t on t.person_id = m.person_id
  join workspace_devices d on d.workspace_id = m.workspace_id and d.personal_token_id = t.id
  where m.workspace_id = chosen_workspace() and m.status = 'active'
$$;

-- As before, and notes on the session, too, that it was used.
create or replace function find_reader_session(hash bytea, at timestamptz) returns setof credential_row
language sql volatile security definer set search_path = public as $$
  update readers r set last_seen_at = at
  from reader_sessions s
  where s.secret_hash = hash and s.expires_at > at and s.link_hash = r.link_hash
    and r.workspace_id = s.workspace_id and r.id = s.reader_id and r.status = 'active'
    and (r.last_seen_at is null or r.last_seen_at < at - interval '1 minute');

  update reader_sessions s set last_used_at = at
  where s.secret_hash = hash and s.expires_at > at and s.last_used_at < at - interval '1 minute';

  select 'magic_link', r.id, r.name, r.email, null::uuid, w.id, w.slug, w.name, w.suspended,
         'reader', 'read_only', true, groups_of_holder(r.workspace_id, r.id), null::text[], null::uuid
  from reader_sessions s
  join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id and r.link_hash = s.link_hash
  join workspaces w on w.id = r.workspace_id
  where s.secret_hash = hash and s.expires_at > at and r.status = 'active'
    and (r.expires_at is null or r.expires_at > at)
$$;
