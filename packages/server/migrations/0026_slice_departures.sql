-- In the order of those who write: nothing leaves a slice between what is indexed here and what the functions note from now on.
lock table slices in share row exclusive mode;
lock table records in share row exclusive mode;

-- Live records and tombstones by when they were changed, apart: what brings a slice's index up to date must not meet the
-- tombstones outside. The next migration drops the index of both; these, too, serve only statements that repeat their condition.
create index records_changed_live on records (workspace_id, collection_id, changed_xid)
  where tombstoned_at is null and changed_xid > '0'::xid8;
create index records_changed_tombstones on records (workspace_id, collection_id, changed_xid)
  where tombstoned_at is not null and changed_xid > '0'::xid8;

-- Which records have left a slice lately, so that its index need not look for them among all that was changed outside. No
-- foreign key, which would be checked for every slice of every record of a reconcile: rows go with their collection, or by age.
create table slice_departures (
  workspace_id uuid not null,
  collection_id uuid not null,
  slice_id uuid not null,
  changed_xid xid8 not null default pg_current_xact_id(),
  -- The id that the record has, wherever it is stored.
  external_id text collate "C" not null,
  -- A version of the record that is outside, or that none inside comes before.
  revision bigint not null,
  left_at timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, collection_id, slice_id, changed_xid, external_id, revision)
);
create index slice_departures_age on slice_departures (left_at);
select confine_to_workspace('slice_departures');
-- Of transactions up to this one departures may have been forgotten; null: of none. Whoever has not seen all of these yet must
-- not go by departures.
alter table collections add column departures_forgotten_to xid8;

-- The id of the record that is stored under one, as ids are changing.
create function id_stored_under(of_collection uuid, stored text) returns text
language plpgsql stable set search_path = public as $$
declare
  of_change uuid;
begin
  select c.id_change into of_change from collections c where c.id = of_collection;
  if of_change is null then
    return stored;
  end if;
  return coalesce(
    (select n.new_id from new_ids n
     where n.collection_id = of_collection and n.change_id = of_change and n.stored_id = stored),
    stored);
end
$$;

create or replace function tombstone_record(of_collection uuid, id text, at timestamptz) returns boolean
language plpgsql volatile set search_path = public as $$
declare
  of_change uuid;
  of_workspace uuid;
  of_revision bigint;
  of_slices uuid[];
  current_id text;
begin
  update records set tombstoned_at = at, updated_at = at
  where collection_id = of_collection and external_id = id and tombstoned_at is null
  returning workspace_id, revision into of_workspace, of_revision;
  if not found then
    return false;
  end if;
  perform delete_record_keys(of_collection, id);
  with struck as (
    delete from slice_records where collection_id = of_collection and external_id = id and length(external_id) > 0
    returning slice_id)
  select array_agg(slice_id) into of_slices from struck;
  if of_slices is not null then
    insert into slice_tombstones (workspace_id, collection_id, slice_id, external_id)
    select of_workspace, of_collection, s.slice_id, tombstone_record.id from unnest(of_slices) as s (slice_id);
    current_id := id_stored_under(of_collection, id);
    insert into slice_departures (workspace_id, collection_id, slice_id, external_id, revision)
    select of_workspace, of_collection, s.slice_id, current_id, of_revision from unnest(of_slices) as s (slice_id);
  end if;
  for of_change in select c.id from id_changes c where c.collection_id = of_collection loop
    update new_ids set tombstoned = true
    where collection_id = of_collection and change_id = of_change and stored_id = tombstone_record.id;
  end loop;
  return true;
end
$$;

-- Strikes a record that was written out of all slices but some, and out of the tombstones. What left a slice may still be
-- inside for who reads several: its version must not pass for one that is outside.
create or replace function strike_record(of_collection uuid, id text, but uuid[]) returns void
language plpgsql volatile set search_path = public as $$
declare
  of_slices uuid[];
  current_id text;
begin
  with struck as (
    delete from slice_records
    where collection_id = of_collection and external_id = id and length(external_id) > 0 and slice_id <> all (but)
    returning slice_id)
  select array_agg(slice_id) into of_slices from struck;
  if of_slices is not null then
    current_id := id_stored_under(of_collection, id);
    insert into slice_departures (workspace_id, collection_id, slice_id, external_id, revision)
    select r.workspace_id, of_collection, s.slice_id, current_id, r.revision - 1
    from records r, unnest(of_slices) as s (slice_id)
    where r.collection_id = of_collection and r.external_id = strike_record.id
    on conflict do nothing;
  end if;
  delete from slice_tombstones where collection_id = of_collection and external_id = id and length(external_id) > 0;
end
$$;
