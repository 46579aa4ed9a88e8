-- Searches, filters and orders of a collection's records that people saved under a name.
create table collection_views (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  -- The e-mail address of a person, otherwise the id of the token.
  owner text collate "C" not null,
  owner_name text not null,
  shared boolean not null,
  name text not null,
  filters jsonb,
  query text,
  sort_order text,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('collection_views');
