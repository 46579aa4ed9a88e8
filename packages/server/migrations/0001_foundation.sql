-- The request role, workspaces, the hashes of every credential's secret, and the audit log.
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

-- Closes a table to requests: row security for everybody, and all rows for the owner alone.
create function close_to_requests(of_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', of_table);
  execute format('alter table %s force row level security', of_table);
  execute format('create policy owner on %s to %I using (true) with check (true)', of_table, current_user);
end
$$;

-- Makes a table a tenant's: a request may do `privileges` to the rows of its workspace.
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

create table workspaces (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  reader_seats integer not null,
  billing_active boolean not null,
  suspended boolean not null default false,
  created_at timestamptz(3) not null
);
select confine_to_workspace('workspaces', 'select, update', 'id');

-- The SHA-256 of every secret that opens something, and what it opens: all that a lookup knows before the workspace.
-- `id` is of the row that holds everything else about the credential; workspace_id is null for what belongs to a person.
create table credentials (
  secret_hash bytea primary key,
  kind text not null check (kind in
    ('api_key', 'pinned_token', 'personal_token', 'session', 'magic_link', 'reader_link', 'ingest_secret')),
  workspace_id uuid references workspaces (id) on delete cascade,
  id uuid not null
);
create index credentials_holder on credentials (id);
select confine_to_workspace('credentials');

-- What has been recorded stays as it was: requests add and read. A sequence, because Citus distributes no identity column.
create sequence audit_event_positions;
grant usage on sequence audit_event_positions to svc_app;
create table audit_events (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- The order of the entries. It counts those of all workspaces, so no answer shows it.
  position bigint not null default nextval('audit_event_positions'),
  at timestamptz(3) not null,
  action text not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  target text,
  detail jsonb not null,
  request_id text,
  primary key (workspace_id, id)
);
create index audit_events_position on audit_events (workspace_id, position);
create index audit_events_action on audit_events (workspace_id, action, position);
select confine_to_workspace('audit_events', 'select, insert');
