-- What records were before a write replaced or deleted them, copied in the transaction of that write. The current version
-- of a record is the record itself.
create table record_versions (
  workspace_id uuid not null,
  collection_id uuid not null,
  external_id text collate "C" not null,
  version uuid not null,
  -- The version that followed, when, and the sequence number of its write, which orders the versions of a record.
  next_version uuid not null,
  replaced_at timestamptz(3) not null,
  next_mark bigint not null,
  -- The rest as it was in the record.
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

-- The version that the records of an entry's write have, and its sequence number: who wrote a version, and what a request wrote.
alter table audit_events add column record_version uuid, add column change_mark bigint;
create index audit_events_record_version on audit_events (workspace_id, record_version) where record_version is not null;
create index audit_events_request on audit_events (workspace_id, request_id) where record_version is not null;
