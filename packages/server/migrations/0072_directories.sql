-- What a sign-in at the OpenID Connect provider grants: {issuer, create, groups: {"<value>": {groups?, role}}}.
alter table workspaces add column directory jsonb;

-- The users of a SCIM client. Their share of source "scim" follows from their groups, and ends while they are inactive.
-- A user without an email address gets none.
create table scim_users (
  workspace_id uuid not null references workspaces (id) on delete cascade,
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

-- The id of the group at a SCIM client.
alter table groups add column external_id text;
