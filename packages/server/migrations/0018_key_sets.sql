-- Identifiers are kept for each list of fields that gives them, so that those of other fields can be worked out before they
-- count: a look at every record of a collection at the moment they are asked for takes long, and tells how long they take
-- to be changed, which is longer the more records there are.
create table key_sets (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- The fields that identifiers are taken from, sorted.
  fields text[] not null,
  -- The last record whose identifiers are known; null once all are.
  known_to text collate "C" default '',
  -- When it was last asked for or prepared further.
  touched_at timestamptz(3) not null,
  -- Since when writes no longer keep it in step.
  retired_at timestamptz(3),
  primary key (workspace_id, collection_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('key_sets');

alter table collections
  -- The identifiers that count; null where no field gives any, and after the upgrade until they are known (see below).
  add column key_set_id uuid;
insert into key_sets (workspace_id, collection_id, fields, known_to, touched_at)
  select workspace_id, id, array(select distinct value collate "C" from jsonb_array_elements_text(configuration -> 'id_match_fields')
    order by 1), null, now()
  from collections
  -- The keys of one that is being given others are those of either: they are all worked out anew.
  where not rekeys_identifiers and jsonb_typeof(configuration -> 'id_match_fields') = 'array'
    and configuration -> 'id_match_fields' <> '[]';
update collections c set key_set_id = s.id from key_sets s where s.workspace_id = c.workspace_id and s.collection_id = c.id;

alter table record_keys rename to former_keys;
-- Identifier values of live records. Writes keep them in step: a foreign key to records would look the record up once more
-- for every key.
create table record_keys (
  workspace_id uuid not null,
  collection_id uuid not null,
  key_set_id uuid not null,
  key text collate "C" not null,
  external_id text collate "C" not null
);
insert into record_keys
  select k.workspace_id, k.collection_id, c.key_set_id, k.key, k.external_id
  from former_keys k join collections c on c.workspace_id = k.workspace_id and c.id = k.collection_id
  where c.key_set_id is not null
  order by 1, 2, 3, 4, 5;
drop table former_keys;
alter table record_keys
  add primary key (workspace_id, collection_id, key_set_id, key, external_id),
  add foreign key (workspace_id, collection_id, key_set_id) references key_sets (workspace_id, collection_id, id)
    on delete cascade;
-- As in 0015: it serves only statements that repeat its condition, true of every row.
create index record_keys_record on record_keys (workspace_id, collection_id, external_id) where length(external_id) > 0;
select confine_to_workspace('record_keys');

alter table records drop column identifiers;
alter table collections drop column rekeys_identifiers;

-- Strikes out all keys of a record but some.
create function strike_keys(of_collection uuid, id text, but_sets uuid[], but_keys text[]) returns void
language plpgsql volatile set search_path = public as $$
begin
  delete from record_keys k
  where k.collection_id = of_collection and k.external_id = id and length(k.external_id) > 0 and not exists (
    select from unnest(but_sets, but_keys) as b (key_set_id, key) where b.key_set_id = k.key_set_id and b.key = k.key);
end
$$;
