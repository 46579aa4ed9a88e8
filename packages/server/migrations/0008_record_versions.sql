-- Names what a record says: another one after every write of it, and after its deletion. Random, so that it tells nothing of
-- other writes of the collection.
alter table records add column version uuid not null default '00000000-0000-0000-0000-000000000000';
