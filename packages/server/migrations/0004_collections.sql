-- Collections, their records, the keys that find records exactly, findings and sharing.

create table collections (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  -- Only the keys that were set; what is absent has its default.
  configuration jsonb not null default '{}',
  -- Grows with every change of configuration.
  configuration_version integer not null default 1,
  -- Grows when all records take other ids, dates or identifiers: an index of an earlier version is built anew.
  key_version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
select confine_to_workspace('collections');

-- The row that writers of a collection lock, one after the other. Each takes the next change mark and stamps its records
-- with it, so marks are in the order of commits: whoever has seen one has only to ask for what is beyond it.
create table collection_states (
  workspace_id uuid not null,
  collection_id uuid not null,
  change_mark bigint not null default 0,
  last_ingest_at timestamptz(3),
  primary key (workspace_id, collection_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('collection_states');

create table records (
  workspace_id uuid not null,
  collection_id uuid not null,
  external_id text collate "C" not null,
  -- The mark of the write that last changed the row.
  change_mark bigint not null,
  -- As sent, control fields included.
  attributes jsonb not null,
  content_hash bytea not null,
  write_date timestamptz(3) not null,
  -- What the vector is made from, and what searching by words looks at.
  embed_text text not null,
  -- Whether that is a part only: it then ends with a line break.
  text_cut boolean not null generated always as (right(embed_text, 1) = chr(10)) stored,
  -- Little-endian float32; null until embedded.
  vector bytea,
  -- md5 of the text and the id of the embedder that the vector was made from.
  vector_text_hash bytea,
  vector_embedder text,
  -- True while the vector is missing or stale, and how often making it has failed.
  pending boolean not null,
  embed_tries smallint not null default 0,
  tombstoned_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, external_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index records_changed on records (workspace_id, collection_id, change_mark);
create index records_newest on records (workspace_id, collection_id, write_date desc, external_id) where tombstoned_at is null;
create index records_pending on records (workspace_id, collection_id, embed_tries, external_id) where pending and tombstoned_at is null;
create index records_cut on records (workspace_id, collection_id) where text_cut and tombstoned_at is null;
select confine_to_workspace('records');

-- Identifier values of live records; external ids are found by the primary key of records. Writes keep the two in step: a
-- foreign key to records would look the record up once more for every key.
create table record_keys (
  workspace_id uuid not null,
  collection_id uuid not null,
  key text collate "C" not null,
  external_id text collate "C" not null,
  primary key (workspace_id, collection_id, key, external_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index record_keys_record on record_keys (workspace_id, collection_id, external_id);
select confine_to_workspace('record_keys');

create table findings (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null default gen_random_uuid(),
  field text not null,
  -- The name of a field has no limit, a row of an index has one.
  field_hash bytea not null,
  kind text not null check (kind in ('unknown_field', 'type_mismatch')),
  count bigint not null,
  example_ids text[] not null,
  message text not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, field_hash, kind),
  unique (workspace_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('findings');

create table collection_grants (
  workspace_id uuid not null,
  collection_id uuid not null,
  group_id uuid not null,
  permission text not null check (permission in ('read', 'write')),
  filter jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, collection_id, group_id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, group_id) references groups (workspace_id, id) on delete cascade
);
create index collection_grants_group on collection_grants (workspace_id, group_id);
select confine_to_workspace('collection_grants');

-- Accepted records per credential and UTC day on the agent path.
create table daily_writes (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  credential_id uuid not null,
  day date not null,
  records integer not null,
  primary key (workspace_id, credential_id, day)
);
select confine_to_workspace('daily_writes');

-- How attribute values compare in filters: the same rules as the resolver's filter module, which its tests hold against
-- these functions. None of them raises an error, whatever a value holds.

-- The [id, label] of a relational value, null for any other value.
create function filter_relation(value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  kind text := jsonb_typeof(value);
  id_kind text;
begin
  if kind = 'array' then
    if jsonb_array_length(value) <> 2 or jsonb_typeof(value -> 1) <> 'string' then
      return null;
    end if;
    id_kind := jsonb_typeof(value -> 0);
    -- Two texts could as well be a list: the first must look like an id and the second must not.
    if id_kind = 'number' or id_kind = 'string' and value ->> 0 ~ '[0-9]' and value ->> 0 !~ ' '
        and (value ->> 1 ~ ' ' or value ->> 1 !~ '[0-9]') then
      return value;
    end if;
  elsif kind = 'object' and jsonb_typeof(value -> 'id') in ('number', 'string') then
    return case 'string'
      when jsonb_typeof(value -> 'label') then jsonb_build_array(value -> 'id', value -> 'label')
      when jsonb_typeof(value -> 'name') then jsonb_build_array(value -> 'id', value -> 'name')
      when jsonb_typeof(value -> 'display_name') then jsonb_build_array(value -> 'id', value -> 'display_name')
    end;
  end if;
  return null;
end
$$;

-- The id of a relational value or of a pair that ends in a text, any other value as it is.
create function filter_id(value jsonb) returns jsonb language sql immutable parallel safe as $$
  select case
    when jsonb_typeof(value) = 'array' and jsonb_array_length(value) = 2 and jsonb_typeof(value -> 1) = 'string'
      and jsonb_typeof(value -> 0) in ('number', 'string') then value -> 0
    when jsonb_typeof(value) = 'object' then coalesce(filter_relation(value) -> 0, value)
    else value
  end
$$;

-- A value as slices count it: a relational value, or a pair that ends in a text, is its id alone.
create function filter_without_labels(value jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  id jsonb;
begin
  if value is null or jsonb_typeof(value) not in ('array', 'object') then
    return value;
  end if;
  id := filter_id(value);
  if jsonb_typeof(id) <> 'array' then
    return id;
  end if;
  return (select coalesce(jsonb_agg(filter_id(element) order by place), '[]')
    from jsonb_array_elements(value) with ordinality as e (element, place));
end
$$;

-- The scalars of a value that an equality looks at; for a range (ranged) labels only, and nothing empty.
create function filter_scalars(value jsonb, ranged boolean) returns setof jsonb language sql immutable parallel safe rows 2 as $$
  select part
  from jsonb_array_elements(
      case when jsonb_typeof(value) = 'array' and filter_relation(value) is null then value else jsonb_build_array(value) end
    ) as element,
    lateral (select filter_relation(element) as pair) as relation,
    lateral jsonb_array_elements(
      case when pair is null then jsonb_build_array(element) when ranged then jsonb_build_array(pair -> 1) else pair end
    ) as part
  where jsonb_typeof(part) in ('string', 'number', 'boolean') and not (ranged and part in ('false', '""'))
$$;

-- Doubles as filters compare them: nothing from 1e300 up, zero below 1e-300.
create function filter_measure(value numeric) returns float8 language plpgsql immutable strict parallel safe as $$
declare
  number float8;
begin
  -- Looked at as a numeric first: the cast raises an error beyond what a double holds.
  if abs(value) >= 1e300 then
    return null;
  elsif abs(value) < 1e-300 then
    return 0;
  end if;
  number := value::float8;
  return case when abs(number) < 1e300 then number end;
end
$$;

-- Milliseconds since 1970 of an ISO 8601 date or date-time; UTC unless it says otherwise.
create function filter_date_of_text(value text) returns float8 language plpgsql immutable strict parallel safe as $$
declare
  trimmed text := btrim(value, E' \t\n\r\f\x0b');
  parts text[];
  month integer;
  calendar date;
  seconds integer := 0;
  milliseconds integer := 0;
  minutes_ahead integer := 0;
begin
  -- The most usual spellings on days that every month has: a cast, which cannot fail here, is ten times faster.
  if trimmed ~ '^[1-9][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])(?:[ T](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,3})?Z?)?$' then
    return extract(epoch from trimmed::timestamp) * 1000;
  end if;
  -- Both separators are captured and compared: a back reference would make matching many times slower.
  parts := regexp_match(
    trimmed,
    '^([0-9]{4})([-/])([0-9]{2})([-/])([0-9]{2})(?:(?:[Tt]| +)([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)? ?(?:(?:[Zz]|UTC|GMT)|([-+])([0-9]{2})(?::?([0-9]{2}))?)?)?$');
  if parts is null or parts[2] <> parts[4] or parts[1] = '0000' or parts[6] > '23' or parts[7] > '59' or parts[8] > '59'
      or parts[11] > '23' or parts[12] > '59' then
    return null;
  end if;
  month := parts[3]::integer;
  if month not between 1 and 12 or parts[5] = '00' then
    return null;
  end if;
  calendar := make_date(parts[1]::integer, month, 1) + (parts[5]::integer - 1);
  if extract(month from calendar) <> month then
    return null;
  end if;
  if parts[6] is not null then
    seconds := (parts[6]::integer * 60 + parts[7]::integer) * 60 + coalesce(parts[8], '0')::integer;
  end if;
  if parts[9] is not null then
    milliseconds := rpad(left(parts[9], 3), 3, '0')::integer;
  end if;
  if parts[10] is not null then
    minutes_ahead := (parts[10] || '1')::integer * (parts[11]::integer * 60 + coalesce(parts[12], '0')::integer);
  end if;
  return (calendar - date '1970-01-01') * 86400000::float8 + seconds * 1000 + milliseconds - minutes_ahead * 60000;
end
$$;

-- What a value offers to comparisons of text, numbers and dates. Written in PL/pgSQL, whose branches for the usual
-- values cost a microsecond; a function in SQL that holds a sub-select costs fifty.
create function filter_texts(value jsonb, ranged boolean) returns text[] language plpgsql immutable parallel safe as $$
declare
  kind text := jsonb_typeof(value);
  pair jsonb;
begin
  if kind = 'string' then
    return case when not ranged or value <> '""' then array[value #>> '{}'] else '{}' end;
  elsif kind = 'number' then
    return array[trim_scale((value #>> '{}')::numeric)::text];
  elsif kind = 'boolean' then
    return case when not ranged or value <> 'false' then array[value #>> '{}'] else '{}' end;
  elsif kind is null or kind = 'null' then
    return '{}';
  end if;
  pair := filter_relation(value);
  if pair is not null then
    return case when not ranged then filter_texts(pair -> 0, false) else '{}' end || filter_texts(pair -> 1, ranged);
  elsif kind = 'array' then
    return array(select unnest(filter_texts(part, ranged)) from filter_scalars(value, ranged) as part);
  end if;
  return '{}';
end
$$;

create function filter_numbers(value jsonb, ranged boolean) returns float8[] language plpgsql immutable parallel safe as $$
declare
  kind text := jsonb_typeof(value);
  trimmed text;
  number float8;
begin
  if kind = 'number' then
    number := filter_measure((value #>> '{}')::numeric);
  elsif kind = 'string' then
    trimmed := btrim(value #>> '{}', E' \t\n\r\f\x0b');
    if length(trimmed) <= 400 and trimmed ~ '^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?$' then
      number := filter_measure(trimmed::numeric);
    end if;
  elsif kind = 'array' or kind = 'object' then
    return array(select unnest(filter_numbers(part, ranged)) from filter_scalars(value, ranged) as part);
  end if;
  return case when number is null then '{}' else array[number] end;
end
$$;

create function filter_dates(value jsonb, ranged boolean) returns float8[] language plpgsql immutable parallel safe as $$
declare
  kind text := jsonb_typeof(value);
  instant float8;
begin
  if kind = 'string' then
    instant := filter_date_of_text(value #>> '{}');
  elsif kind = 'array' or kind = 'object' then
    return array(select unnest(filter_dates(part, ranged)) from filter_scalars(value, ranged) as part);
  end if;
  return case when instant is null then '{}' else array[instant] end;
end
$$;
