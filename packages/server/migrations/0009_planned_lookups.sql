-- The look-ups of every call, again in PL/pgSQL: it keeps a session's plans, where a function in SQL is parsed and
-- planned anew on each call, which takes longer than the look-up. The statements are the same.

create or replace function find_api_key(hash bytea) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select 'api_key', k.id, k.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         null::text, 'read_write', false, null::jsonb, k.capabilities, null::uuid
  from api_keys k join workspaces w on w.id = k.workspace_id
  where k.secret_hash = hash and k.revoked_at is null;
end
$$;

create or replace function find_ingest_secret(hash bytea) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select 'ingest_secret', c.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         null::text, 'read_write', false, null::jsonb, null::text[], c.id
  from collections c join workspaces w on w.id = c.workspace_id
  where c.ingest_secret_hash = hash;
end
$$;

create or replace function find_membership(of_person uuid, in_workspace uuid) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select 'membership', m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended,
         m.role, m.access, m.confined, case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::uuid
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = of_person and m.workspace_id = in_workspace and m.status = 'active';
end
$$;

create or replace function find_personal_token(hash bytea, at timestamptz) returns setof credential_row
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
begin
  update personal_tokens set last_used_at = at
  where secret_hash = hash and revoked_at is null and (last_used_at is null or last_used_at < at - interval '1 minute');

  return query
  select 'personal_token', t.id, p.name, p.email, p.id, null::uuid, null::text, null::text, null::boolean,
         null::text, null::text, null::boolean, null::jsonb, null::text[], null::uuid
  from personal_tokens t join people p on p.id = t.person_id
  where t.secret_hash = hash and t.revoked_at is null;
end
$$;

create or replace function find_reader_session(hash bytea, at timestamptz) returns setof credential_row
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
begin
  update readers r set last_seen_at = at
  from reader_sessions s
  where s.secret_hash = hash and s.expires_at > at and s.link_hash = r.link_hash
    and r.workspace_id = s.workspace_id and r.id = s.reader_id and r.status = 'active'
    and (r.last_seen_at is null or r.last_seen_at < at - interval '1 minute');

  update reader_sessions s set last_used_at = at
  where s.secret_hash = hash and s.expires_at > at and s.last_used_at < at - interval '1 minute';

  return query
  select 'magic_link', r.id, r.name, r.email, null::uuid, w.id, w.slug, w.name, w.suspended,
         'reader', 'read_only', true, groups_of_holder(r.workspace_id, r.id), null::text[], null::uuid
  from reader_sessions s
  join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id and r.link_hash = s.link_hash
  join workspaces w on w.id = r.workspace_id
  where s.secret_hash = hash and s.expires_at > at and r.status = 'active'
    and (r.expires_at is null or r.expires_at > at);
end
$$;

create or replace function find_session(hash bytea, at timestamptz) returns setof credential_row
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
begin
  update sessions set last_used_at = at
  where secret_hash = hash and revoked_at is null and expires_at > at and last_used_at < at - interval '1 minute';

  return query
  select 'session', s.id, coalesce(m.name, p.name), p.email, p.id, w.id, w.slug, w.name, w.suspended,
         m.role, m.access, m.confined, case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::uuid
  from sessions s
  join people p on p.id = s.person_id
  left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and m.status = 'active'
  left join workspaces w on w.id = m.workspace_id
  where s.secret_hash = hash and s.revoked_at is null and s.expires_at > at;
end
$$;

create or replace function find_token(hash bytea, at timestamptz) returns setof credential_row
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
begin
  update tokens t set last_used_at = at
  where t.secret_hash = hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > at)
    and (t.last_used_at is null or t.last_used_at < at - interval '1 minute');

  return query
  select 'pinned_token', t.id, t.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         t.role, t.access, t.confined, case when t.confined then groups_of_holder(t.workspace_id, t.id) end, null::text[], null::uuid
  from tokens t join workspaces w on w.id = t.workspace_id
  where t.secret_hash = hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > at);
end
$$;

create or replace function workspaces_of_person(of_person uuid) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select 'membership', m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended,
         m.role, m.access, m.confined, case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::uuid
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = of_person and m.status = 'active'
  order by w.name, w.slug;
end
$$;

create or replace function groups_of_holder(of_workspace uuid, holder uuid) returns jsonb
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', group_id, 'access', access) order by group_id), '[]')
    from group_holders where workspace_id = of_workspace and holder_id = holder
  );
end
$$;
