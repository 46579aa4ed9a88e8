-- A change of ids is prepared before it is saved, as slices are: which id each record asks for is noted page by page, and
-- writes keep that in step, so that none of them has to wait. What is left afterwards are the records that are not yet
-- stored under the id they have. A process of the version before, which would leave all of that behind, fails from here on.
create table former_ids as
  select n.workspace_id, n.collection_id, n.earlier_id, n.new_id, n.external_id, n.written_at
  from new_ids n
  join collections c on c.workspace_id = n.workspace_id and c.id = n.collection_id and c.new_ids_version = n.version
  where n.external_id <> n.new_id;
-- Changes that count, and that no later one has been begun after, go on.
create table former_changes as
  select c.workspace_id, c.id as collection_id from collections c
  where c.new_ids_version = c.identity_version;
drop table new_ids, id_changes;

create table id_changes (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Where records say their ids, and when they were written: of several that ask for an id the one written last gets it.
  id_field text not null,
  write_date_field text not null,
  -- The last record whose claim is known; null once all are.
  known_to text collate "C" default '',
  -- When it was last asked for or prepared further.
  touched_at timestamptz(3) not null,
  -- Since when writes no longer keep its claims: it counts, or never will.
  retired_at timestamptz(3),
  primary key (workspace_id, collection_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('id_changes');

-- All records of a collection while a change is prepared, live and tombstoned; then those that are not in their place yet.
create table new_ids (
  workspace_id uuid not null,
  collection_id uuid not null,
  change_id uuid not null,
  -- Where the record is.
  stored_id text collate "C" not null,
  -- The id that it had before the change.
  earlier_id text collate "C" not null,
  -- The id that it asks for until the change counts; then the one that it has.
  new_id text collate "C" not null,
  tombstoned boolean not null,
  written_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, change_id, stored_id),
  foreign key (workspace_id, collection_id, change_id) references id_changes (workspace_id, collection_id, id)
    on delete cascade
);
-- Mostly the table is empty, and planned for as such: either index then passes for as good as the other. This one serves only
-- statements that say its condition, true of every row; for those it is the smaller one and spares them to ask the condition.
create index new_ids_new_id on new_ids (new_id, change_id) where length(new_id) > 0;
select confine_to_workspace('new_ids');

-- The change of ids whose records are on their way to their places; null while all are there.
alter table collections add column id_change uuid;

-- All others are prepared anew from the configuration.
update collections c set id_change = gen_random_uuid(), rekey_from = '', rekeying_since = null,
  -- Or the next change would take what this one has moved for its own.
  identity_version = identity_version + 1
from former_changes f
where c.workspace_id = f.workspace_id and c.id = f.collection_id;
insert into id_changes (workspace_id, collection_id, id, id_field, write_date_field, known_to, touched_at, retired_at)
  select workspace_id, id, id_change, coalesce(configuration ->> 'id_field', 'id'),
    coalesce(configuration ->> 'write_date_field', 'write_date'), null, now(), now()
  from collections where id_change is not null;
insert into new_ids (workspace_id, collection_id, change_id, stored_id, earlier_id, new_id, tombstoned, written_at)
  select f.workspace_id, f.collection_id, c.id_change, f.external_id, f.earlier_id, f.new_id, false, f.written_at
  from former_ids f join collections c on c.workspace_id = f.workspace_id and c.id = f.collection_id
  where c.id_change is not null;
-- A tombstone never keeps a live record from its place.
insert into new_ids (workspace_id, collection_id, change_id, stored_id, earlier_id, new_id, tombstoned, written_at)
  select n.workspace_id, n.collection_id, n.change_id, r.external_id, r.external_id,
    ' ~' || gen_random_uuid() || ' ' || r.external_id, true, r.write_date
  from new_ids n join records r
    on r.workspace_id = n.workspace_id and r.collection_id = n.collection_id and r.external_id = n.new_id
  where r.tombstoned_at is not null;
drop table former_ids, former_changes;
alter table collections drop column new_ids_version;

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
  perform delete_record_keys(of_collection, id), strike_record(of_collection, id, '{}');
  for of_change in select c.id from id_changes c where c.collection_id = of_collection loop
    update new_ids set tombstoned = true
    where collection_id = of_collection and change_id = of_change and stored_id = tombstone_record.id;
  end loop;
  return true;
end
$$;

-- Stores a record, with its keys and its places in slices, under another id, which none may have.
create function move_record(of_collection uuid, of_change uuid, from_id text, to_id text) returns void
language plpgsql volatile set search_path = public as $$
begin
  update records set external_id = to_id where collection_id = of_collection and external_id = from_id;
  update record_keys set external_id = to_id
  where collection_id = of_collection and external_id = from_id and length(external_id) > 0;
  update slice_records set external_id = to_id
  where collection_id = of_collection and external_id = from_id and length(external_id) > 0;
  update new_ids set stored_id = to_id
  where collection_id = of_collection and change_id = of_change and stored_id = from_id;
end
$$;

-- Notes of a record that it is in its place.
create function record_arrived(of_collection uuid, of_change uuid, id text) returns void
language plpgsql volatile set search_path = public as $$
begin
  delete from new_ids
  where collection_id = of_collection and change_id = of_change and stored_id = id;
end
$$;
