-- What a person has typed in a document and not saved, and that they have it open.
create table document_drafts (
  workspace_id uuid not null,
  repo_id uuid not null,
  path text collate "C" not null,
  -- The person, or the token that writes.
  writer_id uuid not null,
  writer_name text not null,
  -- The content that was edited; null with the text while nothing is typed.
  base text,
  body text,
  changed_at timestamptz(3) not null,
  -- When the document was last known to be open.
  seen_at timestamptz(3) not null,
  primary key (workspace_id, repo_id, path, writer_id),
  foreign key (workspace_id, repo_id) references repos (workspace_id, id) on delete cascade
);
create index document_drafts_writer on document_drafts (workspace_id, writer_id, changed_at);
select confine_to_workspace('document_drafts');
