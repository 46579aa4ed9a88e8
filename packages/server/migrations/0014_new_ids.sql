-- Who gets which id in a change of ids is worked out before the change counts, and kept until it is done: to find it out
-- for one record takes a look at every other one, which takes long and tells a caller confined to a slice how many there are.
create table id_changes (
  workspace_id uuid not null,
  collection_id uuid not null,
  -- The collection's identity_version with which it began.
  version integer not null,
  -- The last record whose claim is known; null once all are, and with them who gets which id.
  known_to text collate "C" default '',
  -- Since when its ids do not count any more; deleted once nobody reads them.
  ended_at timestamptz(3),
  primary key (workspace_id, collection_id, version),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('id_changes');

-- Live records only, which nobody else writes meanwhile.
create table new_ids (
  workspace_id uuid not null,
  collection_id uuid not null,
  version integer not null,
  -- The id that the record had before the change.
  earlier_id text collate "C" not null,
  -- The id that it asks for until all claims are known; then the one that it gets.
  new_id text collate "C" not null,
  -- Where it is now.
  external_id text collate "C" not null,
  -- Of several records that ask for an id the one written last has the best claim.
  written_at timestamptz(3) not null,
  -- Neither index passes for the other: beyond the workspace, each begins with what only it is asked for.
  primary key (workspace_id, earlier_id, collection_id, version),
  foreign key (workspace_id, collection_id, version) references id_changes (workspace_id, collection_id, version)
    on delete cascade
);
create index new_ids_new_id on new_ids (workspace_id, new_id, collection_id, version);
select confine_to_workspace('new_ids');

alter table collections
  -- The change of ids whose new_ids say which id a record has; null while each has the id that it is stored under.
  add column new_ids_version integer,
  -- Whether records are being given other identifiers.
  add column rekeys_identifiers boolean not null default false;

-- What the version before has begun: some records may have moved already.
update collections set rekeys_identifiers = true, rekey_from = case when rekeys_ids and rekey_from = '' then ' ' else rekey_from end
where rekey_from is not null;
