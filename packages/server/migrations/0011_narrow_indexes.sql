-- While a collection grows, its statistics are those of a smaller one, and the planner takes any of its indexes for as good
-- as any other, by preference the smallest: to look for one id it then reads the whole collection by the wrong one, which
-- takes long and tells a caller confined to a slice how much is outside. These two serve only statements that repeat their
-- condition, which is true of every record. The next migration puts them in place of the wide ones: to drop these in the
-- same transaction would wait for writers that wait for it.
create index if not exists records_changed_only on records (workspace_id, collection_id, changed_xid)
  where changed_xid > '0'::xid8;
create index if not exists records_newest_only on records (workspace_id, collection_id, write_date desc, external_id)
  where tombstoned_at is null and write_date > '-infinity'::timestamptz;
