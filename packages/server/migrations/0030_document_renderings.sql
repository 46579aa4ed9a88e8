-- The last good HTML of a document's newest version. It is derived: any process can render it again, so writes of it have
-- no audit entry. A page shows it while a newer version is still being rendered.
create table document_renderings (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text collate "C" not null,
  -- Links in the HTML contain the repo's name.
  repo text not null,
  blob bytea not null,
  -- Of the code that rendered it; a newer one renders anew.
  renderer integer not null,
  html text not null,
  -- JSON. Its strings may end in half a surrogate pair, which jsonb refuses.
  toc text not null,
  primary key (workspace_id, repo_id, path),
  foreign key (workspace_id, repo_id, path) references documents (workspace_id, repo_id, path) on delete cascade
);
select confine_to_workspace('document_renderings');
