-- Grows when all records take other ids, which ends the marks of the change feed.
alter table collections add column id_version integer not null default 0;
