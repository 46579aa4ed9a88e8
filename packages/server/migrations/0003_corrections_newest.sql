-- Lists the newest corrections of a collection without a read of all of them.
create index corrections_newest on corrections (workspace_id, collection_id, created_at desc, id desc);
