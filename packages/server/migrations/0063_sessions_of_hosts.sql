-- A session that a workspace's own host opened reaches that workspace alone. Only a proof keeps a host from others.
alter table sessions add column reach text not null default 'person' check (reach in ('person', 'workspace', 'link'));
update sessions set reach = 'link' where limited;

-- Sessions opened at own hosts reached all workspaces of their person. Which ones is not known, so all that could be end.
update sessions s set revoked_at = now()
where s.revoked_at is null and s.reach = 'person'
  and (s.workspace_id is null or s.workspace_id in (select w.id from workspaces w where w.domain_checked_at is not null))
  and exists (select from workspaces w where w.domain_checked_at is not null);
delete from credentials c using sessions s where c.kind = 'session' and c.id = s.id and s.revoked_at is not null;

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
    from api_keys k join workspaces w on w.deleted_at is null and w.id = k.workspace_id
    where k.workspace_id = found.workspace_id and k.id = found.id and k.revoked_at is null;
  when 'pinned_token' then
    return query
    select t.id, t.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended, t.role, t.access, t.confined,
           case when t.confined then groups_of_holder(t.workspace_id, t.id) end, null::text[], t.collections
    from tokens t join workspaces w on w.deleted_at is null and w.id = t.workspace_id
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
    select s.id, coalesce(m.name, p.name), p.email, case when s.reach = 'person' then p.id end,
           w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
           case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::text
    from sessions s
    join people p on p.id = s.person_id
    left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and membership_state(m.status, m.starts_at, m.expires_at) = 'current'
    left join workspaces w on w.deleted_at is null and w.id = m.workspace_id
    where s.id = found.id and s.revoked_at is null and s.expires_at > at
      -- A session of a sign-in link ends with its grant, and reaches nothing but that membership.
      and (s.reach <> 'link' or w.id is not null and m.role = 'reader'
           and exists (select from sign_in_links l where l.workspace_id = w.id and l.id = s.id and l.membership_id = m.id));
  when 'magic_link' then
    return query
    select r.id, r.name, r.email, null::uuid, w.id, w.slug, w.name, w.suspended,
           'reader', 'read_only', true, groups_of_holder(r.workspace_id, r.id), null::text[], null::text
    from reader_sessions s
    join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id
    join workspaces w on w.deleted_at is null and w.id = r.workspace_id
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at and r.status = 'active'
      and (r.expires_at is null or r.expires_at > at);
  when 'ingest_secret' then
    return query
    select c.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
           null::text, 'read_write', false, null::jsonb, null::text[], null::text
    from collections c join workspaces w on w.deleted_at is null and w.id = c.workspace_id
    where c.workspace_id = found.workspace_id and c.id = found.id;
  else
    return;
  end case;
end
$$;

alter table sessions drop column limited;

drop function claim_domain(uuid, text, timestamptz, timestamptz);
drop index workspaces_domain;
create unique index workspaces_domain on workspaces (domain) where deleted_at is null and domain_checked_at is not null;
alter table workspaces drop column domain_claimed_at;
