-- Phrases that find the same records. Not a part of the configuration, which every call reads: only an index needs them.
alter table collections
  add column synonyms jsonb not null default '[]',
  -- Grows with the keys of records and with the synonyms: an index of an earlier version is built again.
  add column index_version integer not null default 0;
update collections set index_version = key_version;
