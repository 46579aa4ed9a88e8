-- Which record people chose for the words of a query.
create table corrections (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  -- SHA-256 of the words in alphabetical order: a row of an index has a limit, a query has a longer one.
  words_hash text collate "C" not null,
  query text not null,
  -- Null: none of the records.
  external_id text collate "C",
  -- What the person saw who chose none: SHA-256 of their slice, null for the whole collection.
  slice_hash text collate "C",
  created_by text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index corrections_words on corrections (workspace_id, collection_id, words_hash);
select confine_to_workspace('corrections');
