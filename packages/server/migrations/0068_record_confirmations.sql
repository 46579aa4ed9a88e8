-- When a source last confirmed a live record. A table of its own, because rewriting wide rows and their indexes would
-- make an unchanged delivery as expensive as a changed one. Half of each page is free, so that confirming all records
-- again changes no index.
create table record_confirmations (
  workspace_id uuid not null,
  collection_id uuid not null,
  external_id text not null collate "C",
  confirmed_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, external_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
) with (fillfactor = 50);
select confine_to_workspace('record_confirmations');

insert into record_confirmations (workspace_id, collection_id, external_id, confirmed_at)
select workspace_id, collection_id, external_id, updated_at from records where tombstoned_at is null;

-- The last delivery for which an event said that none came after it in time.
alter table collection_states add column overdue_after timestamptz(3);
