-- Together, so that nothing is written between what is noted here and what the triggers note; in the order of writers.
lock table records, slice_records in share row exclusive mode;

-- Which records of a slice await embedding, and how often that has failed: a slice's records are embedded in turn with
-- those of other slices and before what lies in none, or how many still wait would tell how many are ahead of them.
create table slice_pending (
  workspace_id uuid not null,
  collection_id uuid not null,
  slice_id uuid not null,
  external_id text collate "C" not null,
  embed_tries smallint not null,
  -- By record, of which all rows go at once.
  primary key (workspace_id, collection_id, external_id, slice_id),
  foreign key (workspace_id, collection_id, slice_id, external_id)
    references slice_records (workspace_id, collection_id, slice_id, external_id) on update cascade on delete cascade
);
-- As in 0013: only for statements that repeat the condition, which is true of every row.
create index slice_pending_queue on slice_pending (workspace_id, collection_id, slice_id, embed_tries, external_id)
  where length(external_id) > 0;
select confine_to_workspace('slice_pending');

insert into slice_pending (workspace_id, collection_id, slice_id, external_id, embed_tries)
select l.workspace_id, l.collection_id, l.slice_id, l.external_id, r.embed_tries
from records r join slice_records l
  on l.workspace_id = r.workspace_id and l.collection_id = r.collection_id and l.external_id = r.external_id
where r.pending and r.tombstoned_at is null;

-- Records that are listed in slices wait there if they wait at all; what strikes them out ends it (see the foreign key).
create function listed_records_wait() returns trigger language plpgsql set search_path = public as $$
begin
  insert into slice_pending (workspace_id, collection_id, slice_id, external_id, embed_tries)
  select l.workspace_id, l.collection_id, l.slice_id, l.external_id, r.embed_tries
  from listed l, lateral (
    select r.embed_tries from records r
    where r.workspace_id = l.workspace_id and r.collection_id = l.collection_id and r.external_id = l.external_id
      and r.pending limit 1) r
  on conflict do nothing;
  return null;
end
$$;
create trigger slice_records_wait after insert on slice_records referencing new table as listed
for each statement execute function listed_records_wait();

create function record_waits() returns trigger language plpgsql set search_path = public as $$
begin
  if new.pending then
    insert into slice_pending (workspace_id, collection_id, slice_id, external_id, embed_tries)
    select l.workspace_id, l.collection_id, l.slice_id, l.external_id, new.embed_tries
    from slice_records l
    join slices s on s.workspace_id = l.workspace_id and s.collection_id = l.collection_id and s.id = l.slice_id
    where l.workspace_id = new.workspace_id and l.collection_id = new.collection_id and l.external_id = new.external_id
      and length(l.external_id) > 0
      -- What a retired one lists is being deleted, whoever may be writing.
      and s.retired_at is null
    on conflict (workspace_id, collection_id, external_id, slice_id) do update set embed_tries = excluded.embed_tries;
  else
    delete from slice_pending
    where workspace_id = new.workspace_id and collection_id = new.collection_id and external_id = new.external_id;
  end if;
  return null;
end
$$;
create trigger records_wait after update of pending, embed_tries on records for each row
when (old.pending <> new.pending or old.embed_tries <> new.embed_tries) execute function record_waits();
