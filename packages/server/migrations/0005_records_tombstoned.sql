-- Finds the deleted records of a slice for the change feed. The collection is first, because a narrow index that begins with the
-- workspace could be chosen for other statements while the planner has no statistics.
create index records_tombstoned on records (collection_id, change_mark, external_id) where tombstoned_at is not null;
