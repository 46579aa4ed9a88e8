-- Which records are in which slice is kept with the records: to find those of a slice among all others takes time with
-- each of the others, which would tell a caller confined to the slice how many there are.
create table slices (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- As a grant has it, and which of its fields are declared as number or date, as these compare otherwise: a slice never
  -- changes, a grant gets another.
  filter jsonb not null,
  field_types jsonb not null,
  -- The last id of which is known whether it is inside; null once all are.
  known_to text collate "C" default '',
  -- When it was last asked for or listed further.
  touched_at timestamptz(3) not null,
  -- Since when no grant names it: no longer kept, and deleted once nobody reads it any more.
  retired_at timestamptz(3),
  primary key (workspace_id, collection_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('slices');

-- Live records only. Writes keep it in step with the records, as they do record_keys.
create table slice_records (
  workspace_id uuid not null,
  collection_id uuid not null,
  slice_id uuid not null,
  external_id text collate "C" not null,
  primary key (workspace_id, collection_id, slice_id, external_id),
  foreign key (workspace_id, collection_id, slice_id) references slices (workspace_id, collection_id, id) on delete cascade
);
-- Only for statements that repeat the condition, which is true of every row and follows from no other (see 0011): to list
-- a slice, it would be the wrong index.
create index slice_records_record on slice_records (workspace_id, collection_id, external_id) where length(external_id) > 0;
select confine_to_workspace('slice_records');

alter table collection_grants
  -- The slice of its filter; null for a grant of the whole, and until all records of the slice are known.
  add column slice_id uuid,
  add foreign key (workspace_id, collection_id, slice_id) references slices (workspace_id, collection_id, id)
    on delete set null (slice_id);
