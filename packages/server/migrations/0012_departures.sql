-- Records that a write took out of the slice of a grant, with the sequence number of the last such write: a change feed confined to the
-- slice names them, and no others outside it.
create table record_departures (
  workspace_id uuid not null,
  collection_id uuid not null,
  group_id uuid not null,
  external_id text collate "C" not null,
  change_mark bigint not null,
  changed_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, group_id, external_id),
  foreign key (workspace_id, collection_id, group_id)
    references collection_grants (workspace_id, collection_id, group_id) on delete cascade
);
create index record_departures_changed on record_departures (workspace_id, collection_id, change_mark);
select confine_to_workspace('record_departures');
