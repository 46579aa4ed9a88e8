-- The most that a pinned token may do in any collection. Only its own functions return it; all other credentials return null.
alter table tokens
  add column collections text not null default 'manage' check (collections in ('manage', 'write', 'read'));

alter type credential_row add attribute collections text;

create or replace function memberships_of_person(of_person uuid, device uuid, in_workspace uuid default null) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
         case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::text
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = of_person and membership_state(m.status, m.starts_at, m.expires_at) = 'current' and (in_workspace is null or m.workspace_id = in_workspace)
    and not exists (
      select from workspace_devices d
      where d.workspace_id = m.workspace_id and d.personal_token_id = device and d.revoked_at is not null)
  order by w.name, w.slug;
end
$$;

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
           null::text, 'read_write', false, null::jsonb, k.capabilities, null::text
    from api_keys k join workspaces w on w.id = k.workspace_id
    where k.workspace_id = found.workspace_id and k.id = found.id and k.revoked_at is null;
  when 'pinned_token' then
    return query
    select t.id, t.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended, t.role, t.access, t.confined,
           case when t.confined then groups_of_holder(t.workspace_id, t.id) end, null::text[], t.collections
    from tokens t join workspaces w on w.id = t.workspace_id
    where t.workspace_id = found.workspace_id and t.id = found.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > at);
  when 'personal_token' then
    return query
    select t.id, coalesce(m.name, p.name), p.email, p.id, m.workspace_id, m.workspace_slug, m.workspace_name, m.suspended,
           m.role, m.access, m.confined, m.groups, null::text[], null::text
    from personal_tokens t
    join people p on p.id = t.person_id
    left join lateral memberships_of_person(t.person_id, t.id, in_workspace) m on in_workspace is not null
    where t.id = found.id and t.revoked_at is null;
  when 'session' then
    -- Without a chosen workspace, or when the person has left it since, a session names none.
    return query
    select s.id, coalesce(m.name, p.name), p.email, p.id, w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
           case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::text
    from sessions s
    join people p on p.id = s.person_id
    left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and membership_state(m.status, m.starts_at, m.expires_at) = 'current'
    left join workspaces w on w.id = m.workspace_id
    where s.id = found.id and s.revoked_at is null and s.expires_at > at;
  when 'magic_link' then
    return query
    select r.id, r.name, r.email, null::uuid, w.id, w.slug, w.name, w.suspended,
           'reader', 'read_only', true, groups_of_holder(r.workspace_id, r.id), null::text[], null::text
    from reader_sessions s
    join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id
    join workspaces w on w.id = r.workspace_id
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at and r.status = 'active'
      and (r.expires_at is null or r.expires_at > at);
  when 'ingest_secret' then
    return query
    select c.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
           null::text, 'read_write', false, null::jsonb, null::text[], null::text
    from collections c join workspaces w on w.id = c.workspace_id
    where c.workspace_id = found.workspace_id and c.id = found.id;
  else
    return;
  end case;
end
$$;

create or replace function read_assistant(hash bytea, at timestamptz, in_workspace uuid) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select t.id, coalesce(m.name, p.name), p.email, p.id, m.workspace_id, m.workspace_slug, m.workspace_name, m.suspended,
         m.role, case when a.writes then m.access else 'read_only' end, m.confined, m.groups, null::text[], null::text
  from oauth_records r
  join personal_tokens t on t.id = r.personal_token_id
  join people p on p.id = t.person_id
  left join assistant_workspaces a on a.personal_token_id = t.id
    and case when in_workspace is null then a.writes else a.workspace_id = in_workspace end
  left join lateral memberships_of_person(t.person_id, t.id, a.workspace_id) m on a.workspace_id is not null
  where r.model = 'AccessToken' and r.id_hash = hash and r.expires_at > at and t.revoked_at is null;
end
$$;
