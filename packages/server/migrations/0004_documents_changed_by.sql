-- Finds the documents that somebody changed last. The name is first, so that only these statements use the index.
create index documents_changed_by on documents (changed_by, workspace_id);
