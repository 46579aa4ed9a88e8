-- A hosted assistant that a person connected is a device of theirs (personal_tokens). Here is where it may read, and the one
-- workspace where it may write.
create table assistant_workspaces (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  personal_token_id uuid not null references personal_tokens (id) on delete cascade,
  writes boolean not null,
  primary key (workspace_id, personal_token_id)
);
create index assistant_workspaces_token on assistant_workspaces (personal_token_id);
create unique index assistant_workspaces_writes on assistant_workspaces (personal_token_id) where writes;
select close_to_requests('assistant_workspaces');

-- What OAuth keeps of clients, steps of connecting and tokens. An id is a secret or as good as one, so its hash is here.
create table oauth_records (
  model text not null,
  id_hash bytea not null,
  -- The connection that a grant or token belongs to.
  personal_token_id uuid references personal_tokens (id) on delete cascade,
  payload jsonb not null,
  consumed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (model, id_hash)
);
create index oauth_records_token on oauth_records (personal_token_id);
create index oauth_records_age on oauth_records (expires_at);
select close_to_requests('oauth_records');

-- Where a person opened their workspaces to an assistant.
create function opened_to_assistant(assistant uuid) returns table (workspace_id uuid, writes boolean)
language sql stable security definer set search_path = public as $$
  select workspace_id, writes from assistant_workspaces where personal_token_id = assistant
$$;

-- Whom an access token of this hash stands for: its person in the workspace that is named, or in the one where it may write.
-- It only reads in all others.
create function read_assistant(hash bytea, at timestamptz, in_workspace uuid) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select t.id, coalesce(m.name, p.name), p.email, p.id, m.workspace_id, m.workspace_slug, m.workspace_name, m.suspended,
         m.role, case when a.writes then m.access else 'read_only' end, m.confined, m.groups, null::text[]
  from oauth_records r
  join personal_tokens t on t.id = r.personal_token_id
  join people p on p.id = t.person_id
  left join assistant_workspaces a on a.personal_token_id = t.id
    and case when in_workspace is null then a.writes else a.workspace_id = in_workspace end
  left join lateral memberships_of_person(t.person_id, t.id, a.workspace_id) m on a.workspace_id is not null
  where r.model = 'AccessToken' and r.id_hash = hash and r.expires_at > at and t.revoked_at is null;
end
$$;

-- The same for a call that begins. Notes its use, at most once a minute.
create function find_assistant(hash bytea, at timestamptz) returns setof credential_row
language plpgsql volatile security definer set search_path = public as $$
#variable_conflict use_column
begin
  update personal_tokens t set last_used_at = at
  from oauth_records r
  where r.model = 'AccessToken' and r.id_hash = hash and r.expires_at > at and t.id = r.personal_token_id
    and t.revoked_at is null and (t.last_used_at is null or t.last_used_at < at - interval '1 minute');
  return query select * from read_assistant(hash, at, null);
end
$$;
