-- Nothing is deleted between what is found here and what the functions note from now on, nor being deleted. In the order
-- of those who write.
lock table slices in access exclusive mode;
lock table records in exclusive mode;

-- A process of the version before must not list a slice without its tombstones: it no longer finds how far that is.
alter table slices rename column known_to to listed_to;

-- In which slices a deleted record was, which a write or another deletion under its id asks: to compare it with the slice's
-- filter would take time with what it said, also where it lies outside. Kept in step as slice_records is.
create table slice_tombstones (
  workspace_id uuid not null,
  collection_id uuid not null,
  slice_id uuid not null,
  external_id text collate "C" not null,
  primary key (workspace_id, collection_id, slice_id, external_id),
  foreign key (workspace_id, collection_id, slice_id) references slices (workspace_id, collection_id, id) on delete cascade
);
-- As in 0013: only for statements that repeat the condition, which is true of every row.
create index slice_tombstones_record on slice_tombstones (workspace_id, collection_id, external_id)
  where length(external_id) > 0;
select confine_to_workspace('slice_tombstones');

-- Slices that have tombstones to list begin anew.
delete from slices s where exists (
  select from records r
  where r.workspace_id = s.workspace_id and r.collection_id = s.collection_id and r.tombstoned_at is not null);

create or replace function tombstone_record(of_collection uuid, id text, at timestamptz) returns boolean
language plpgsql volatile set search_path = public as $$
declare
  of_change uuid;
begin
  update records set tombstoned_at = at, updated_at = at
  where collection_id = of_collection and external_id = id and tombstoned_at is null;
  if not found then
    return false;
  end if;
  perform delete_record_keys(of_collection, id);
  with struck as (
    delete from slice_records where collection_id = of_collection and external_id = id and length(external_id) > 0
    returning workspace_id, collection_id, slice_id, external_id)
  insert into slice_tombstones (workspace_id, collection_id, slice_id, external_id)
  select workspace_id, collection_id, slice_id, external_id from struck;
  for of_change in select c.id from id_changes c where c.collection_id = of_collection loop
    update new_ids set tombstoned = true
    where collection_id = of_collection and change_id = of_change and stored_id = tombstone_record.id;
  end loop;
  return true;
end
$$;

-- Strikes a record that was written out of all slices but some, and out of the tombstones.
create or replace function strike_record(of_collection uuid, id text, but uuid[]) returns void
language plpgsql volatile set search_path = public as $$
begin
  delete from slice_records
  where collection_id = of_collection and external_id = id and length(external_id) > 0 and slice_id <> all (but);
  delete from slice_tombstones where collection_id = of_collection and external_id = id and length(external_id) > 0;
end
$$;

create or replace function move_record(of_collection uuid, of_change uuid, from_id text, to_id text) returns void
language plpgsql volatile set search_path = public as $$
begin
  update records set external_id = to_id where collection_id = of_collection and external_id = from_id;
  update record_keys set external_id = to_id
  where collection_id = of_collection and external_id = from_id and length(external_id) > 0;
  update slice_records set external_id = to_id
  where collection_id = of_collection and external_id = from_id and length(external_id) > 0;
  update slice_tombstones set external_id = to_id
  where collection_id = of_collection and external_id = from_id and length(external_id) > 0;
  update new_ids set stored_id = to_id
  where collection_id = of_collection and change_id = of_change and stored_id = from_id;
end
$$;
