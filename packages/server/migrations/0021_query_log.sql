-- For how many days the queries of a workspace are kept; 0: none are.
alter table workspaces add column query_log_days integer not null default 30 check (query_log_days between 0 and 365);

-- What was asked of a collection. Written behind: a query never waits for it.
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
  primary key (workspace_id, collection_id, at, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('query_log');

-- What happened in a collection on each day, in UTC. It contains no query, so it does not depend on how long those are kept.
create table collection_days (
  workspace_id uuid not null,
  collection_id uuid not null,
  day date not null,
  high integer not null default 0,
  low integer not null default 0,
  none integer not null default 0,
  written integer not null default 0,
  failed integer not null default 0,
  primary key (workspace_id, collection_id, day),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('collection_days');
