-- A transaction that began to write first may change a record last: its number is the lower one, and would pass for the
-- earlier version. Revisions are numbered as they are made, while the record is locked; also those that take over an id.
-- The table first, which takes the strongest lock at once: a lock that grows waits for writers that wait for it.
alter table records add column if not exists revision bigint not null default 1;
create sequence if not exists record_revisions start 2;
grant usage on sequence record_revisions to svc_app;
alter table records alter column revision set default nextval('record_revisions');

create or replace function mark_record_changed() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  new.revision := nextval('record_revisions');
  return new;
end
$$;

do $$
begin
  if to_regclass('records_changed_only') is not null then
    drop index records_changed;
    alter index records_changed_only rename to records_changed;
  end if;
  if to_regclass('records_newest_only') is not null then
    drop index records_newest;
    alter index records_newest_only rename to records_newest;
  end if;
end
$$;
