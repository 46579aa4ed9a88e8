-- People and how they sign in: one-time codes, browser sessions, device authorisations and personal tokens.
--
-- These tables belong to people, not to a workspace: signing in goes through asSystem(). A request sees of them only what
-- a policy below names.

create table people (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  created_at timestamptz(3) not null,
  first_signed_in_at timestamptz(3)
);
select close_to_requests('people');

-- One browser's attempt to prove that it reads an address. An address that nobody knows gets a row like any other
-- (its code is never sent), so that trying one cannot be told from trying a known one.
create table sign_in_codes (
  -- The attempt's secret stays in the browser; only its hash is here, and the code is hashed together with it, so
  -- that this table alone is not enough to try the million codes against.
  attempt_hash bytea primary key,
  email text not null,
  -- The client's address: who asks too often keeps nobody but itself from a code.
  asked_from text not null,
  code_hash bytea not null,
  tries_left smallint not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_in_codes_email on sign_in_codes (email, created_at);
create index sign_in_codes_age on sign_in_codes (created_at);
select close_to_requests('sign_in_codes');

create table sessions (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  -- The workspace that was chosen; null until then.
  workspace_id uuid references workspaces (id) on delete set null,
  device text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index sessions_person on sessions (person_id, created_at);
create index sessions_workspace on sessions (workspace_id);
create index sessions_age on sessions (expires_at);
-- An admin sees and ends the sessions that stand in the workspace.
select confine_to_workspace('sessions', 'select, update (revoked_at)');

create table personal_tokens (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  name text not null,
  secret_last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index personal_tokens_person on personal_tokens (person_id, created_at);
select close_to_requests('personal_tokens');

-- A device (personal token) as one workspace knows it: when it was last used there, and whether it is shut out. The
-- token itself belongs to a person, who may have other workspaces; there nothing of this shows.
create table workspace_devices (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  personal_token_id uuid not null references personal_tokens (id) on delete cascade,
  last_used_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (workspace_id, personal_token_id)
);
create index workspace_devices_token on workspace_devices (personal_token_id);
select confine_to_workspace('workspace_devices');
-- An admin sees the devices that were used in the workspace.
create policy used_here on personal_tokens for select to svc_app using (exists (
  select from workspace_devices d
  where d.workspace_id = (select nullif(current_setting('svc.workspace', true), '')::uuid)
    and d.personal_token_id = personal_tokens.id));
grant select on personal_tokens to svc_app;

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
select close_to_requests('device_authorizations');
