-- While a collection grows, its statistics are those of a smaller one, and the planner takes any of its indexes for as good
-- as any other, by preference the smallest: to look for one id it then reads the whole collection by the wrong one, which
-- takes long and tells a caller confined to a slice how much is outside. These two now serve only statements that repeat their
-- condition, which is true of every record.
drop index if exists records_changed;
create index records_changed on records (workspace_id, collection_id, changed_xid) where changed_xid > '0'::xid8;

drop index if exists records_newest;
create index records_newest on records (workspace_id, collection_id, write_date desc, external_id)
  where tombstoned_at is null and write_date > '-infinity'::timestamptz;
