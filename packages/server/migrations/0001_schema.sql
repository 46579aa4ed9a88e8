-- The request role, workspaces, the hashes of every credential's secret, and the audit log.
--
-- Requests run as the role svc_app, which row security confines to current_setting('svc.workspace').
-- The owner of the schema (the role that migrates) sees all rows. Only asSystem() and the lookup functions act as it.

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_app') then
    create role svc_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then
    null; -- another database of the cluster created it at the same moment
  when insufficient_privilege then
    raise exception using message = format(
      'the role %I may not create roles: give it CREATEROLE, or have an administrator run: create role svc_app nologin; grant svc_app to %1$I', current_user);
end
$$;
do $$
begin
  execute format('grant svc_app to %I', current_user);
exception when insufficient_privilege then
  -- The role existed before and belongs to another role. It can be used if it has been granted, which setting it shows.
  begin
    execute 'set local role svc_app';
    execute 'reset role';
  exception when insufficient_privilege then
    raise exception using message = format(
      'the role %I may not act as svc_app: have an administrator run: grant svc_app to %1$I', current_user);
  end;
end
$$;
grant usage on schema public to svc_app;

-- Closes a table to requests: row security applies to every role, and only the owner sees rows.
create function close_to_requests(of_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', of_table);
  execute format('alter table %s force row level security', of_table);
  execute format('create policy owner on %s to %I using (true) with check (true)', of_table, current_user);
end
$$;

-- Confines requests to the rows of their workspace, with these privileges.
create function confine_to_workspace(
  tenant_table regclass, privileges text default 'select, insert, update, delete', workspace_column text default 'workspace_id'
) returns void language plpgsql as $$
begin
  perform close_to_requests(tenant_table);
  -- The sub-select is evaluated once per statement; without it the setting would be read for every row.
  execute format(
    'create policy workspace on %s to svc_app using (%I = (select nullif(current_setting(''svc.workspace'', true), '''')::uuid))',
    tenant_table, workspace_column);
  execute format('grant %s on %s to svc_app', privileges, tenant_table);
end
$$;

-- Workspaces, people and their sessions

create table workspaces (
  id uuid primary key,
  slug text not null,
  name text not null,
  reader_seats integer not null,
  billing_active boolean not null,
  suspended boolean not null default false,
  created_at timestamptz(3) not null,
  -- For how many days queries are kept. 0: not at all.
  query_log_days integer not null default 30 check (query_log_days >= 0 and query_log_days <= 365),
  -- Colour and logo of the workspace's pages. Their form is checked here too, because both are in the markup of pages.
  color text check (color ~ '^#[0-9a-f]{6}$'),
  logo text check (logo ~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$' and length(logo) < 12000),
  -- When the deletion started. From then on only the deletion sees the workspace, and removes its rows in pieces. Its slug
  -- is free at once.
  deleted_at timestamptz(3),
  -- What anyone may read, and what is offered to those who may not read it.
  show_locked boolean not null default false,
  offer_text text,
  offer_url text,
  -- The language of pages and mails if neither the person nor their browser chooses another.
  language text not null default 'en' check (language in ('en', 'de', 'fr', 'es')),
  -- The own host. It serves once it is checked. Another workspace can take over a claim that is not checked.
  domain text,
  domain_checked_at timestamptz(3),
  -- Hosts whose frames the pages of a workspace show after a click.
  embeds text[] not null default '{}',
  -- What happens to a person's write that seems to be for another of their workspaces.
  guard_writes text not null default 'say' check (guard_writes in ('say', 'ask')),
  -- What a sign-in at the OpenID Connect provider grants: {issuer, create, groups: {"<value>": {groups?, role}}}.
  directory jsonb
);
create index workspaces_deleted on workspaces (deleted_at) where deleted_at is not null;
create unique index workspaces_domain on workspaces (domain)
  where deleted_at is null and domain_checked_at is not null;
create unique index workspaces_slug on workspaces (slug) where deleted_at is null;
select close_to_requests('workspaces');
create policy workspace on workspaces to svc_app
  using (id = (select nullif(current_setting('svc.workspace', true), '')::uuid) and deleted_at is null);
grant select, update on workspaces to svc_app;

create table people (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  created_at timestamptz(3) not null,
  first_signed_in_at timestamptz(3),
  -- What a person chose in their account; null: nothing.
  language text check (language in ('en', 'de', 'fr', 'es'))
);
select close_to_requests('people');

-- An invitation and a membership are one row: person_id is null until the person's first sign-in ("pending").
create table memberships (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  name text not null,
  person_id uuid references people,
  role text not null check (role in ('admin', 'member', 'reader')),
  access text not null check (access in ('read_only', 'read_write')),
  status text not null check (status in ('active', 'revoked')),
  -- Whether it reads the documents of its groups only, also if it has none. A reader always is confined.
  confined boolean not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- Only grants of members (role reader) can start and end by themselves.
  starts_at timestamptz(3),
  expires_at timestamptz(3),
  -- The last end of the grant that is in the audit log, so that each end is recorded once.
  recorded_expiry timestamptz(3),
  -- Statements of any source up to this time are out of date.
  revoked_as_of timestamptz,
  constraint memberships_times check (role = 'reader' or (starts_at is null and expires_at is null)),
  constraint memberships_times_order check (starts_at < expires_at),
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
create index memberships_email on memberships (email);
create index memberships_expiry on memberships (expires_at)
  where status = 'active' and expires_at is not null and recorded_expiry is distinct from expires_at;
create index memberships_newest on memberships (workspace_id, created_at desc, id desc) where role = 'reader';
create index memberships_person on memberships (person_id);
-- The seats that are taken, and the list of members from the newest on.
create index memberships_seats on memberships (workspace_id) where role = 'reader' and status = 'active';
select confine_to_workspace('memberships');

-- The SHA-256 of every secret, and what it belongs to. A lookup reads this before it knows the workspace. `id` is that of the row
-- with the rest of the credential. workspace_id is null for credentials of a person.
create table credentials (
  secret_hash bytea primary key,
  kind text not null check (kind in (
    'api_key', 'pinned_token', 'personal_token', 'session', 'magic_link', 'reader_link', 'sign_in_link', 'ingest_secret',
    'reconciliation_secret', 'webhook_secret', 'mapping_secret'
  )),
  workspace_id uuid references workspaces on delete cascade,
  id uuid not null,
  -- When a rotated secret ends; the new one is another row.
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  signing_secret text
);
create index credentials_expiry on credentials (expires_at) where expires_at is not null;
create index credentials_holder on credentials (id);
select confine_to_workspace('credentials');

create table sessions (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  -- The chosen workspace; null until one is chosen.
  workspace_id uuid references workspaces on delete set null,
  device text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- `workspace`: the session was opened at the own host of its workspace and is valid for that workspace only.
  reach text not null default 'person' check (reach in ('person', 'workspace', 'link')),
  -- The session at the OpenID Connect provider that opened this one: {iss, sub, sid?}. A logout there ends this one.
  provider_session jsonb
);
create index sessions_age on sessions (expires_at);
create index sessions_person on sessions (person_id, created_at);
create index sessions_workspace on sessions (workspace_id);
select confine_to_workspace('sessions', 'select');
grant update(revoked_at) on sessions to svc_app;

-- A browser's attempt to prove an address with a mailed code. An unknown address gets a row too, whose code is never sent, so
-- that known and unknown addresses cannot be distinguished.
create table sign_in_codes (
  -- The hash of the attempt's secret, which only the browser has. The code is hashed together with the secret, so that this
  -- table is not enough to try all codes.
  attempt_hash bytea primary key,
  email text not null,
  -- The network address of the client, whose attempts are limited.
  asked_from text not null,
  code_hash bytea not null,
  tries_left smallint not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_in_codes_age on sign_in_codes (created_at);
create index sign_in_codes_email on sign_in_codes (email, created_at);
select close_to_requests('sign_in_codes');

-- Links that sign a member in, created by its workspace. Opening one creates a session with the same id. The row ends with the
-- grant, and the session with the row.
create table sign_in_links (
  workspace_id uuid not null,
  id uuid not null,
  membership_id uuid not null,
  -- The path that it opens; null: the first page.
  next text,
  created_at timestamptz(3) not null,
  -- When the link expires, or its session once the link was used.
  expires_at timestamptz(3) not null,
  provider_session jsonb,
  primary key (workspace_id, id),
  foreign key (workspace_id, membership_id) references memberships (workspace_id, id) on delete cascade
);
create index sign_in_links_membership on sign_in_links (workspace_id, membership_id);
select confine_to_workspace('sign_in_links');

-- RFC 8628. A row remains for some time after it expired, so that a device that polls learns it.
create table device_authorizations (
  device_code_hash bytea primary key,
  user_code text not null unique,
  client_id text not null,
  device text not null,
  status text not null check (status in ('pending', 'approved', 'denied')),
  person_id uuid references people on delete cascade,
  interval_seconds integer not null,
  last_polled_at timestamptz(3),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index device_authorizations_age on device_authorizations (expires_at);
select close_to_requests('device_authorizations');

create table personal_tokens (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  name text not null,
  secret_last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index personal_tokens_person on personal_tokens (person_id, created_at);
select close_to_requests('personal_tokens');
grant select on personal_tokens to svc_app;

-- The workspaces that a hosted assistant may read, and the one that it may write to. The assistant is a device of the person
-- (personal_tokens).
create table assistant_workspaces (
  workspace_id uuid not null references workspaces on delete cascade,
  personal_token_id uuid not null references personal_tokens on delete cascade,
  writes boolean not null,
  primary key (workspace_id, personal_token_id)
);
create index assistant_workspaces_token on assistant_workspaces (personal_token_id);
create unique index assistant_workspaces_writes on assistant_workspaces (personal_token_id) where writes;
select close_to_requests('assistant_workspaces');

-- When a device (personal token) was last used in a workspace, and whether the workspace has revoked it. The token belongs to a
-- person, whose other workspaces do not see this.
create table workspace_devices (
  workspace_id uuid not null references workspaces on delete cascade,
  personal_token_id uuid not null references personal_tokens on delete cascade,
  last_used_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (workspace_id, personal_token_id)
);
create index workspace_devices_token on workspace_devices (personal_token_id);
select confine_to_workspace('workspace_devices');
create policy used_here on personal_tokens for select to svc_app using (exists (
  select from workspace_devices d
  where d.workspace_id = (select nullif(current_setting('svc.workspace', true), '')::uuid) and d.personal_token_id = personal_tokens.id
));

-- Clients, authorizations and tokens of OAuth. Ids are secret, so only their hashes are stored.
create table oauth_records (
  model text not null,
  id_hash bytea not null,
  -- The connection that a grant or token belongs to.
  personal_token_id uuid references personal_tokens on delete cascade,
  payload jsonb not null,
  consumed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (model, id_hash)
);
create index oauth_records_age on oauth_records (expires_at);
create index oauth_records_token on oauth_records (personal_token_id);
select close_to_requests('oauth_records');

-- The users of a SCIM client. Their share of source "scim" follows from their groups, and ends while they are inactive.
-- A user without an email address gets none.
create table scim_users (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  email text check (email = lower(email)),
  user_name text not null,
  name text not null,
  attributes jsonb not null,
  external_id text,
  active boolean not null,
  groups uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
create unique index scim_users_name on scim_users (workspace_id, lower(user_name));
select confine_to_workspace('scim_users');

-- Access: groups, readers, keys and tokens

create table groups (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  paths text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  public boolean not null default false,
  -- Null for both: the offer of the workspace.
  offer_text text,
  offer_url text,
  -- Whether a group is on sale without an offer of its own. Only groups on sale are shown to people who do not have them.
  for_sale boolean not null default false,
  -- The id of the group at a SCIM client.
  external_id text,
  primary key (workspace_id, id)
);
create unique index groups_one_public on groups (workspace_id) where public;
select confine_to_workspace('groups');

-- The holders of a group: memberships, readers with a magic link and pinned tokens.
create table group_holders (
  workspace_id uuid not null,
  group_id uuid not null,
  holder_kind text not null check (holder_kind in ('membership', 'reader', 'token')),
  holder_id uuid not null,
  access text not null check (access in ('read_only', 'read_write')),
  -- The groups of each share, with its times. A pinned token has only one source.
  source text not null default '',
  starts_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (workspace_id, holder_id, group_id, source),
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);
create index group_holders_group on group_holders (workspace_id, group_id);
select confine_to_workspace('group_holders');

-- The groups of a holder whose shares have not expired. Only those that are live can be read.
create view held_groups with (security_invoker = true) as
  select workspace_id, holder_kind, holder_id, group_id,
    coalesce(max(access) filter (where starts_at is null or starts_at <= now()), max(access)) as access,
    bool_or(starts_at is null or starts_at <= now()) as live
  from group_holders
  where expires_at is null or expires_at > now()
  group by workspace_id, holder_kind, holder_id, group_id;
grant select on held_groups to svc_app;

create table readers (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  name text not null,
  status text not null check (status in ('active', 'revoked')),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3),
  -- The document that a magic link opens; null: the first page.
  start text,
  revoked_as_of timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
select confine_to_workspace('readers');

-- Sessions of a reader's magic link. A new link or a revocation deletes all of them.
create table reader_sessions (
  workspace_id uuid not null,
  id uuid not null,
  reader_id uuid not null,
  device text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, reader_id) references readers (workspace_id, id) on delete cascade
);
create index reader_sessions_reader on reader_sessions (workspace_id, reader_id);
select confine_to_workspace('reader_sessions');

create table api_keys (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null,
  capability text not null,
  capabilities text[] not null,
  secret_last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The person who created a key or token.
  creator_id uuid,
  primary key (workspace_id, id)
);
select confine_to_workspace('api_keys');

create table tokens (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null,
  role text not null check (role in ('admin', 'member', 'reader')),
  access text not null check (access in ('read_only', 'read_write')),
  confined boolean not null,
  secret_last_four text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The most that the token may do in a collection.
  collections text not null default 'manage' check (collections in ('manage', 'write', 'read')),
  creator_id uuid,
  primary key (workspace_id, id)
);
select confine_to_workspace('tokens');

-- A grant consists of shares, one per source. The source '' is what people and calls without a source granted.
-- A share can belong to an address without a membership: its end is remembered, so that an older grant is refused.
create table shares (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null default gen_random_uuid(),
  holder_kind text not null check (holder_kind in ('membership', 'reader')),
  email text not null check (email = lower(email)),
  source text not null,
  role text not null check (role in ('admin', 'member', 'reader')),
  access text not null check (access in ('read_only', 'read_write')),
  confined boolean not null,
  starts_at timestamptz(3),
  expires_at timestamptz(3),
  as_of timestamptz not null,
  ended_at timestamptz(3),
  constraint shares_check check (starts_at < expires_at),
  constraint shares_check1 check (role = 'reader' or (starts_at is null and expires_at is null)),
  primary key (workspace_id, id),
  unique (workspace_id, holder_kind, email, source)
);
create index shares_ended on shares (workspace_id, ended_at) where ended_at is not null;
select confine_to_workspace('shares');

-- Limits, mails and the audit log

-- Calls counted by the second, for limits of thousands of calls and for callers without a credential. Unlogged, so that no call
-- waits for a disk; a crash of the database may lose it. It contains no data of workspaces, so any request may write here.
create unlogged table call_windows (
  -- What is counted, such as `relay:` and a credential's id, or `sign_in:` and a client's address.
  key text primary key,
  -- Seconds since the epoch in which calls were taken, oldest first, and how many in each.
  seconds double precision[] not null,
  calls integer[] not null,
  -- When the latest call was checked, and whether it was accepted.
  checked_at timestamptz not null,
  accepted boolean not null
);
create index call_windows_age on call_windows (checked_at);
select close_to_requests('call_windows');
create policy counting on call_windows to svc_app using (true);
grant select, insert, delete, update on call_windows to svc_app;

-- Accepted records per credential and UTC day on the agent path.
create table daily_writes (
  workspace_id uuid not null references workspaces on delete cascade,
  credential_id uuid not null,
  day date not null,
  records integer not null,
  primary key (workspace_id, credential_id, day)
);
select confine_to_workspace('daily_writes');

-- When an address received mails about its access to a workspace, of which it receives a few a day. Counted by address, because
-- memberships and links are created and deleted.
create table mail_counts (
  workspace_id uuid not null references workspaces on delete cascade,
  email text not null,
  -- Those of the last day, oldest first.
  sent_at timestamptz(3)[] not null,
  last_sent_at timestamptz(3) not null,
  primary key (workspace_id, email)
);
create index mail_counts_by_age on mail_counts (workspace_id, last_sent_at);
select confine_to_workspace('mail_counts');

-- Mails that the mail server has not accepted yet, and for 30 days those that were lost.
create table mails (
  id uuid primary key,
  email text not null,
  request_id text,
  -- Encrypted with a key that is not in the database. Null once the mail is lost.
  body bytea,
  attempts integer not null default 1,
  -- Why the last attempt failed. Null before its end.
  reason text,
  created_at timestamptz(3) not null default now(),
  next_attempt_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null
);
create index mails_age on mails (created_at, id);
create index mails_due on mails (next_attempt_at) where body is not null;
select close_to_requests('mails');

create sequence audit_event_positions;
grant usage on sequence audit_event_positions to svc_app;
create table audit_events (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- The order of the entries. It counts those of all workspaces, so no response contains it.
  position bigint not null default nextval('audit_event_positions'),
  at timestamptz(3) not null,
  action text not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  target text,
  detail jsonb not null,
  request_id text,
  -- The device of the person.
  actor_device_id uuid,
  actor_device_name text,
  -- The version of the records that the entry's write stored.
  record_version uuid,
  primary key (workspace_id, id)
);
create index audit_events_action on audit_events (workspace_id, action, position);
create index audit_events_position on audit_events (workspace_id, position);
select confine_to_workspace('audit_events', 'select, insert');

-- Actions of the operator. They remain after the deletion of a workspace or person. `target` is an id.
create table operator_events (
  id uuid primary key,
  at timestamptz(3) not null,
  action text not null,
  target text not null,
  detail jsonb not null,
  request_id text,
  -- The name of the operator token; null for the service itself.
  actor text
);
create index operator_events_at on operator_events (at, id);
select close_to_requests('operator_events');

-- Collections and records

create table collections (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  -- Only the keys that were set. Others have their default.
  configuration jsonb not null default '{}',
  -- Grows with every change of configuration.
  configuration_version integer not null default 1,
  -- Grows when all records get other ids, dates or identifiers. Their index is then built again.
  key_version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Phrases that find the same records. Not in the configuration, because every call reads that.
  synonyms jsonb not null default '[]',
  -- Grows with the keys of records and the synonyms. An index of an earlier version is built again.
  index_version integer not null default 0,
  -- Grows when all records get other ids. Earlier marks of the change feed are then invalid.
  id_version integer not null default 0,
  -- Names of fields in the order in which the source sent them first. The keys of stored records have no order.
  field_order text[] not null default '{}',
  -- A deleted collection can be restored for its history_days. Its name is free.
  deleted_at timestamptz(3),
  strictness smallint not null default 0,
  primary key (workspace_id, id)
);
create unique index collections_name on collections (workspace_id, name) where deleted_at is null;
select confine_to_workspace('collections');

-- The row that writers of a collection lock, one after the other. Each gives its records the next change mark, so marks are in the
-- order of commits, and a reader of the change feed continues from the last mark.
create table collection_states (
  workspace_id uuid not null,
  collection_id uuid not null,
  change_mark bigint not null default 0,
  last_ingest_at timestamptz(3),
  -- How many updates in a row were older than what is stored.
  stale_run integer not null default 0,
  -- The last delivery for which an event said that none came after it in time.
  overdue_after timestamptz(3),
  -- The last write and record that were compared for matches; null until someone lists matches.
  matched_mark bigint,
  matched_id text not null default '' collate "C",
  -- Whether a decision on matches can be `same`.
  aliased boolean not null default false,
  primary key (workspace_id, collection_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('collection_states');

-- Counts of a collection for each day in UTC. They are kept longer than queries.
create table collection_days (
  workspace_id uuid not null,
  collection_id uuid not null,
  day date not null,
  high integer not null default 0,
  low integer not null default 0,
  none integer not null default 0,
  written integer not null default 0,
  failed integer not null default 0,
  -- Records that arrived older than the stored ones. `written` does not contain them.
  stale integer not null default 0,
  primary key (workspace_id, collection_id, day),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('collection_days');

create table collection_grants (
  workspace_id uuid not null,
  collection_id uuid not null,
  group_id uuid not null,
  permission text not null check (permission in ('read', 'write')),
  filter jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, group_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);
create index collection_grants_group on collection_grants (workspace_id, group_id);
select confine_to_workspace('collection_grants');

-- Searches, filters and orders of a collection's records that people saved under a name.
create table collection_views (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  -- The e-mail address of a person, otherwise the id of the token.
  owner text not null collate "C",
  owner_name text not null,
  shared boolean not null,
  name text not null,
  filters jsonb,
  query text,
  sort_order text,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('collection_views');

create table records (
  workspace_id uuid not null,
  collection_id uuid not null,
  external_id text not null collate "C",
  -- The mark of the write that last changed the row.
  change_mark bigint not null,
  -- As sent, control fields included.
  attributes jsonb not null,
  content_hash bytea not null,
  write_date timestamptz(6),
  -- The text of the vector and of searches by words.
  embed_text text not null,
  -- Whether the text was cut. It then ends with a line break.
  text_cut boolean generated always as ("right"(embed_text, 1) = chr(10)) stored not null,
  -- Little-endian float32; null until embedded.
  vector bytea,
  -- The md5 of the text, and the id of the embedder, that the vector is from.
  vector_text_hash bytea,
  vector_embedder text,
  -- Whether the vector is missing or outdated, and how often the embedder has failed.
  pending boolean not null,
  embed_tries smallint not null default 0,
  tombstoned_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Changes with every write and with a deletion. Random, so that it reveals nothing about other writes.
  version uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Until when another process embeds the record, so that its text is sent once.
  claimed_until timestamptz,
  -- The id as the source wrote it, if that differs from the stored form. A second spelling is a finding.
  id_spelling text,
  -- Orders updates with equal clocks: a word for each further clock, in millionths, or `-`.
  write_order text,
  primary key (workspace_id, collection_id, external_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index records_changed on records (workspace_id, collection_id, change_mark);
create index records_cut on records (workspace_id, collection_id) where text_cut and tombstoned_at is null;
create index records_newest on records (workspace_id, collection_id, write_date desc nulls last, external_id)
  where tombstoned_at is null;
create index records_pending on records (workspace_id, collection_id, embed_tries, external_id)
  where pending and tombstoned_at is null;
select confine_to_workspace('records');

-- Identifiers of live records, written together with the records. There is no foreign key to records, because it would read the
-- record again for every key.
create table record_keys (
  workspace_id uuid not null,
  collection_id uuid not null,
  key text not null collate "C",
  external_id text not null collate "C",
  primary key (workspace_id, collection_id, key, external_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index record_keys_record on record_keys (workspace_id, collection_id, external_id);
select confine_to_workspace('record_keys');

-- Earlier versions of records, copied by the write that replaced or deleted them. The current version is the record itself.
create table record_versions (
  workspace_id uuid not null,
  collection_id uuid not null,
  external_id text not null collate "C",
  version uuid not null,
  -- The next version, when it was written, and the change mark of that write, which orders the versions.
  next_version uuid not null,
  replaced_at timestamptz(3) not null,
  next_mark bigint not null,
  -- The following are as they were in the record.
  attributes jsonb not null,
  write_date timestamptz(6),
  write_order text,
  tombstoned_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, external_id, version),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index record_versions_replaced on record_versions (workspace_id, collection_id, replaced_at);
select confine_to_workspace('record_versions');

-- Who wrote which version of records, and when. Histories and reverts read it, so that they do not depend on how long
-- the audit log is kept.
create table record_writes (
  workspace_id uuid not null,
  collection_id uuid not null,
  version uuid not null,
  change_mark bigint not null,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  actor_device_id uuid,
  request_id text,
  primary key (workspace_id, collection_id, version),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index record_writes_at on record_writes (workspace_id, collection_id, at);
create index record_writes_request on record_writes (workspace_id, collection_id, request_id);
select confine_to_workspace('record_writes');

-- When a source last confirmed a live record. This is a separate table, so that an unchanged delivery does not rewrite records and
-- their indexes. Half of each page is free, so that confirming all records again changes no index.
create table record_confirmations (
  workspace_id uuid not null,
  collection_id uuid not null,
  external_id text not null collate "C",
  confirmed_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, external_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
) with (fillfactor='50');
select confine_to_workspace('record_confirmations');

-- Records that a write moved out of the slice of a grant, with the change mark of the last write that did so. The change feed of
-- the slice contains them.
create table record_departures (
  workspace_id uuid not null,
  collection_id uuid not null,
  group_id uuid not null,
  external_id text not null collate "C",
  change_mark bigint not null,
  changed_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, group_id, external_id),
  foreign key (workspace_id, collection_id, group_id)
    references collection_grants (workspace_id, collection_id, group_id) on delete cascade
);
create index record_departures_changed on record_departures (workspace_id, collection_id, change_mark);
select confine_to_workspace('record_departures');

-- Pairs of records that may be duplicates, and what people decided about them. Open pairs are derived from the records.
create table record_matches (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  one text not null collate "C",
  other text not null collate "C",
  verdict text not null check (verdict in ('same', 'maybe')),
  fields jsonb not null,
  -- A hash of the compared values of both records.
  compared text not null,
  -- The change mark of the later of both records when they were compared.
  change_mark bigint not null,
  decision text check (decision in ('same', 'different')),
  keep text collate "C",
  decided_by text,
  decided_at timestamptz(3),
  constraint record_matches_check check (one < other),
  primary key (workspace_id, collection_id, id),
  unique (workspace_id, collection_id, one, other),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index record_matches_other on record_matches (workspace_id, collection_id, other);
select confine_to_workspace('record_matches');

create table findings (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null default gen_random_uuid(),
  field text not null,
  -- Hashed, because the name of a field can be longer than an index allows.
  field_hash bytea not null,
  kind text not null check (kind in ('unknown_field', 'type_mismatch', 'future_clock', 'delivery', 'id_spelling')),
  count bigint not null,
  example_ids text[] not null,
  message text not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, field_hash, kind),
  unique (workspace_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('findings');

-- Which record people chose for the words of a query.
create table corrections (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  -- SHA-256 of the words in alphabetical order, because a query can be longer than an index allows.
  words_hash text not null collate "C",
  query text not null,
  -- Null: none of the records.
  external_id text collate "C",
  -- SHA-256 of the slice of the person who chose none; null for the whole collection.
  slice_hash text collate "C",
  created_by text not null,
  created_at timestamptz(3) not null,
  -- The identifiers and title of a sent record that a correction applies to. Null for a correction of a query.
  record jsonb,
  primary key (workspace_id, collection_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index corrections_words on corrections (workspace_id, collection_id, words_hash);
select confine_to_workspace('corrections');

-- The queries of a collection, written after the response.
create table query_log (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  query text not null,
  confidence text not null,
  match_type text not null,
  -- The first result; null where there was none.
  external_id text collate "C",
  duration_ms double precision not null,
  strength smallint,
  "right" boolean,
  primary key (workspace_id, collection_id, at, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('query_log');

-- Judged queries, by a hash of their text. They show how often `high` is wrong, and how strict it has to be.
create table query_labels (
  workspace_id uuid not null,
  collection_id uuid not null,
  query_hash text not null collate "C",
  strength smallint,
  is_right boolean not null,
  labelled_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, query_hash),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('query_labels');

-- The reconciliation URL of a collection; its secret is in `credentials`. Without groups it reads the whole collection.
create table reconciliation_urls (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  group_ids uuid[],
  created_at timestamptz(3) not null,
  primary key (workspace_id, collection_id),
  unique (workspace_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('reconciliation_urls');

-- Repos and documents

create table repos (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  -- The commit that main points to; null while there is none.
  head bytea,
  revision bigint not null default 0,
  -- The size of its objects.
  bytes bigint not null default 0,
  created_at timestamptz(3) not null,
  -- Whether commits are refused that add names which a clone on Windows or macOS cannot store. Off for earlier repos.
  portable_names boolean not null default false,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
select confine_to_workspace('repos');

-- Objects of git. `data` is compressed with zlib; null for large objects, whose bytes are in repo_object_parts.
create table repo_objects (
  workspace_id uuid not null,
  repo_id uuid not null,
  oid bytea not null,
  kind text not null check (kind in ('commit', 'tree', 'blob')),
  size integer not null,
  revision bigint not null,
  data bytea,
  primary key (workspace_id, repo_id, oid),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
alter table only repo_objects alter column data set storage external;
create index repo_objects_revision on repo_objects (workspace_id, repo_id, revision, oid);
select confine_to_workspace('repo_objects');

-- Bytes of large objects in pieces of one size, so that a range can be read.
create table repo_object_parts (
  workspace_id uuid not null,
  repo_id uuid not null,
  oid bytea not null,
  n integer not null,
  data bytea not null,
  primary key (workspace_id, repo_id, oid, n),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
alter table only repo_object_parts alter column data set storage external;
select confine_to_workspace('repo_object_parts');

create table repo_commits (
  workspace_id uuid not null,
  repo_id uuid not null,
  oid bytea not null,
  -- Null for a commit that is not on the first-parent line of main.
  revision bigint,
  -- A clone with this commit has every object up to this revision.
  holds bigint not null,
  at timestamptz(3) not null,
  author text not null,
  message text not null,
  actor_kind text not null,
  actor_id text not null,
  primary key (workspace_id, repo_id, oid),
  unique (workspace_id, repo_id, revision),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
select confine_to_workspace('repo_commits');

-- The tree of each folder at the head. The path of the root is ''.
create table repo_folders (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text not null collate "C",
  oid bytea not null,
  primary key (workspace_id, repo_id, path),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
select confine_to_workspace('repo_folders');

-- The documents at the head. Paths are relative to the repo.
create table documents (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text not null collate "C",
  blob bytea not null,
  size integer not null,
  media_type text not null,
  title text not null,
  version_id uuid not null,
  revision bigint not null,
  changed_at timestamptz(3) not null,
  changed_by text not null,
  -- The position in its folder that the document states; null: by name.
  position double precision,
  primary key (workspace_id, repo_id, path),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
select confine_to_workspace('documents');

-- One row for every change of a document.
create table document_versions (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text not null collate "C",
  revision bigint not null,
  id uuid not null,
  status text not null check (status in ('added', 'changed', 'moved', 'deleted', 'restored')),
  -- Null: deleted, or moved away.
  blob bytea,
  size integer,
  -- Where the document was before it was moved here.
  moved_from text collate "C",
  primary key (workspace_id, repo_id, path, revision),
  unique (workspace_id, id),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
create index document_versions_revision on document_versions (workspace_id, repo_id, revision);
select confine_to_workspace('document_versions');

-- Pieces of documents that search finds, by content, so that the same text is divided and embedded once.
create table document_chunks (
  workspace_id uuid not null,
  repo_id uuid not null,
  blob bytea not null,
  n integer not null,
  heading text,
  anchor text,
  start integer not null,
  length integer not null,
  -- The version of the code that divided the text.
  cutter integer not null,
  vector bytea,
  embedder_id text,
  primary key (workspace_id, repo_id, blob, n),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
select confine_to_workspace('document_chunks');

-- What a person has typed in a document and not saved, and that they have it open.
create table document_drafts (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text not null collate "C",
  -- The person, or the token that writes.
  writer_id uuid not null,
  writer_name text not null,
  -- The content that was edited. Null, as is the text, until something is typed.
  base text,
  body text,
  changed_at timestamptz(3) not null,
  -- When the document was last known to be open.
  seen_at timestamptz(3) not null,
  primary key (workspace_id, repo_id, path, writer_id),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
create index document_drafts_writer on document_drafts (workspace_id, writer_id, changed_at);
select confine_to_workspace('document_drafts');

-- The last HTML of a document. Any process can render it again, so writes have no audit entry. A page shows it while a newer
-- version is being rendered.
create table document_renderings (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text not null collate "C",
  -- Links in the HTML contain the repo's name.
  repo text not null,
  blob bytea not null,
  -- The version of the code that rendered it.
  renderer integer not null,
  html text not null,
  -- JSON. Its strings may end in half a surrogate pair, which jsonb refuses.
  toc text not null,
  primary key (workspace_id, repo_id, path),
  foreign key (workspace_id, repo_id, path) references documents(workspace_id, repo_id, path) on delete cascade
);
select confine_to_workspace('document_renderings');

-- Webhooks

-- Where events are sent. Signing secrets are in `credentials`, unhashed, because the service signs with them.
create table webhooks (
  workspace_id uuid not null references workspaces on delete cascade,
  id uuid not null,
  url text not null,
  events text[] not null,
  description text,
  enabled boolean not null default true,
  -- The first failed attempt since the last accepted one.
  failing_since timestamptz(3),
  -- Webhooks with the earliest attempt come first.
  last_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
select confine_to_workspace('webhooks');

create sequence webhook_delivery_positions;
grant usage on sequence webhook_delivery_positions to svc_app;
create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  -- The order of the events of one subject. It counts those of all workspaces, so no response contains it.
  position bigint not null default nextval('webhook_delivery_positions'),
  event text not null,
  subject text not null,
  -- The body as it is sent, the same at each attempt.
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  claimed_until timestamptz(3),
  next_attempt_at timestamptz(3),
  give_up_at timestamptz(3) not null,
  last_attempt_at timestamptz(3),
  response_status integer,
  error text,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade
);
create index webhook_deliveries_age on webhook_deliveries (created_at);
create index webhook_deliveries_pending on webhook_deliveries (workspace_id, webhook_id, subject, position)
  where status = 'pending';
create index webhook_deliveries_position on webhook_deliveries (workspace_id, webhook_id, position);
select confine_to_workspace('webhook_deliveries');

-- Look-ups before a workspace is known, and values in filters

-- A caller as every lookup returns it. workspace_id is null for a personal token.
create type credential_row as (
  id uuid,
  name text,
  email text,
  person_id uuid,
  workspace_id uuid,
  workspace_slug text,
  workspace_name text,
  suspended boolean,
  role text,
  access text,
  confined boolean,
  groups jsonb,
  capabilities text[],
  collections text
);

-- The name of a device (personal token); null if the id is unknown.
create function device_name(of_device uuid)
returns text language sql stable security definer set search_path = public as $$
  select name from personal_tokens where id = of_device
$$;

-- Milliseconds since 1970 of an ISO 8601 date or date-time; UTC unless it says otherwise.
create function filter_date_of_text(value text)
returns double precision language plpgsql immutable strict parallel safe as $_$
declare
  trimmed text := btrim(value, E' \t\n\r\f\x0b');
  parts text[];
  month integer;
  calendar date;
  seconds integer := 0;
  milliseconds integer := 0;
  minutes_ahead integer := 0;
begin
  -- The most usual spellings on days that every month has: a cast, which cannot fail here, is ten times faster.
  if trimmed ~ '^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])(?:[ T](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,3})?Z?)?$' then
    return extract(epoch from trimmed::timestamp) * 1000;
  end if;
  -- Both separators are captured and compared: a back reference would make matching many times slower.
  parts := regexp_match(
    trimmed,
    '^([0-9]{4})([-/])([0-9]{2})([-/])([0-9]{2})(?:(?:[Tt]| +)([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)? ?(?:(?:[Zz]|UTC|GMT)|([-+])([0-9]{2})(?::?([0-9]{2}))?)?)?$');
  if parts is null or parts[2] <> parts[4] or parts[1] = '0000' or parts[6] > '23' or parts[7] > '59' or parts[8] > '59'
      or parts[11] > '23' or parts[12] > '59' then
    return null;
  end if;
  month := parts[3]::integer;
  if month not between 1 and 12 or parts[5] = '00' then
    return null;
  end if;
  calendar := make_date(parts[1]::integer, month, 1) + (parts[5]::integer - 1);
  if extract(month from calendar) <> month then
    return null;
  end if;
  if parts[6] is not null then
    seconds := (parts[6]::integer * 60 + parts[7]::integer) * 60 + coalesce(parts[8], '0')::integer;
  end if;
  if parts[9] is not null then
    milliseconds := rpad(left(parts[9], 3), 3, '0')::integer;
  end if;
  if parts[10] is not null then
    minutes_ahead := (parts[10] || '1')::integer * (parts[11]::integer * 60 + coalesce(parts[12], '0')::integer);
  end if;
  return (calendar - date '1970-01-01') * 86400000::float8 + seconds * 1000 + milliseconds - minutes_ahead * 60000;
end
$_$;

-- The [id, label] of a relational value, null for any other value.
create function filter_relation(value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  kind text := jsonb_typeof(value);
  id_kind text;
begin
  if kind = 'array' then
    if jsonb_array_length(value) <> 2 or jsonb_typeof(value -> 1) <> 'string' then
      return null;
    end if;
    id_kind := jsonb_typeof(value -> 0);
    -- Two texts could as well be a list: the first must look like an id and the second must not.
    if id_kind = 'number' or id_kind = 'string' and value ->> 0 ~ '[0-9]' and value ->> 0 !~ ' '
        and (value ->> 1 ~ ' ' or value ->> 1 !~ '[0-9]') then
      return value;
    end if;
  elsif kind = 'object' and jsonb_typeof(value -> 'id') in ('number', 'string') then
    return case 'string'
      when jsonb_typeof(value -> 'label') then jsonb_build_array(value -> 'id', value -> 'label')
      when jsonb_typeof(value -> 'name') then jsonb_build_array(value -> 'id', value -> 'name')
      when jsonb_typeof(value -> 'display_name') then jsonb_build_array(value -> 'id', value -> 'display_name')
    end;
  end if;
  return null;
end
$$;

-- The id of a relational value or of a pair that ends in a text, any other value as it is.
create function filter_id(value jsonb) returns jsonb language sql immutable parallel safe as $$
  select case
    when jsonb_typeof(value) = 'array' and jsonb_array_length(value) = 2 and jsonb_typeof(value -> 1) = 'string'
      and jsonb_typeof(value -> 0) in ('number', 'string') then value -> 0
    when jsonb_typeof(value) = 'object' then coalesce(filter_relation(value) -> 0, value)
    else value
  end
$$;

-- The scalars of a value that an equality compares. For a range, labels only and nothing empty.
create function filter_scalars(value jsonb, ranged boolean)
returns setof jsonb language sql immutable rows 2 parallel safe as $$
  select part
  from jsonb_array_elements(
      case when jsonb_typeof(value) = 'array' and filter_relation(value) is null then value else jsonb_build_array(value) end
    ) as element,
    lateral (select filter_relation(element) as pair) as relation,
    lateral jsonb_array_elements(
      case when pair is null then jsonb_build_array(element) when ranged then jsonb_build_array(pair -> 1) else pair end
    ) as part
  where jsonb_typeof(part) in ('string', 'number', 'boolean') and not (ranged and part in ('false', '""'))
$$;

create function filter_dates(value jsonb, ranged boolean)
returns double precision[] language plpgsql immutable parallel safe as $$
declare
  kind text := jsonb_typeof(value);
  instant float8;
begin
  if kind = 'string' then
    instant := filter_date_of_text(value #>> '{}');
  elsif kind = 'array' or kind = 'object' then
    return array(select unnest(filter_dates(part, ranged)) from filter_scalars(value, ranged) as part);
  end if;
  return case when instant is null then '{}' else array[instant] end;
end
$$;

create function filter_numbers(value jsonb, ranged boolean)
returns numeric[] language plpgsql immutable parallel safe as $_$
declare
  kind text := jsonb_typeof(value);
  trimmed text;
begin
  if kind = 'number' then
    return array[(value #>> '{}')::numeric];
  elsif kind = 'string' then
    trimmed := btrim(value #>> '{}', E' \t\n\r\f\x0b');
    if length(trimmed) <= 400 and trimmed ~ '^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?$' then
      return array[trimmed::numeric];
    end if;
  elsif kind = 'array' or kind = 'object' then
    return array(select unnest(filter_numbers(part, ranged)) from filter_scalars(value, ranged) as part);
  end if;
  return '{}';
end
$_$;

-- The texts of a value that comparisons use. In PL/pgSQL, whose branches for usual values take a microsecond. An SQL function with
-- a sub-select takes fifty.
create function filter_texts(value jsonb, ranged boolean) returns text[] language plpgsql immutable parallel safe as $$
declare
  kind text := jsonb_typeof(value);
  pair jsonb;
begin
  if kind = 'string' then
    return case when not ranged or value <> '""' then array[value #>> '{}'] else '{}' end;
  elsif kind = 'number' then
    return array[trim_scale((value #>> '{}')::numeric)::text];
  elsif kind = 'boolean' then
    return case when not ranged or value <> 'false' then array[value #>> '{}'] else '{}' end;
  elsif kind is null or kind = 'null' then
    return '{}';
  end if;
  pair := filter_relation(value);
  if pair is not null then
    return case when not ranged then filter_texts(pair -> 0, false) else '{}' end || filter_texts(pair -> 1, ranged);
  elsif kind = 'array' then
    return array(select unnest(filter_texts(part, ranged)) from filter_scalars(value, ranged) as part);
  end if;
  return '{}';
end
$$;

-- A value as slices count it: a relational value, or a pair that ends in a text, is only its id.
create function filter_without_labels(value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  id jsonb;
begin
  if value is null or jsonb_typeof(value) not in ('array', 'object') then
    return value;
  end if;
  id := filter_id(value);
  if jsonb_typeof(id) <> 'array' then
    return id;
  end if;
  return (select coalesce(jsonb_agg(filter_id(element) order by place), '[]')
    from jsonb_array_elements(value) with ordinality as e (element, place));
end
$$;

-- The magic link of a reader before its workspace is known, also if it has ended, because the page says so.
create function find_reader_link(hash bytea)
returns table(workspace_id uuid, workspace_name text, reader_id uuid, status text, expires_at timestamptz)
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select r.workspace_id, w.name, r.id, r.status, r.expires_at
  from credentials c
  join readers r on r.workspace_id = c.workspace_id and r.id = c.id
  join workspaces w on w.deleted_at is null and w.id = r.workspace_id
  where c.secret_hash = hash and c.kind = 'reader_link';
end
$$;

create function find_rotated_ingest(hash bytea, at timestamptz)
returns table(workspace_id uuid, id uuid) language sql stable security definer set search_path = public as $$
  select c.workspace_id, c.id from credentials c where c.secret_hash = hash and c.kind = 'ingest_secret' and c.expires_at <= at
$$;

-- The groups of one holder as [{"id", "access"}].
create function groups_of_holder(of_workspace uuid, holder uuid)
returns jsonb language plpgsql stable security definer set search_path = public as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', group_id, 'access', access) order by group_id), '[]')
    from held_groups where workspace_id = of_workspace and holder_id = holder and live
  );
end
$$;

-- The language that the person of an address chose. Requests cannot read people, so this runs as the owner.
create function language_of_address(of_email text)
returns text language sql stable security definer set search_path = public as $$
  select p.language from people p where p.email = of_email
$$;

-- Links an invitation to the person of its address, if they have signed in before. A first sign-in takes the same lock, so that
-- concurrent grants and sign-ins see each other.
create function link_membership() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('person:' || new.email, 0));
  if new.person_id is null then
    select p.id into new.person_id from people p where p.email = new.email and p.first_signed_in_at is not null;
  end if;
  return new;
end
$$;

-- The state of a membership now, by the clock of the database. Only this function compares its times.
create function membership_state(status text, starts_at timestamptz, expires_at timestamptz)
returns text language sql stable as $$
  select case
    when status <> 'active' then 'revoked'
    when expires_at <= now() then 'expired'
    when starts_at > now() then 'not_started'
    else 'current'
  end
$$;

-- Whether a membership takes a seat. A grant that has not started does, so that it can start.
create function holds_seat(role text, status text, starts_at timestamptz, expires_at timestamptz)
returns boolean language sql stable as $$
  select role = 'reader' and status = 'active' and membership_state(status, starts_at, expires_at) <> 'expired'
$$;

-- The current memberships of a person by the workspace's name, in all workspaces or one. With a device, only where it is not
-- revoked.
create function memberships_of_person(of_person uuid, device uuid, in_workspace uuid default null::uuid)
returns setof credential_row language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
         case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::text
  from memberships m join workspaces w on w.deleted_at is null and w.id = m.workspace_id
  where m.person_id = of_person and membership_state(m.status, m.starts_at, m.expires_at) = 'current' and (in_workspace is null or m.workspace_id = in_workspace)
    and not exists (
      select from workspace_devices d
      where d.workspace_id = m.workspace_id and d.personal_token_id = device and d.revoked_at is not null)
  order by w.name, w.slug;
end
$$;

-- A person as a member of one workspace, for a call with one of their devices. No row if they are not a current member or the
-- device is revoked. Stores the use of the device at most once a minute, so that agents that share it do not wait for its row.
create function find_membership(of_person uuid, in_workspace uuid, device uuid, at timestamptz)
returns setof credential_row language plpgsql security definer set search_path = public as $$
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

-- The workspaces that an assistant may read, and whether it may write there.
create function opened_to_assistant(assistant uuid)
returns table(workspace_id uuid, writes boolean) language sql stable security definer set search_path = public as $$
  select workspace_id, writes from assistant_workspaces where personal_token_id = assistant
$$;

-- The person of an access token as a member of the given workspace, or of the one that the token may write to. It can only read in
-- all others.
create function read_assistant(hash bytea, at timestamptz, in_workspace uuid)
returns setof credential_row language plpgsql stable security definer set search_path = public as $$
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

-- The same at the start of a call. Stores the use at most once a minute.
create function find_assistant(hash bytea, at timestamptz)
returns setof credential_row language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
begin
  update personal_tokens t set last_used_at = at
  from oauth_records r
  where r.model = 'AccessToken' and r.id_hash = hash and r.expires_at > at and t.id = r.personal_token_id
    and t.revoked_at is null and (t.last_used_at is null or t.last_used_at < at - interval '1 minute');
  return query select * from read_assistant(hash, at, null);
end
$$;

-- The caller with the secret of this hash and kind; no row if it is unknown, expired or revoked. Stores nothing, so that every
-- transaction of a call can use it. A device of a person is a caller in the given workspace only.
create function read_credential(hash bytea, of_kind text, at timestamptz, in_workspace uuid)
returns setof credential_row language plpgsql stable security definer set search_path = public as $$
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
    -- If no workspace is chosen, or the person has left it, the row has none.
    return query
    select s.id, coalesce(m.name, p.name), p.email, case when s.reach = 'person' then p.id end,
           w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
           case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::text
    from sessions s
    join people p on p.id = s.person_id
    left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and membership_state(m.status, m.starts_at, m.expires_at) = 'current'
    left join workspaces w on w.deleted_at is null and w.id = m.workspace_id
    where s.id = found.id and s.revoked_at is null and s.expires_at > at
      -- A session of a sign-in link ends with its grant, and is valid for that membership only.
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

-- The script of a page stores when a reader was last seen, because programs that follow links read pages too.
create function find_credential(hash bytea, of_kind text, at timestamptz)
returns setof credential_row language plpgsql security definer set search_path = public as $$
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

-- The caller without a credential: a reader of the public group. No row if the workspace shows nothing to everybody.
create function read_visitor(of_slug text)
returns setof credential_row language sql stable security definer set search_path = public as $$
  select w.id, 'visitor', null::text, null::uuid, w.id, w.slug, w.name, w.suspended, 'reader', 'read_only', true,
         (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'access', 'read_only')), '[]')
          from groups g where g.workspace_id = w.id and g.public),
         null::text[], null::text
  from workspaces w
  where w.slug = of_slug and w.deleted_at is null
    and (w.show_locked or exists (select from groups g where g.workspace_id = w.id and g.public))
$$;

-- The workspace with this own host.
create function workspace_of_domain(of_host text)
returns table(id uuid, slug text, name text) language sql stable security definer set search_path = public as $$
  select w.id, w.slug, w.name from workspaces w
  where w.domain = of_host and w.domain_checked_at is not null and w.deleted_at is null
$$;

create trigger link_membership before insert or update of email, status on memberships
  for each row when (new.status = 'active') execute function link_membership();
