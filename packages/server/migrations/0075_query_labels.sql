-- Judged queries, by a hash of their text. They show how often `high` is wrong, and how strict it has to be.
create table query_labels (
  workspace_id uuid not null,
  collection_id uuid not null,
  query_hash text not null collate "C",
  strength smallint,
  is_right boolean not null,
  labelled_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, query_hash),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('query_labels');

alter table query_log add column strength smallint, add column "right" boolean;
alter table collections add column strictness smallint not null default 0;
