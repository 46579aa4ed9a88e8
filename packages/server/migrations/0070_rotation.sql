-- A rotated secret is a second row of its object, with the time at which it ends. A secret with which the service itself signs
-- or verifies is kept as it is.
alter table credentials
  add column expires_at timestamptz(3),
  add column last_used_at timestamptz(3),
  add column signing_secret text;
create index credentials_expiry on credentials (expires_at) where expires_at is not null;

-- Calls with a rotated ingest secret are findings of its collection, so its row stays.
update credentials set kind = 'ingest_secret', expires_at = '-infinity' where kind = 'rotated_ingest_secret';
alter table credentials drop constraint credentials_kind_check;
alter table credentials add constraint credentials_kind_check check (kind in
  ('api_key', 'pinned_token', 'personal_token', 'session', 'magic_link', 'reader_link', 'sign_in_link', 'ingest_secret',
   'reconciliation_secret', 'webhook_secret', 'mapping_secret'));

insert into credentials (workspace_id, secret_hash, kind, id, signing_secret)
select workspace_id, sha256(convert_to(secret || '.' || id, 'UTF8')), 'webhook_secret', id, secret from webhooks;
insert into credentials (workspace_id, secret_hash, kind, id, signing_secret)
select workspace_id, sha256(convert_to(signature_secret || '.' || id, 'UTF8')), 'mapping_secret', id, signature_secret
from collections where signature_secret is not null;
alter table webhooks drop column secret;
alter table collections drop column signature_secret;

drop function find_rotated_ingest(bytea);
create function find_rotated_ingest(hash bytea, at timestamptz) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public as $$
  select c.workspace_id, c.id from credentials c where c.secret_hash = hash and c.kind = 'ingest_secret' and c.expires_at <= at
$$;

drop function read_reconciliation_url(bytea);

create or replace function find_credential(hash bytea, of_kind text, at timestamptz) returns setof credential_row
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  found credentials;
  note_before constant timestamptz := at - interval '1 minute';
begin
  select * into found from credentials c
  where c.secret_hash = hash and c.kind = of_kind and (c.expires_at is null or c.expires_at > at);
  if found.expires_at is not null then
    update credentials set last_used_at = at where secret_hash = hash and (last_used_at is null or last_used_at < note_before);
  end if;
  case found.kind
  when 'pinned_token' then
    update tokens t set last_used_at = at
    where t.workspace_id = found.workspace_id and t.id = found.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > at) and (t.last_used_at is null or t.last_used_at < note_before);
  when 'personal_token' then
    update personal_tokens t set last_used_at = at
    where t.id = found.id and t.revoked_at is null and (t.last_used_at is null or t.last_used_at < note_before);
  when 'session' then
    update sessions s set last_used_at = at
    where s.id = found.id and s.revoked_at is null and s.expires_at > at and s.last_used_at < note_before;
  when 'magic_link' then
    update reader_sessions s set last_used_at = at
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at and s.last_used_at < note_before;
  else
    null;
  end case;
  return query select * from read_credential(hash, of_kind, at, null);
end
$$;

create or replace function read_credential(hash bytea, of_kind text, at timestamptz, in_workspace uuid) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  found credentials;
begin
  select * into found from credentials c
  where c.secret_hash = hash and c.kind = of_kind and (c.expires_at is null or c.expires_at > at);
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
  when 'reconciliation_secret' then
    return query
    select u.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended, null::text, 'read_only', u.group_ids is not null,
           case when u.group_ids is not null then (
             select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'access', 'read_only') order by g.id), '[]')
             from groups g where g.workspace_id = u.workspace_id and g.id = any(u.group_ids)) end,
           null::text[], 'read'
    from reconciliation_urls u
    join collections c on c.workspace_id = u.workspace_id and c.id = u.collection_id and c.deleted_at is null
    join workspaces w on w.deleted_at is null and w.id = u.workspace_id
    where u.workspace_id = found.workspace_id and u.id = found.id;
  else
    return;
  end case;
end
$$;
