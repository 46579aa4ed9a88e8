-- The calls of each workspace in the last 24 hours, of all processes. Each process adds its calls every 30 s.
create table workspace_calls (
  workspace_id uuid not null references workspaces on delete cascade,
  -- The hour of the day in UTC. A row is used again a day later.
  hour smallint not null,
  started_at timestamptz(3) not null,
  calls bigint not null,
  primary key (workspace_id, hour)
);
select confine_to_workspace('workspace_calls');
