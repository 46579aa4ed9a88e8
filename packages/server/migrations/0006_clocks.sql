-- A record's clock is what its source sent; null where no write had one, and then any clock is newer.
alter table records alter column write_date drop not null;

-- Records that arrived without a clock were given the time of their arrival.
update records r set write_date = null
from collections c
where c.workspace_id = r.workspace_id and c.id = r.collection_id
  and coalesce(r.attributes -> coalesce(c.configuration ->> 'write_date_field', 'write_date'), 'null')
    in ('null', 'false', '""', '[]');
-- Indexes that processes keep order by the clock.
update collections set key_version = key_version + 1;

drop index records_newest;
create index records_newest on records (workspace_id, collection_id, write_date desc nulls last, external_id)
  where tombstoned_at is null;
