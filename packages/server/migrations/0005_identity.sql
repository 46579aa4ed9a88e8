-- Signing in: one-time codes, browser sessions, device authorisations and the personal tokens they end in.
--
-- These tables belong to people, not to a workspace. The request role has no right on any of them: a request reaches
-- its own credential through the lookup functions below, and everything else goes through asSystem().

-- One browser's attempt to prove that it reads an address. An address that nobody knows gets a row like any other
-- (its code is never sent), so that trying one cannot be told from trying a known one.
create table sign_in_codes (
  -- The attempt's secret stays in the browser; only its hash is here, and the code is hashed together with it, so
  -- that this table alone is not enough to try the million codes against.
  attempt_hash bytea primary key,
  email text not null,
  code_hash bytea not null,
  tries_left smallint not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_in_codes_email on sign_in_codes (email, created_at);
create index sign_in_codes_age on sign_in_codes (created_at);

create table sessions (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  secret_hash bytea not null unique,
  -- The workspace that was chosen; null until then.
  workspace_id uuid references workspaces (id) on delete set null,
  device text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index sessions_person on sessions (person_id, created_at);
create index sessions_age on sessions (expires_at);

create table personal_tokens (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  name text not null,
  secret_hash bytea not null unique,
  secret_last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index personal_tokens_person on personal_tokens (person_id, created_at);

-- RFC 8628. A row stays for a while after it expired, so that a device still polling is told so.
create table device_authorizations (
  device_code_hash bytea primary key,
  user_code text not null unique,
  client_id text not null,
  device text not null,
  status text not null check (status in ('pending', 'approved', 'denied')),
  person_id uuid references people (id) on delete cascade,
  interval_seconds integer not null,
  last_polled_at timestamptz(3),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index device_authorizations_age on device_authorizations (expires_at);

-- Forced, like every other table, although the request role holds no grant: two locks on what holds credentials.
do $$
declare
  identity_table text;
begin
  foreach identity_table in array array['sign_in_codes', 'sessions', 'personal_tokens', 'device_authorizations'] loop
    execute format('alter table %I enable row level security', identity_table);
    execute format('alter table %I force row level security', identity_table);
    execute format('create policy owner on %I to %I using (true) with check (true)', identity_table, current_user);
  end loop;
end
$$;

-- A browser session, standing in the workspace it is pinned to. Without a pin, or when the person has left that
-- workspace since, it names no workspace at all. Its last use is noted at most once a minute.
create function find_session(hash bytea, at timestamptz) returns setof credential_row
language sql volatile security definer set search_path = public as $$
  update sessions set last_used_at = at
  where secret_hash = hash and revoked_at is null and expires_at > at and last_used_at < at - interval '1 minute';

  select 'session', s.id, coalesce(m.name, p.name), p.email, p.id, w.id, w.slug, w.name, w.suspended,
         m.role, m.access, m.confined, case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::uuid
  from sessions s
  join people p on p.id = s.person_id
  left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and m.status = 'active'
  left join workspaces w on w.id = m.workspace_id
  where s.secret_hash = hash and s.revoked_at is null and s.expires_at > at
$$;

-- A personal token: each call names its workspace. Its last use is noted at most once a minute.
create function find_personal_token(hash bytea, at timestamptz) returns setof credential_row
language sql volatile security definer set search_path = public as $$
  update personal_tokens set last_used_at = at
  where secret_hash = hash and revoked_at is null and (last_used_at is null or last_used_at < at - interval '1 minute');

  select 'personal_token', t.id, p.name, p.email, p.id, null::uuid, null::text, null::text, null::boolean,
         null::text, null::text, null::boolean, null::jsonb, null::text[], null::uuid
  from personal_tokens t join people p on p.id = t.person_id
  where t.secret_hash = hash and t.revoked_at is null
$$;

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
