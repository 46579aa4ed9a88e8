-- Pairs of records that may be duplicates, and what people decided about them. Open pairs are derived from the records.
create table record_matches (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  one text not null collate "C",
  other text not null collate "C" check (one < other),
  verdict text not null check (verdict in ('same', 'maybe')),
  fields jsonb not null,
  -- A hash of the compared values of both records.
  compared text not null,
  -- The last write of one of both that was compared.
  change_mark bigint not null,
  decision text check (decision in ('same', 'different')),
  keep text collate "C",
  decided_by text,
  decided_at timestamptz(3),
  primary key (workspace_id, collection_id, id),
  unique (workspace_id, collection_id, one, other),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index record_matches_other on record_matches (workspace_id, collection_id, other);
select confine_to_workspace('record_matches');

-- The last write and record that are compared; null until someone lists matches. `aliased`: a decision may be `same`.
alter table collection_states add column matched_mark bigint, add column matched_id text collate "C" not null default '',
  add column aliased boolean not null default false;
