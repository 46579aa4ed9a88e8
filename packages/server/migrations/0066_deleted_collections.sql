-- A deleted collection stays restorable for its history_days. Its name is free, and nothing finds it meanwhile.
alter table collections add column deleted_at timestamptz(3);
alter table collections drop constraint collections_workspace_id_name_key;
create unique index collections_name on collections (workspace_id, name) where deleted_at is null;

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
    where c.workspace_id = found.workspace_id and c.id = found.id and c.deleted_at is null;
  else
    return;
  end case;
end
$$;

create or replace function read_reconciliation_url(hash bytea) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  found credentials;
  url reconciliation_urls;
  held jsonb;
begin
  select * into found from credentials c where c.secret_hash = hash and c.kind = 'reconciliation_secret';
  select * into url from reconciliation_urls u where u.workspace_id = found.workspace_id and u.id = found.id;
  if url.group_ids is not null then
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'access', 'read_only') order by g.id), '[]') into held
    from groups g where g.workspace_id = url.workspace_id and g.id = any(url.group_ids);
  end if;
  return query
  select url.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         null::text, 'read_only', url.group_ids is not null, held, null::text[], 'read'
  from collections c join workspaces w on w.deleted_at is null and w.id = c.workspace_id
  where c.workspace_id = url.workspace_id and c.id = url.collection_id and c.deleted_at is null;
end
$$;
