-- The name of a field has no limit, a row of an index has one: a name that was too long for the primary key failed every
-- record of its call. Findings are told apart by a hash of the name instead.
alter table findings add column field_hash bytea;
update findings set field_hash = sha256(convert_to(field, 'UTF8'));
alter table findings
  alter column field_hash set not null,
  drop constraint findings_pkey,
  add primary key (workspace_id, collection_id, field_hash, kind);
