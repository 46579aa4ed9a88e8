-- When records were written counts for all of them from one moment on as well, where another field says it: those that had
-- to wait for others told how many these are. It is prepared as a change of ids is, in which each record keeps its own.
alter table id_changes add column keeps_ids boolean not null default false;
-- The change that has the dates of records which are not stored with theirs yet; null while all are.
alter table collections add column date_change uuid;

-- Notes of a record that it is in its place, where it is stored with the date that it has.
create or replace function record_arrived(of_collection uuid, of_change uuid, id text) returns void
language plpgsql volatile set search_path = public as $$
declare
  written timestamptz;
begin
  delete from new_ids
  where collection_id = of_collection and change_id = of_change and stored_id = id
  returning written_at into written;
  update records set write_date = written
  where collection_id = of_collection and external_id = id and write_date <> written;
end
$$;
