-- Repos, git's own objects, the documents of today and every version of them.
--
-- Writers of a repo take its row lock, and each commit the next revision, so that revisions are in commit order: whoever
-- has seen one asks for those above it.

create table repos (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  -- The commit that main points to; null while there is none.
  head bytea,
  revision bigint not null default 0,
  -- What its objects take.
  bytes bigint not null default 0,
  created_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
select confine_to_workspace('repos');

-- Objects as git names them. `data` is the zlib stream as packs hold it; null for large ones, whose bytes are in parts.
create table repo_objects (
  workspace_id uuid not null,
  repo_id uuid not null,
  oid bytea not null,
  kind text not null check (kind in ('commit', 'tree', 'blob')),
  size integer not null,
  revision bigint not null,
  data bytea,
  primary key (workspace_id, repo_id, oid),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
alter table repo_objects alter column data set storage external;
create index repo_objects_revision on repo_objects (workspace_id, repo_id, revision, oid);
select confine_to_workspace('repo_objects');

-- Bytes of large objects in pieces of one size, so that a range can be read by itself.
create table repo_object_parts (
  workspace_id uuid not null,
  repo_id uuid not null,
  oid bytea not null,
  n integer not null,
  data bytea not null,
  primary key (workspace_id, repo_id, oid, n),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
alter table repo_object_parts alter column data set storage external;
select confine_to_workspace('repo_object_parts');

-- Every folder's tree at the head; the root is ''.
create table repo_folders (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text collate "C" not null,
  oid bytea not null,
  primary key (workspace_id, repo_id, path),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
select confine_to_workspace('repo_folders');

create table repo_commits (
  workspace_id uuid not null,
  repo_id uuid not null,
  oid bytea not null,
  -- Null for a side commit that a push brought along.
  revision bigint,
  -- Who has this commit has every object up to this revision.
  holds bigint not null,
  at timestamptz(3) not null,
  author text not null,
  message text not null,
  actor_kind text not null,
  actor_id text not null,
  primary key (workspace_id, repo_id, oid),
  unique (workspace_id, repo_id, revision),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
select confine_to_workspace('repo_commits');

-- The documents of today. Paths are those inside the repo.
create table documents (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text collate "C" not null,
  blob bytea not null,
  size integer not null,
  media_type text not null,
  title text not null,
  version_id uuid not null,
  revision bigint not null,
  changed_at timestamptz(3) not null,
  changed_by text not null,
  primary key (workspace_id, repo_id, path),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
create index documents_blob on documents (workspace_id, repo_id, blob);
select confine_to_workspace('documents');

-- One row for every change of a document.
create table document_versions (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text collate "C" not null,
  revision bigint not null,
  id uuid not null,
  status text not null check (status in ('added', 'changed', 'moved', 'deleted', 'restored')),
  -- Null: deleted, or moved away.
  blob bytea,
  size integer,
  -- Where the document was before it was moved here.
  moved_from text collate "C",
  primary key (workspace_id, repo_id, path, revision),
  unique (workspace_id, id),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
create index document_versions_revision on document_versions (workspace_id, repo_id, revision);
select confine_to_workspace('document_versions');

-- Pieces of documents that search finds, by content: the same text is cut and embedded once.
create table document_chunks (
  workspace_id uuid not null,
  repo_id uuid not null,
  blob bytea not null,
  n integer not null,
  heading text,
  anchor text,
  start integer not null,
  length integer not null,
  -- Of the code that cut it; a newer one cuts anew.
  cutter integer not null,
  vector bytea,
  embedder_id text,
  primary key (workspace_id, repo_id, blob, n),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
select confine_to_workspace('document_chunks');
