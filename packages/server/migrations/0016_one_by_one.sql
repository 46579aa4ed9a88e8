-- What is told of records by id is changed one by one: in a statement over many, the planner may join them with all there is
-- of a collection, which it does where its statistics are too old to know how much that is.

-- Tombstones a live record, which then is in no slice and found by no key; returns whether it was live.
create function tombstone_record(of_collection uuid, id text, at timestamptz) returns boolean
language plpgsql volatile set search_path = public as $$
begin
  update records set tombstoned_at = at, updated_at = at
  where collection_id = of_collection and external_id = id and tombstoned_at is null;
  if not found then
    return false;
  end if;
  perform delete_record_keys(of_collection, id), strike_record(of_collection, id, '{}');
  return true;
end
$$;

create function delete_record_keys(of_collection uuid, id text) returns void
language plpgsql volatile set search_path = public as $$
begin
  delete from record_keys where collection_id = of_collection and external_id = id and length(external_id) > 0;
end
$$;

-- Strikes a record out of all slices but some.
create function strike_record(of_collection uuid, id text, but uuid[]) returns void
language plpgsql volatile set search_path = public as $$
begin
  delete from slice_records
  where collection_id = of_collection and external_id = id and length(external_id) > 0 and slice_id <> all (but);
end
$$;
