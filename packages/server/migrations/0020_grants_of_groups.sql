-- To list what is shared with a caller's groups without a look at the collections that are not. Only for statements that
-- repeat the condition, which is true of every grant and follows from no other (see 0011): to find those of a collection,
-- it would be the wrong index.
create index collection_grants_group on collection_grants (workspace_id, group_id, collection_id)
  where length(permission) > 0;
