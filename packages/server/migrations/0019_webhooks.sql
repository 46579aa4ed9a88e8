-- Where a workspace's events are sent. Like the secret of a mapping, the signing secret is kept as it is, because it has to
-- be used again.
create table webhooks (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  url text not null,
  events text[] not null,
  description text,
  secret text not null,
  enabled boolean not null default true,
  -- The first failed attempt since the last that was taken.
  failing_since timestamptz(3),
  -- Those that were served longest ago come first.
  last_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (workspace_id, id)
);
select confine_to_workspace('webhooks');

-- Events on their way, each written in the transaction of its change.
create sequence webhook_delivery_positions;
grant usage on sequence webhook_delivery_positions to svc_app;
create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  -- The order in which events of one subject are sent. It counts those of all workspaces, so no answer shows it.
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
create index webhook_deliveries_position on webhook_deliveries (workspace_id, webhook_id, position);
create index webhook_deliveries_pending on webhook_deliveries (workspace_id, webhook_id, subject, position)
  where status = 'pending';
create index webhook_deliveries_age on webhook_deliveries (created_at);
select confine_to_workspace('webhook_deliveries');

-- The end of a grant that has been recorded, so that each is recorded once. Ends before this migration are not recorded.
alter table memberships add column recorded_expiry timestamptz(3);
update memberships set recorded_expiry = expires_at where expires_at <= now();
create index memberships_expiry on memberships (expires_at)
  where status = 'active' and expires_at is not null and recorded_expiry is distinct from expires_at;

-- Which collection an ingest URL belonged to that has been replaced. The finding about its calls is written by the service,
-- which also leaves the event of it.
drop function note_rotated_ingest(bytea, timestamptz);
create function find_rotated_ingest(hash bytea) returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = public as $$
  select c.workspace_id, c.id from credentials c where c.secret_hash = hash and c.kind = 'rotated_ingest_secret'
$$;
