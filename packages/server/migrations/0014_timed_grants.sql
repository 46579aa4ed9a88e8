-- A grant may begin and end by itself. Only members (role reader) are granted for a time.
alter table memberships
  add column starts_at timestamptz(3),
  add column expires_at timestamptz(3),
  add constraint memberships_times check (role = 'reader' or (starts_at is null and expires_at is null)),
  add constraint memberships_times_order check (starts_at < expires_at);

-- What a membership is at this moment: the one place where its times count, by the clock of the database.
create function membership_state(status text, starts_at timestamptz, expires_at timestamptz) returns text
language sql stable as $$
  select case
    when status <> 'active' then 'revoked'
    when expires_at <= now() then 'expired'
    when starts_at > now() then 'not_started'
    else 'current'
  end
$$;

-- A grant that has not started keeps its seat, so that it can start.
create function holds_seat(role text, status text, starts_at timestamptz, expires_at timestamptz) returns boolean
language sql stable as $$
  select role = 'reader' and status = 'active' and membership_state(status, starts_at, expires_at) <> 'expired'
$$;

-- Where a person is a current member, by the workspace's name: everywhere, or in one workspace; with a device only where
-- it is not shut out.
create or replace function memberships_of_person(of_person uuid, device uuid, in_workspace uuid default null) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
         case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[]
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = of_person and membership_state(m.status, m.starts_at, m.expires_at) = 'current' and (in_workspace is null or m.workspace_id = in_workspace)
    and not exists (
      select from workspace_devices d
      where d.workspace_id = m.workspace_id and d.personal_token_id = device and d.revoked_at is not null)
  order by w.name, w.slug;
end
$$;

-- Where a person stands in one workspace, for a call with one of their devices; no row when they are not a current member
-- or the device is shut out. Notes the device's use, at most once a minute; its row is locked then only, since many agents
-- may share a device.
create or replace function find_membership(of_person uuid, in_workspace uuid, device uuid, at timestamptz) returns setof credential_row
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
begin
  if not exists (
    select from memberships m where m.workspace_id = in_workspace and m.person_id = of_person and membership_state(m.status, m.starts_at, m.expires_at) = 'current'
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

-- What the secret of this hash and kind stands for at this moment; no row when it is unknown, expired or revoked. Notes
-- nothing, so that every transaction of a call may ask it. A person's device stands in the workspace that is named, and
-- nowhere when none is.
create or replace function read_credential(hash bytea, of_kind text, at timestamptz, in_workspace uuid) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  found credentials;
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
    return query
    select t.id, t.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended, t.role, t.access, t.confined,
           case when t.confined then groups_of_holder(t.workspace_id, t.id) end, null::text[]
    from tokens t join workspaces w on w.id = t.workspace_id
    where t.workspace_id = found.workspace_id and t.id = found.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > at);
  when 'personal_token' then
    return query
    select t.id, coalesce(m.name, p.name), p.email, p.id, m.workspace_id, m.workspace_slug, m.workspace_name, m.suspended,
           m.role, m.access, m.confined, m.groups, null::text[]
    from personal_tokens t
    join people p on p.id = t.person_id
    left join lateral memberships_of_person(t.person_id, t.id, in_workspace) m on in_workspace is not null
    where t.id = found.id and t.revoked_at is null;
  when 'session' then
    -- Without a chosen workspace, or when the person has left it since, a session names none.
    return query
    select s.id, coalesce(m.name, p.name), p.email, p.id, w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
           case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[]
    from sessions s
    join people p on p.id = s.person_id
    left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and membership_state(m.status, m.starts_at, m.expires_at) = 'current'
    left join workspaces w on w.id = m.workspace_id
    where s.id = found.id and s.revoked_at is null and s.expires_at > at;
  when 'magic_link' then
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
