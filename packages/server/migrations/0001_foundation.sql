-- Workspaces, people and their memberships, groups, credentials of the service itself, and the audit log.
--
-- Requests run as the role svc_app, which row security confines to current_setting('svc.workspace').
-- The owner of the schema (whoever migrates) sees everything; only asSystem() and the lookup functions act as it.

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_app') then
    create role svc_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then
    null; -- another database of the cluster made it at the same moment
  when insufficient_privilege then
    raise exception using message = format(
      'the role %I may not create roles: give it CREATEROLE, or have an administrator run: create role svc_app nologin; grant svc_app to %1$I', current_user);
end
$$;
do $$
begin
  execute format('grant svc_app to %I', current_user);
exception when insufficient_privilege then
  -- The role was there before and is somebody else's. That is fine when it has been granted; setting it tells.
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

-- Makes a table a tenant's: row security for the request role, full sight for the owner.
create function confine_to_workspace(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  -- The sub-select is evaluated once per statement; without it the setting would be read for every row.
  execute format(
    'create policy workspace on %s to svc_app using (workspace_id = (select nullif(current_setting(''svc.workspace'', true), '''')::uuid))',
    tenant_table);
  execute format('create policy owner on %s to %I using (true) with check (true)', tenant_table, current_user);
  execute format('grant select, insert, update, delete on %s to svc_app', tenant_table);
end
$$;

create table workspaces (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  reader_seats integer not null,
  billing_active boolean not null,
  suspended boolean not null default false,
  created_at timestamptz(3) not null
);
alter table workspaces enable row level security;
alter table workspaces force row level security;
create policy workspace on workspaces to svc_app using (id = (select nullif(current_setting('svc.workspace', true), '')::uuid));
do $$
begin
  execute format('create policy owner on workspaces to %I using (true) with check (true)', current_user);
end
$$;
grant select, update on workspaces to svc_app;

-- People exist across workspaces; a workspace sees them only through its own memberships.
create table people (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  created_at timestamptz(3) not null,
  first_signed_in_at timestamptz(3)
);

-- An invitation and a membership are one row: person_id is null until the person's first sign-in ("pending").
create table memberships (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  name text not null,
  person_id uuid references people (id),
  role text not null check (role in ('admin', 'member', 'reader')),
  access text not null check (access in ('read_only', 'read_write')),
  status text not null check (status in ('active', 'revoked')),
  -- Confined to groups, even when none is left; a reader always is.
  confined boolean not null,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, email)
);
create index memberships_person on memberships (person_id);
create index memberships_email on memberships (email);
select confine_to_workspace('memberships');

create table groups (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  paths text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
select confine_to_workspace('groups');

-- Who holds a group: a membership, a magic-link reader or a pinned token. Deleting the group un-assigns everyone.
create table group_holders (
  workspace_id uuid not null,
  group_id uuid not null,
  holder_kind text not null check (holder_kind in ('membership', 'reader', 'token')),
  holder_id uuid not null,
  access text not null check (access in ('read_only', 'read_write')),
  primary key (workspace_id, holder_id, group_id),
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);
create index group_holders_group on group_holders (workspace_id, group_id);
select confine_to_workspace('group_holders');

create table api_keys (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  capability text not null,
  capabilities text[] not null,
  secret_hash bytea not null unique,
  secret_last_four text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (workspace_id, id)
);
select confine_to_workspace('api_keys');

create table tokens (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  role text not null check (role in ('admin', 'member', 'reader')),
  access text not null check (access in ('read_only', 'read_write')),
  confined boolean not null,
  secret_hash bytea not null unique,
  secret_last_four text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (workspace_id, id)
);
select confine_to_workspace('tokens');

create table audit_events (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  position bigint not null generated always as identity,
  id uuid not null default gen_random_uuid(),
  at timestamptz(3) not null,
  action text not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  target text,
  detail jsonb not null,
  request_id text,
  primary key (workspace_id, position)
);
create index audit_events_action on audit_events (workspace_id, action, position);
select confine_to_workspace('audit_events');
-- What has been recorded stays as it was.
revoke update, delete on audit_events from svc_app;

-- What a credential stands for, as every lookup answers it. workspace_id is null for a personal token.
create type credential_row as (
  kind text,
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
  collection_id uuid
);

-- The groups of one holder as [{"id", "access"}].
create function groups_of_holder(of_workspace uuid, holder uuid) returns jsonb
language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', group_id, 'access', access) order by group_id), '[]')
  from group_holders where workspace_id = of_workspace and holder_id = holder
$$;

-- Credentials are looked up by hash before a workspace is known, hence with the owner's rights.
create function find_api_key(hash bytea) returns setof credential_row
language sql stable security definer set search_path = public as $$
  select 'api_key', k.id, k.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         null::text, 'read_write', false, null::jsonb, k.capabilities, null::uuid
  from api_keys k join workspaces w on w.id = k.workspace_id
  where k.secret_hash = hash and k.revoked_at is null
$$;

-- Also notes, at most once a minute, that the token was used.
create function find_token(hash bytea, at timestamptz) returns setof credential_row
language sql volatile security definer set search_path = public as $$
  update tokens t set last_used_at = at
  where t.secret_hash = hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > at)
    and (t.last_used_at is null or t.last_used_at < at - interval '1 minute');

  select 'pinned_token', t.id, t.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         t.role, t.access, t.confined, case when t.confined then groups_of_holder(t.workspace_id, t.id) end, null::text[], null::uuid
  from tokens t join workspaces w on w.id = t.workspace_id
  where t.secret_hash = hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > at)
$$;

-- A workspace and the person's membership in it; no row when the person is not an active member.
create function find_membership(of_person uuid, in_workspace uuid) returns setof credential_row
language sql stable security definer set search_path = public as $$
  select 'membership', m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended,
         m.role, m.access, m.confined, case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::uuid
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = of_person and m.workspace_id = in_workspace and m.status = 'active'
$$;

create function workspaces_of_person(of_person uuid) returns setof credential_row
language sql stable security definer set search_path = public as $$
  select 'membership', m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended,
         m.role, m.access, m.confined, case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::uuid
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = of_person and m.status = 'active'
  order by w.name, w.slug
$$;

-- The person of an address, if that person has ever signed in: a grant to them is not pending.
create function find_person(of_email text) returns table (id uuid, name text)
language sql stable security definer set search_path = public as $$
  select p.id, p.name from people p where p.email = of_email and p.first_signed_in_at is not null
$$;
