-- What the secret of this hash and kind stands for at this moment; no row when it is unknown, expired or revoked. Notes
-- nothing, so that every transaction of a call may ask it. A person's device stands in the workspace that is named, and
-- nowhere when none is.
create function read_credential(hash bytea, of_kind text, at timestamptz, in_workspace uuid) returns setof credential_row
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
    left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and m.status = 'active'
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

-- The same for a call that begins, which names no workspace yet. Notes the credential's use, at most once a minute; an API
-- key's use is noted where its calls are counted.
create or replace function find_credential(hash bytea, of_kind text, at timestamptz) returns setof credential_row
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
declare
  found credentials;
  note_before constant timestamptz := at - interval '1 minute';
begin
  select * into found from credentials c where c.secret_hash = hash and c.kind = of_kind;
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
    update readers r set last_seen_at = at
    from reader_sessions s
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at
      and r.workspace_id = s.workspace_id and r.id = s.reader_id and r.status = 'active'
      and (r.last_seen_at is null or r.last_seen_at < note_before);
    update reader_sessions s set last_used_at = at
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at and s.last_used_at < note_before;
  else
    null;
  end case;
  return query select * from read_credential(hash, of_kind, at, null);
end
$$;
