-- While a collection grows, its statistics are those of a smaller one, and the planner takes any of its indexes for as good
-- as any other, by preference the smallest: to look for one id it then reads the whole collection by the wrong one, which
-- takes long and tells a caller confined to a slice how much is outside. These two now serve only statements that repeat their
-- condition, which is true of every record.
create index if not exists records_changed_only on records (workspace_id, collection_id, changed_xid)
  where changed_xid > '0'::xid8;
drop index if exists records_changed;
alter index records_changed_only rename to records_changed;

create index if not exists records_newest_only on records (workspace_id, collection_id, write_date desc, external_id)
  where tombstoned_at is null and write_date > '-infinity'::timestamptz;
drop index if exists records_newest;
alter index records_newest_only rename to records_newest;

-- A transaction that began to write first may change a record last: its number is the lower one, and would pass for the
-- earlier version. Revisions are numbered as they are made, while the record is locked; also those that take over an id.
create sequence if not exists record_revisions start 2;
grant usage on sequence record_revisions to svc_app;
alter table records add column if not exists revision bigint not null default 1;
alter table records alter column revision set default nextval('record_revisions');

create or replace function mark_record_changed() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  new.revision := nextval('record_revisions');
  return new;
end
$$;
