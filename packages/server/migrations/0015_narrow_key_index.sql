-- As in 0011: while statistics are those of a smaller table, this index passes for as good as the one by key, and all keys
-- of a collection are then read to find one. It serves only statements that repeat its condition, true of every row.
lock table record_keys in access exclusive mode;
drop index record_keys_record;
create index record_keys_record on record_keys (workspace_id, collection_id, external_id) where length(external_id) > 0;
