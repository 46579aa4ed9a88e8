-- The schema that the migrations make, for reading: the migrations are what is run. `npm run schema` writes it.

CREATE TYPE public.credential_row AS (
	kind text,
	id uuid,
	name text,
	email text,
	person_id uuid,
	workspace_id uuid,
	workspace_slug text,
	workspace_name text,
	suspended boolean,
	role text,
	access text,
	confined boolean,
	groups jsonb,
	capabilities text[],
	collection_id uuid
);

CREATE TYPE public.made_vector AS (
	text_hash bytea,
	embedder text,
	vector bytea
);

CREATE FUNCTION public.admit_device(in_workspace uuid, device uuid, at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
begin
  if not exists (
    select from workspace_devices d
    where d.workspace_id = in_workspace and d.personal_token_id = device and d.last_used_at >= at - interval '1 minute'
  ) then
    insert into workspace_devices as d (workspace_id, personal_token_id, last_used_at) values (in_workspace, device, at)
    on conflict (workspace_id, personal_token_id) do update set last_used_at = at
    where d.revoked_at is null and d.last_used_at < at - interval '1 minute';
  end if;
  return not device_is_shut_out(in_workspace, device);
end
$$;

CREATE FUNCTION public.chosen_workspace() RETURNS uuid
    LANGUAGE sql STABLE
    SET search_path TO 'public'
    AS $$
  select nullif(current_setting('svc.workspace', true), '')::uuid
$$;

CREATE FUNCTION public.confine_to_workspace(tenant_table regclass) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  -- The sub-select is evaluated once per statement; without it the setting would be read for every row.
  execute format(
    'create policy workspace on %s to svc_app using (workspace_id = (select nullif(current_setting(''svc.workspace'', true), '''')::uuid))',
    tenant_table);
  execute format('create policy owner on %s to %I using (true) with check (true)', tenant_table, current_user);
  execute format('grant select, insert, update, delete on %s to svc_app', tenant_table);
end
$$;

CREATE FUNCTION public.delete_record_keys(of_collection uuid, id text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
begin
  delete from record_keys where collection_id = of_collection and external_id = id and length(external_id) > 0;
end
$$;

CREATE FUNCTION public.device_is_shut_out(in_workspace uuid, device uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select exists (
    select from workspace_devices
    where workspace_id = in_workspace and personal_token_id = device and revoked_at is not null
  )
$$;

CREATE FUNCTION public.devices_here() RETURNS TABLE(id uuid, person_id uuid, email text, name text, role text, device text, created_at timestamp with time zone, last_used_at timestamp with time zone, usable boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select t.id, m.id, m.email, m.name, m.role, t.name, greatest(t.created_at, m.created_at), d.last_used_at,
         t.revoked_at is null and d.revoked_at is null
  from memberships m
  join personal_tokens t on t.person_id = m.person_id
  join workspace_devices d on d.workspace_id = m.workspace_id and d.personal_token_id = t.id
  where m.workspace_id = chosen_workspace() and m.status = 'active'
$$;

CREATE FUNCTION public.end_session_here(session uuid, at timestamp with time zone) RETURNS TABLE(email text, device text, ended boolean)
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  with of_person as (
    select s.id, m.email, s.device, s.revoked_at is null as open
    from sessions s
    join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and m.status = 'active'
    where s.id = session and s.workspace_id = chosen_workspace() for update of s
  ), of_reader as (
    select s.id, r.email, s.device, s.expires_at > at as open
    from reader_sessions s join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id
    where s.id = session and s.workspace_id = chosen_workspace() for update of s
  ), ended_of_person as (
    update sessions s set revoked_at = at from of_person f where s.id = f.id and f.open
  ), ended_of_reader as (
    update reader_sessions s set expires_at = at from of_reader f
    where s.workspace_id = chosen_workspace() and s.id = f.id and f.open
  )
  select f.email, f.device, f.open from of_person f
  union all
  select f.email, f.device, f.open from of_reader f
$$;

CREATE FUNCTION public.filter_date_of_text(value text) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
declare
  trimmed text := btrim(value, E' \t\n\r\f\x0b');
  parts text[];
  year integer;
  month integer;
  day integer;
  days_of_month integer;
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
  year := parts[1]::integer;
  month := parts[3]::integer;
  day := parts[5]::integer;
  days_of_month := case
    when month in (4, 6, 9, 11) then 30
    when month <> 2 then 31
    when year % 4 = 0 and (year % 100 <> 0 or year % 400 = 0) then 29
    else 28
  end;
  if month not between 1 and 12 or day not between 1 and days_of_month then
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
  return (make_date(year, month, day) - date '1970-01-01') * 86400000::float8 + seconds * 1000 + milliseconds - minutes_ahead * 60000;
end
$_$;

CREATE FUNCTION public.filter_dates(value jsonb, ranged boolean) RETURNS double precision[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
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

CREATE FUNCTION public.filter_measure(value numeric) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
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

CREATE FUNCTION public.filter_number_of_text(value text) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
declare
  trimmed text := btrim(value, E' \t\n\r\f\x0b');
begin
  if length(trimmed) <= 400 and trimmed ~ '^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?$' then
    return filter_measure(trimmed::numeric);
  end if;
  return null;
end
$_$;

CREATE FUNCTION public.filter_numbers(value jsonb, ranged boolean) RETURNS double precision[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
  kind text := jsonb_typeof(value);
  number float8;
begin
  if kind = 'number' then
    number := filter_measure((value #>> '{}')::numeric);
  elsif kind = 'string' then
    number := filter_number_of_text(value #>> '{}');
  elsif kind = 'array' or kind = 'object' then
    return array(select unnest(filter_numbers(part, ranged)) from filter_scalars(value, ranged) as part);
  end if;
  return case when number is null then '{}' else array[number] end;
end
$$;

CREATE FUNCTION public.filter_relation(value jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
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

CREATE FUNCTION public.filter_scalars(value jsonb, ranged boolean) RETURNS SETOF jsonb
    LANGUAGE sql IMMUTABLE ROWS 2 PARALLEL SAFE
    AS $$
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

CREATE FUNCTION public.filter_texts(value jsonb, ranged boolean) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
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

CREATE FUNCTION public.find_api_key(hash bytea) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  return query
  select 'api_key', k.id, k.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         null::text, 'read_write', false, null::jsonb, k.capabilities, null::uuid
  from api_keys k join workspaces w on w.id = k.workspace_id
  where k.secret_hash = hash and k.revoked_at is null;
end
$$;

CREATE FUNCTION public.find_ingest_secret(hash bytea) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  return query
  select 'ingest_secret', c.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         null::text, 'read_write', false, null::jsonb, null::text[], c.id
  from collections c join workspaces w on w.id = c.workspace_id
  where c.ingest_secret_hash = hash;
end
$$;

CREATE FUNCTION public.find_membership(of_person uuid, in_workspace uuid) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  return query
  select 'membership', m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended,
         m.role, m.access, m.confined, case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::uuid
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = of_person and m.workspace_id = in_workspace and m.status = 'active';
end
$$;

CREATE FUNCTION public.find_person(of_email text) RETURNS TABLE(id uuid, name text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select p.id, p.name from people p where p.email = of_email and p.first_signed_in_at is not null
$$;

CREATE FUNCTION public.find_personal_token(hash bytea, at timestamp with time zone) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  update personal_tokens set last_used_at = at
  where secret_hash = hash and revoked_at is null and (last_used_at is null or last_used_at < at - interval '1 minute');

  return query
  select 'personal_token', t.id, p.name, p.email, p.id, null::uuid, null::text, null::text, null::boolean,
         null::text, null::text, null::boolean, null::jsonb, null::text[], null::uuid
  from personal_tokens t join people p on p.id = t.person_id
  where t.secret_hash = hash and t.revoked_at is null;
end
$$;

CREATE FUNCTION public.find_reader_link(hash bytea) RETURNS TABLE(workspace_id uuid, workspace_name text, reader_id uuid, status text, expires_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select r.workspace_id, w.name, r.id, r.status, r.expires_at
  from readers r join workspaces w on w.id = r.workspace_id
  where r.link_hash = hash
$$;

CREATE FUNCTION public.find_reader_session(hash bytea, at timestamp with time zone) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  update readers r set last_seen_at = at
  from reader_sessions s
  where s.secret_hash = hash and s.expires_at > at and s.link_hash = r.link_hash
    and r.workspace_id = s.workspace_id and r.id = s.reader_id and r.status = 'active'
    and (r.last_seen_at is null or r.last_seen_at < at - interval '1 minute');

  update reader_sessions s set last_used_at = at
  where s.secret_hash = hash and s.expires_at > at and s.last_used_at < at - interval '1 minute';

  return query
  select 'magic_link', r.id, r.name, r.email, null::uuid, w.id, w.slug, w.name, w.suspended,
         'reader', 'read_only', true, groups_of_holder(r.workspace_id, r.id), null::text[], null::uuid
  from reader_sessions s
  join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id and r.link_hash = s.link_hash
  join workspaces w on w.id = r.workspace_id
  where s.secret_hash = hash and s.expires_at > at and r.status = 'active'
    and (r.expires_at is null or r.expires_at > at);
end
$$;

CREATE FUNCTION public.find_session(hash bytea, at timestamp with time zone) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  update sessions set last_used_at = at
  where secret_hash = hash and revoked_at is null and expires_at > at and last_used_at < at - interval '1 minute';

  return query
  select 'session', s.id, coalesce(m.name, p.name), p.email, p.id, w.id, w.slug, w.name, w.suspended,
         m.role, m.access, m.confined, case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::uuid
  from sessions s
  join people p on p.id = s.person_id
  left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and m.status = 'active'
  left join workspaces w on w.id = m.workspace_id
  where s.secret_hash = hash and s.revoked_at is null and s.expires_at > at;
end
$$;

CREATE FUNCTION public.find_token(hash bytea, at timestamp with time zone) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  update tokens t set last_used_at = at
  where t.secret_hash = hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > at)
    and (t.last_used_at is null or t.last_used_at < at - interval '1 minute');

  return query
  select 'pinned_token', t.id, t.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         t.role, t.access, t.confined, case when t.confined then groups_of_holder(t.workspace_id, t.id) end, null::text[], null::uuid
  from tokens t join workspaces w on w.id = t.workspace_id
  where t.secret_hash = hash and t.revoked_at is null and (t.expires_at is null or t.expires_at > at);
end
$$;

CREATE FUNCTION public.groups_of_holder(of_workspace uuid, holder uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', group_id, 'access', access) order by group_id), '[]')
    from group_holders where workspace_id = of_workspace and holder_id = holder
  );
end
$$;

CREATE FUNCTION public.id_stored_under(of_collection uuid, stored text) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public'
    AS $$
declare
  of_change uuid;
begin
  select c.id_change into of_change from collections c where c.id = of_collection;
  if of_change is null then
    return stored;
  end if;
  return coalesce(
    (select n.new_id from new_ids n
     where n.collection_id = of_collection and n.change_id = of_change and n.stored_id = stored),
    stored);
end
$$;

CREATE FUNCTION public.keep_short_attributes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.short_attributes := null;
  new.long_fields := null;
  if pg_column_size(new.attributes) > 4096 then
    select s.short_attributes, s.long_fields into new.short_attributes, new.long_fields
    from shorten_attributes(new.attributes, 256) s;
  end if;
  return new;
end
$$;

CREATE FUNCTION public.link_membership() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
begin
  perform pg_advisory_xact_lock(hashtextextended('person:' || new.email, 0));
  if new.person_id is null then
    select p.id into new.person_id from people p where p.email = new.email and p.first_signed_in_at is not null;
  end if;
  return new;
end
$$;

CREATE FUNCTION public.listed_records_wait() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
begin
  insert into slice_pending (workspace_id, collection_id, slice_id, external_id, embed_tries)
  select l.workspace_id, l.collection_id, l.slice_id, l.external_id, r.embed_tries
  from listed l, lateral (
    select r.embed_tries from records r
    where r.workspace_id = l.workspace_id and r.collection_id = l.collection_id and r.external_id = l.external_id
      and r.pending limit 1) r
  on conflict do nothing;
  return null;
end
$$;

CREATE FUNCTION public.mark_record_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.changed_xid := pg_current_xact_id();
  new.revision := nextval('record_revisions');
  return new;
end
$$;

CREATE FUNCTION public.move_record(of_collection uuid, of_change uuid, from_id text, to_id text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
begin
  update records set external_id = to_id where collection_id = of_collection and external_id = from_id;
  update record_keys set external_id = to_id
  where collection_id = of_collection and external_id = from_id and length(external_id) > 0;
  update slice_records set external_id = to_id
  where collection_id = of_collection and external_id = from_id and length(external_id) > 0;
  update slice_tombstones set external_id = to_id
  where collection_id = of_collection and external_id = from_id and length(external_id) > 0;
  update new_ids set stored_id = to_id
  where collection_id = of_collection and change_id = of_change and stored_id = from_id;
end
$$;

CREATE FUNCTION public.record_arrived(of_collection uuid, of_change uuid, id text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
declare
  written timestamptz;
begin
  delete from new_ids
  where collection_id = of_collection and change_id = of_change and stored_id = id
  returning written_at into written;
  update records set write_date = written
  where collection_id = of_collection and external_id = id and write_date <> written;
end
$$;

CREATE FUNCTION public.record_waits() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
begin
  if new.pending then
    insert into slice_pending (workspace_id, collection_id, slice_id, external_id, embed_tries)
    select l.workspace_id, l.collection_id, l.slice_id, l.external_id, new.embed_tries
    from slice_records l
    join slices s on s.workspace_id = l.workspace_id and s.collection_id = l.collection_id and s.id = l.slice_id
    where l.workspace_id = new.workspace_id and l.collection_id = new.collection_id and l.external_id = new.external_id
      and length(l.external_id) > 0
      -- What a retired one lists is being deleted, whoever may be writing.
      and s.retired_at is null
    on conflict (workspace_id, collection_id, external_id, slice_id) do update set embed_tries = excluded.embed_tries;
  else
    delete from slice_pending
    where workspace_id = new.workspace_id and collection_id = new.collection_id and external_id = new.external_id;
  end if;
  return null;
end
$$;

CREATE FUNCTION public.sessions_here(at timestamp with time zone) RETURNS TABLE(id uuid, kind text, person_id uuid, email text, name text, role text, device text, created_at timestamp with time zone, last_used_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select s.id, 'browser', m.id, m.email, m.name, m.role, s.device,
         greatest(s.created_at, m.created_at), greatest(s.last_used_at, m.created_at)
  from sessions s
  join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and m.status = 'active'
  where s.workspace_id = chosen_workspace() and s.revoked_at is null and s.expires_at > at
  union all
  select s.id, 'magic_link', r.id, r.email, r.name, 'reader', s.device, s.created_at, s.last_used_at
  from reader_sessions s
  join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id and r.link_hash = s.link_hash
  where s.workspace_id = chosen_workspace() and s.expires_at > at and r.status = 'active'
    and (r.expires_at is null or r.expires_at > at)
$$;

CREATE FUNCTION public.shorten_attributes(attributes jsonb, longest integer, OUT short_attributes jsonb, OUT long_fields text[]) RETURNS record
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select coalesce(jsonb_object_agg(key, value) filter (where pg_column_size(value) <= longest), '{}'),
    array_agg(key) filter (where pg_column_size(value) > longest)
  from jsonb_each(attributes)
$$;

CREATE FUNCTION public.store_vector(of_collection uuid, id text, made public.made_vector) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
begin
  update records
  set vector = made.vector, vector_text_hash = made.text_hash, vector_embedder = made.embedder, pending = false, embed_tries = 0
  where collection_id = of_collection and external_id = id
    -- Not as a condition of its own, or the index of all that waits would pass for one by id.
    and case when pending then decode(md5(embed_text), 'hex') = made.text_hash else false end;
  return found;
end
$$;

CREATE FUNCTION public.strike_keys(of_collection uuid, id text, but_sets uuid[], but_keys text[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
begin
  delete from record_keys k
  where k.collection_id = of_collection and k.external_id = id and length(k.external_id) > 0 and not exists (
    select from unnest(but_sets, but_keys) as b (key_set_id, key) where b.key_set_id = k.key_set_id and b.key = k.key);
end
$$;

CREATE FUNCTION public.strike_record(of_collection uuid, id text, but uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
declare
  of_slices uuid[];
  current_id text;
begin
  with struck as (
    delete from slice_records
    where collection_id = of_collection and external_id = id and length(external_id) > 0 and slice_id <> all (but)
    returning slice_id)
  select array_agg(slice_id) into of_slices from struck;
  if of_slices is not null then
    current_id := id_stored_under(of_collection, id);
    insert into slice_departures (workspace_id, collection_id, slice_id, external_id, revision)
    select r.workspace_id, of_collection, s.slice_id, current_id, r.revision - 1
    from records r, unnest(of_slices) as s (slice_id)
    where r.collection_id = of_collection and r.external_id = strike_record.id
    on conflict do nothing;
  end if;
  delete from slice_tombstones where collection_id = of_collection and external_id = id and length(external_id) > 0;
end
$$;

CREATE FUNCTION public.take_relay_place(credential uuid, most integer) RETURNS TABLE(accepted boolean, taken integer, free_seconds double precision)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
declare
  known relay_windows;
  at double precision;
  second bigint;
  oldest integer := 1;
  staying integer;
begin
  select * into known from relay_windows where credential_id = credential for update;
  if not found then
    -- Those of credentials that have not called for a while, gone ones among them, make room for the new one.
    delete from relay_windows where credential_id in (
      select w.credential_id from relay_windows w
      where w.seconds[cardinality(w.seconds)] < extract(epoch from clock_timestamp()) - 120 for update skip locked
    );
    insert into relay_windows values (credential, '{}', '{}') on conflict do nothing;
    select * into known from relay_windows where credential_id = credential for update;
  end if;
  at := extract(epoch from clock_timestamp());
  second := floor(at)::bigint;
  -- A clock that was set back by more than the one second that clocks are corrected by leaves calls in the future: they
  -- count as of now, so that they leave within a minute of it.
  if known.seconds[cardinality(known.seconds)] > second + 1 then
    select array_agg(each.second order by each.second), array_agg(each.calls order by each.second)
    into known.seconds, known.calls
    from (
      select least(s.second, floor(at)::bigint) as second, sum(s.calls)::integer as calls
      from unnest(known.seconds, known.calls) as s (second, calls) group by 1
    ) each;
    update relay_windows set seconds = known.seconds, calls = known.calls where credential_id = credential;
  end if;
  -- Set back by less, it does not open a second anew.
  second := greatest(second, known.seconds[cardinality(known.seconds)]);
  while known.seconds[1] <= second - 61 loop
    known.seconds := known.seconds[2:];
    known.calls := known.calls[2:];
  end loop;
  select coalesce(sum(each), 0) into taken from unnest(known.calls) each;
  accepted := taken < most;
  if accepted then
    taken := taken + 1;
    if known.seconds[cardinality(known.seconds)] = second then
      known.calls[cardinality(known.calls)] := known.calls[cardinality(known.calls)] + 1;
    else
      known.seconds := known.seconds || second;
      known.calls := known.calls || 1;
    end if;
    update relay_windows set seconds = known.seconds, calls = known.calls where credential_id = credential;
  end if;
  staying := taken - known.calls[oldest];
  while staying >= most loop
    oldest := oldest + 1;
    staying := staying - known.calls[oldest];
  end loop;
  free_seconds := known.seconds[oldest] + 61 - at;
  return next;
end
$$;

CREATE FUNCTION public.tombstone_record(of_collection uuid, id text, at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public'
    AS $$
declare
  of_change uuid;
  of_workspace uuid;
  of_revision bigint;
  of_slices uuid[];
  current_id text;
begin
  update records set tombstoned_at = at, updated_at = at
  where collection_id = of_collection and external_id = id and tombstoned_at is null
  returning workspace_id, revision into of_workspace, of_revision;
  if not found then
    return false;
  end if;
  perform delete_record_keys(of_collection, id);
  with struck as (
    delete from slice_records where collection_id = of_collection and external_id = id and length(external_id) > 0
    returning slice_id)
  select array_agg(slice_id) into of_slices from struck;
  if of_slices is not null then
    insert into slice_tombstones (workspace_id, collection_id, slice_id, external_id)
    select of_workspace, of_collection, s.slice_id, tombstone_record.id from unnest(of_slices) as s (slice_id);
    current_id := id_stored_under(of_collection, id);
    insert into slice_departures (workspace_id, collection_id, slice_id, external_id, revision)
    select of_workspace, of_collection, s.slice_id, current_id, of_revision from unnest(of_slices) as s (slice_id);
  end if;
  for of_change in select c.id from id_changes c where c.collection_id = of_collection loop
    update new_ids set tombstoned = true
    where collection_id = of_collection and change_id = of_change and stored_id = tombstone_record.id;
  end loop;
  return true;
end
$$;

CREATE FUNCTION public.workspaces_of_person(of_person uuid) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  return query
  select 'membership', m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended,
         m.role, m.access, m.confined, case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::uuid
  from memberships m join workspaces w on w.id = m.workspace_id
  where m.person_id = of_person and m.status = 'active'
  order by w.name, w.slug;
end
$$;

CREATE TABLE public.api_keys (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    capability text NOT NULL,
    capabilities text[] NOT NULL,
    secret_hash bytea NOT NULL,
    secret_last_four text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.api_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_events (
    workspace_id uuid NOT NULL,
    "position" bigint NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    action text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    target text,
    detail jsonb NOT NULL,
    request_id text
);

ALTER TABLE ONLY public.audit_events FORCE ROW LEVEL SECURITY;

ALTER TABLE public.audit_events ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_events_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.collection_grants (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    group_id uuid NOT NULL,
    permission text NOT NULL,
    filter jsonb,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    slice_id uuid,
    CONSTRAINT collection_grants_permission_check CHECK ((permission = ANY (ARRAY['read'::text, 'write'::text])))
);

ALTER TABLE ONLY public.collection_grants FORCE ROW LEVEL SECURITY;

CREATE TABLE public.collections (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    configuration jsonb DEFAULT '{}'::jsonb NOT NULL,
    configuration_version integer DEFAULT 1 NOT NULL,
    ingest_secret_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    last_ingest_at timestamp(3) with time zone,
    rekey_from text COLLATE pg_catalog."C",
    rekeys_ids boolean DEFAULT false NOT NULL,
    identity_version integer DEFAULT 1 NOT NULL,
    rekeying_since integer,
    id_change uuid,
    key_set_id uuid,
    date_change uuid,
    departures_forgotten_to xid8
);

ALTER TABLE ONLY public.collections FORCE ROW LEVEL SECURITY;

CREATE TABLE public.daily_writes (
    workspace_id uuid NOT NULL,
    credential_id uuid NOT NULL,
    day date NOT NULL,
    records integer NOT NULL
);

ALTER TABLE ONLY public.daily_writes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.device_authorizations (
    device_code_hash bytea NOT NULL,
    user_code text NOT NULL,
    client_id text NOT NULL,
    device text NOT NULL,
    status text NOT NULL,
    person_id uuid,
    interval_seconds integer NOT NULL,
    last_polled_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT device_authorizations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text])))
);

ALTER TABLE ONLY public.device_authorizations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.findings (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    field text NOT NULL,
    kind text NOT NULL,
    count bigint NOT NULL,
    example_ids text[] NOT NULL,
    message text NOT NULL,
    first_seen_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    field_hash bytea NOT NULL,
    CONSTRAINT findings_kind_check CHECK ((kind = ANY (ARRAY['unknown_field'::text, 'type_mismatch'::text])))
);

ALTER TABLE ONLY public.findings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.group_holders (
    workspace_id uuid NOT NULL,
    group_id uuid NOT NULL,
    holder_kind text NOT NULL,
    holder_id uuid NOT NULL,
    access text NOT NULL,
    CONSTRAINT group_holders_access_check CHECK ((access = ANY (ARRAY['read_only'::text, 'read_write'::text]))),
    CONSTRAINT group_holders_holder_kind_check CHECK ((holder_kind = ANY (ARRAY['membership'::text, 'reader'::text, 'token'::text])))
);

ALTER TABLE ONLY public.group_holders FORCE ROW LEVEL SECURITY;

CREATE TABLE public.groups (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    paths text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.groups FORCE ROW LEVEL SECURITY;

CREATE TABLE public.id_changes (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    id_field text NOT NULL,
    write_date_field text NOT NULL,
    known_to text DEFAULT ''::text COLLATE pg_catalog."C",
    touched_at timestamp(3) with time zone NOT NULL,
    retired_at timestamp(3) with time zone,
    keeps_ids boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.id_changes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.key_sets (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    fields text[] NOT NULL,
    known_to text DEFAULT ''::text COLLATE pg_catalog."C",
    touched_at timestamp(3) with time zone NOT NULL,
    retired_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.key_sets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.memberships (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    person_id uuid,
    role text NOT NULL,
    access text NOT NULL,
    status text NOT NULL,
    confined boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT memberships_access_check CHECK ((access = ANY (ARRAY['read_only'::text, 'read_write'::text]))),
    CONSTRAINT memberships_email_check CHECK ((email = lower(email))),
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'reader'::text]))),
    CONSTRAINT memberships_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
);

ALTER TABLE ONLY public.memberships FORCE ROW LEVEL SECURITY;

CREATE TABLE public.new_ids (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    change_id uuid NOT NULL,
    stored_id text NOT NULL COLLATE pg_catalog."C",
    earlier_id text NOT NULL COLLATE pg_catalog."C",
    new_id text NOT NULL COLLATE pg_catalog."C",
    tombstoned boolean NOT NULL,
    written_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.new_ids FORCE ROW LEVEL SECURITY;

CREATE TABLE public.people (
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    first_signed_in_at timestamp(3) with time zone,
    CONSTRAINT people_email_check CHECK ((email = lower(email)))
);

CREATE TABLE public.personal_tokens (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    secret_last_four text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.personal_tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.rate_limit_windows (
    workspace_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    bucket text NOT NULL,
    calls timestamp with time zone[] NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    accepted boolean NOT NULL
);

ALTER TABLE ONLY public.rate_limit_windows FORCE ROW LEVEL SECURITY;

CREATE TABLE public.reader_sessions (
    workspace_id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    reader_id uuid NOT NULL,
    link_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    device text DEFAULT 'Browser'::text NOT NULL,
    last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.reader_sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.readers (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    link_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    last_seen_at timestamp(3) with time zone,
    CONSTRAINT readers_email_check CHECK ((email = lower(email))),
    CONSTRAINT readers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
);

ALTER TABLE ONLY public.readers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_keys (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    key_set_id uuid NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    external_id text NOT NULL COLLATE pg_catalog."C"
);

ALTER TABLE ONLY public.record_keys FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.record_revisions
    START WITH 2
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.records (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    external_id text NOT NULL COLLATE pg_catalog."C",
    attributes jsonb NOT NULL,
    content_hash bytea NOT NULL,
    write_date timestamp(3) with time zone NOT NULL,
    embed_text text NOT NULL,
    vector bytea,
    vector_text_hash bytea,
    vector_embedder text,
    embed_tries smallint DEFAULT 0 NOT NULL,
    tombstoned_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    changed_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    pending boolean DEFAULT true NOT NULL,
    moved_from text COLLATE pg_catalog."C",
    moved_in integer,
    short_attributes jsonb,
    long_fields text[],
    revision bigint DEFAULT nextval('public.record_revisions'::regclass) NOT NULL
);

ALTER TABLE ONLY public.records FORCE ROW LEVEL SECURITY;

CREATE UNLOGGED TABLE public.relay_windows (
    credential_id uuid NOT NULL,
    seconds bigint[] NOT NULL,
    calls integer[] NOT NULL
);

ALTER TABLE ONLY public.relay_windows FORCE ROW LEVEL SECURITY;

CREATE TABLE public.schema_migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    workspace_id uuid,
    device text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_codes (
    attempt_hash bytea NOT NULL,
    email text NOT NULL,
    code_hash bytea NOT NULL,
    tries_left smallint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.sign_in_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.slice_departures (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    slice_id uuid NOT NULL,
    changed_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    external_id text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL,
    left_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.slice_departures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.slice_pending (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    slice_id uuid NOT NULL,
    external_id text NOT NULL COLLATE pg_catalog."C",
    embed_tries smallint NOT NULL
);

ALTER TABLE ONLY public.slice_pending FORCE ROW LEVEL SECURITY;

CREATE TABLE public.slice_records (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    slice_id uuid NOT NULL,
    external_id text NOT NULL COLLATE pg_catalog."C"
);

ALTER TABLE ONLY public.slice_records FORCE ROW LEVEL SECURITY;

CREATE TABLE public.slice_tombstones (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    slice_id uuid NOT NULL,
    external_id text NOT NULL COLLATE pg_catalog."C"
);

ALTER TABLE ONLY public.slice_tombstones FORCE ROW LEVEL SECURITY;

CREATE TABLE public.slices (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    filter jsonb NOT NULL,
    field_types jsonb NOT NULL,
    listed_to text DEFAULT ''::text COLLATE pg_catalog."C",
    touched_at timestamp(3) with time zone NOT NULL,
    retired_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.slices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tokens (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    access text NOT NULL,
    confined boolean NOT NULL,
    secret_hash bytea NOT NULL,
    secret_last_four text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT tokens_access_check CHECK ((access = ANY (ARRAY['read_only'::text, 'read_write'::text]))),
    CONSTRAINT tokens_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'reader'::text])))
);

ALTER TABLE ONLY public.tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_devices (
    workspace_id uuid NOT NULL,
    personal_token_id uuid NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.workspace_devices FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspaces (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    reader_seats integer NOT NULL,
    billing_active boolean NOT NULL,
    suspended boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.workspaces FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (workspace_id, "position");

ALTER TABLE ONLY public.collection_grants
    ADD CONSTRAINT collection_grants_pkey PRIMARY KEY (workspace_id, collection_id, group_id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_ingest_secret_hash_key UNIQUE (ingest_secret_hash);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_workspace_id_name_key UNIQUE (workspace_id, name);

ALTER TABLE ONLY public.daily_writes
    ADD CONSTRAINT daily_writes_pkey PRIMARY KEY (workspace_id, credential_id, day);

ALTER TABLE ONLY public.device_authorizations
    ADD CONSTRAINT device_authorizations_pkey PRIMARY KEY (device_code_hash);

ALTER TABLE ONLY public.device_authorizations
    ADD CONSTRAINT device_authorizations_user_code_key UNIQUE (user_code);

ALTER TABLE ONLY public.findings
    ADD CONSTRAINT findings_pkey PRIMARY KEY (workspace_id, collection_id, field_hash, kind);

ALTER TABLE ONLY public.findings
    ADD CONSTRAINT findings_workspace_id_id_key UNIQUE (workspace_id, id);

ALTER TABLE ONLY public.group_holders
    ADD CONSTRAINT group_holders_pkey PRIMARY KEY (workspace_id, holder_id, group_id);

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.id_changes
    ADD CONSTRAINT id_changes_pkey PRIMARY KEY (workspace_id, collection_id, id);

ALTER TABLE ONLY public.key_sets
    ADD CONSTRAINT key_sets_pkey PRIMARY KEY (workspace_id, collection_id, id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_workspace_id_email_key UNIQUE (workspace_id, email);

ALTER TABLE ONLY public.new_ids
    ADD CONSTRAINT new_ids_pkey PRIMARY KEY (workspace_id, collection_id, change_id, stored_id);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_email_key UNIQUE (email);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.personal_tokens
    ADD CONSTRAINT personal_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.personal_tokens
    ADD CONSTRAINT personal_tokens_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY public.rate_limit_windows
    ADD CONSTRAINT rate_limit_windows_pkey PRIMARY KEY (workspace_id, api_key_id, bucket);

ALTER TABLE ONLY public.reader_sessions
    ADD CONSTRAINT reader_sessions_pkey PRIMARY KEY (workspace_id, secret_hash);

ALTER TABLE ONLY public.reader_sessions
    ADD CONSTRAINT reader_sessions_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY public.readers
    ADD CONSTRAINT readers_link_hash_key UNIQUE (link_hash);

ALTER TABLE ONLY public.readers
    ADD CONSTRAINT readers_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.readers
    ADD CONSTRAINT readers_workspace_id_email_key UNIQUE (workspace_id, email);

ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_pkey PRIMARY KEY (workspace_id, collection_id, key_set_id, key, external_id);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (workspace_id, collection_id, external_id);

ALTER TABLE ONLY public.relay_windows
    ADD CONSTRAINT relay_windows_pkey PRIMARY KEY (credential_id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY public.sign_in_codes
    ADD CONSTRAINT sign_in_codes_pkey PRIMARY KEY (attempt_hash);

ALTER TABLE ONLY public.slice_departures
    ADD CONSTRAINT slice_departures_pkey PRIMARY KEY (workspace_id, collection_id, slice_id, changed_xid, external_id, revision);

ALTER TABLE ONLY public.slice_pending
    ADD CONSTRAINT slice_pending_pkey PRIMARY KEY (workspace_id, collection_id, external_id, slice_id);

ALTER TABLE ONLY public.slice_records
    ADD CONSTRAINT slice_records_pkey PRIMARY KEY (workspace_id, collection_id, slice_id, external_id);

ALTER TABLE ONLY public.slice_tombstones
    ADD CONSTRAINT slice_tombstones_pkey PRIMARY KEY (workspace_id, collection_id, slice_id, external_id);

ALTER TABLE ONLY public.slices
    ADD CONSTRAINT slices_pkey PRIMARY KEY (workspace_id, collection_id, id);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY public.workspace_devices
    ADD CONSTRAINT workspace_devices_pkey PRIMARY KEY (workspace_id, personal_token_id);

ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_slug_key UNIQUE (slug);

CREATE INDEX audit_events_action ON public.audit_events USING btree (workspace_id, action, "position");

CREATE INDEX collection_grants_group ON public.collection_grants USING btree (workspace_id, group_id, collection_id) WHERE (length(permission) > 0);

CREATE INDEX device_authorizations_age ON public.device_authorizations USING btree (expires_at);

CREATE INDEX group_holders_group ON public.group_holders USING btree (workspace_id, group_id);

CREATE INDEX memberships_email ON public.memberships USING btree (email);

CREATE INDEX memberships_newest ON public.memberships USING btree (workspace_id, created_at DESC, id DESC) WHERE (role = 'reader'::text);

CREATE INDEX memberships_person ON public.memberships USING btree (person_id);

CREATE INDEX memberships_seats ON public.memberships USING btree (workspace_id) WHERE ((role = 'reader'::text) AND (status = 'active'::text));

CREATE INDEX new_ids_new_id ON public.new_ids USING btree (new_id, change_id) WHERE (length(new_id) > 0);

CREATE INDEX personal_tokens_person ON public.personal_tokens USING btree (person_id, created_at);

CREATE UNIQUE INDEX reader_sessions_id ON public.reader_sessions USING btree (workspace_id, id);

CREATE INDEX reader_sessions_reader ON public.reader_sessions USING btree (workspace_id, reader_id);

CREATE INDEX record_keys_record ON public.record_keys USING btree (workspace_id, collection_id, external_id) WHERE (length(external_id) > 0);

CREATE INDEX records_changed_live ON public.records USING btree (workspace_id, collection_id, changed_xid) WHERE ((tombstoned_at IS NULL) AND (changed_xid > '0'::xid8));

CREATE INDEX records_changed_tombstones ON public.records USING btree (workspace_id, collection_id, changed_xid) WHERE ((tombstoned_at IS NOT NULL) AND (changed_xid > '0'::xid8));

CREATE INDEX records_newest ON public.records USING btree (workspace_id, collection_id, write_date DESC, external_id) WHERE ((tombstoned_at IS NULL) AND (write_date > '-infinity'::timestamp with time zone));

CREATE INDEX records_pending ON public.records USING btree (workspace_id, collection_id, embed_tries, external_id) WHERE (pending AND (tombstoned_at IS NULL));

CREATE INDEX sessions_age ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_person ON public.sessions USING btree (person_id, created_at);

CREATE INDEX sessions_workspace ON public.sessions USING btree (workspace_id);

CREATE INDEX sign_in_codes_age ON public.sign_in_codes USING btree (created_at);

CREATE INDEX sign_in_codes_email ON public.sign_in_codes USING btree (email, created_at);

CREATE INDEX slice_departures_age ON public.slice_departures USING btree (left_at);

CREATE INDEX slice_pending_queue ON public.slice_pending USING btree (workspace_id, collection_id, slice_id, embed_tries, external_id) WHERE (length(external_id) > 0);

CREATE INDEX slice_records_record ON public.slice_records USING btree (workspace_id, collection_id, external_id) WHERE (length(external_id) > 0);

CREATE INDEX slice_tombstones_record ON public.slice_tombstones USING btree (workspace_id, collection_id, external_id) WHERE (length(external_id) > 0);

CREATE TRIGGER link_membership BEFORE INSERT OR UPDATE OF email, status ON public.memberships FOR EACH ROW EXECUTE FUNCTION public.link_membership();

CREATE TRIGGER records_keep_short_attributes BEFORE INSERT OR UPDATE OF attributes ON public.records FOR EACH ROW WHEN (((pg_column_size(new.attributes) > 4096) OR (new.short_attributes IS NOT NULL))) EXECUTE FUNCTION public.keep_short_attributes();

CREATE TRIGGER records_mark_changed BEFORE UPDATE ON public.records FOR EACH ROW EXECUTE FUNCTION public.mark_record_changed();

CREATE TRIGGER records_wait AFTER UPDATE OF pending, embed_tries ON public.records FOR EACH ROW WHEN (((old.pending <> new.pending) OR (old.embed_tries <> new.embed_tries))) EXECUTE FUNCTION public.record_waits();

CREATE TRIGGER slice_records_wait AFTER INSERT ON public.slice_records REFERENCING NEW TABLE AS listed FOR EACH STATEMENT EXECUTE FUNCTION public.listed_records_wait();

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collection_grants
    ADD CONSTRAINT collection_grants_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collection_grants
    ADD CONSTRAINT collection_grants_workspace_id_collection_id_slice_id_fkey FOREIGN KEY (workspace_id, collection_id, slice_id) REFERENCES public.slices(workspace_id, collection_id, id) ON DELETE SET NULL (slice_id);

ALTER TABLE ONLY public.collection_grants
    ADD CONSTRAINT collection_grants_workspace_id_group_id_fkey FOREIGN KEY (workspace_id, group_id) REFERENCES public.groups(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.daily_writes
    ADD CONSTRAINT daily_writes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.device_authorizations
    ADD CONSTRAINT device_authorizations_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.findings
    ADD CONSTRAINT findings_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_holders
    ADD CONSTRAINT group_holders_workspace_id_group_id_fkey FOREIGN KEY (workspace_id, group_id) REFERENCES public.groups(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.id_changes
    ADD CONSTRAINT id_changes_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.key_sets
    ADD CONSTRAINT key_sets_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.new_ids
    ADD CONSTRAINT new_ids_workspace_id_collection_id_change_id_fkey FOREIGN KEY (workspace_id, collection_id, change_id) REFERENCES public.id_changes(workspace_id, collection_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.personal_tokens
    ADD CONSTRAINT personal_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.rate_limit_windows
    ADD CONSTRAINT rate_limit_windows_workspace_id_api_key_id_fkey FOREIGN KEY (workspace_id, api_key_id) REFERENCES public.api_keys(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reader_sessions
    ADD CONSTRAINT reader_sessions_workspace_id_reader_id_fkey FOREIGN KEY (workspace_id, reader_id) REFERENCES public.readers(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.readers
    ADD CONSTRAINT readers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_workspace_id_collection_id_key_set_id_fkey FOREIGN KEY (workspace_id, collection_id, key_set_id) REFERENCES public.key_sets(workspace_id, collection_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.slice_pending
    ADD CONSTRAINT slice_pending_workspace_id_collection_id_slice_id_external_fkey FOREIGN KEY (workspace_id, collection_id, slice_id, external_id) REFERENCES public.slice_records(workspace_id, collection_id, slice_id, external_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE ONLY public.slice_records
    ADD CONSTRAINT slice_records_workspace_id_collection_id_slice_id_fkey FOREIGN KEY (workspace_id, collection_id, slice_id) REFERENCES public.slices(workspace_id, collection_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.slice_tombstones
    ADD CONSTRAINT slice_tombstones_workspace_id_collection_id_slice_id_fkey FOREIGN KEY (workspace_id, collection_id, slice_id) REFERENCES public.slices(workspace_id, collection_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.slices
    ADD CONSTRAINT slices_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workspace_devices
    ADD CONSTRAINT workspace_devices_personal_token_id_fkey FOREIGN KEY (personal_token_id) REFERENCES public.personal_tokens(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workspace_devices
    ADD CONSTRAINT workspace_devices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.collection_grants ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.collections ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.daily_writes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.device_authorizations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.findings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.group_holders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.groups ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.id_changes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.key_sets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.memberships ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.new_ids ENABLE ROW LEVEL SECURITY;

CREATE POLICY owner ON public.api_keys TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.audit_events TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.collection_grants TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.collections TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.daily_writes TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.device_authorizations TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.findings TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.group_holders TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.groups TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.id_changes TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.key_sets TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.memberships TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.new_ids TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.personal_tokens TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.rate_limit_windows TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.reader_sessions TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.readers TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.record_keys TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.records TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.relay_windows TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.sessions TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.sign_in_codes TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.slice_departures TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.slice_pending TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.slice_records TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.slice_tombstones TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.slices TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.tokens TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.workspace_devices TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.workspaces TO CURRENT_USER USING (true) WITH CHECK (true);

ALTER TABLE public.personal_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.rate_limit_windows ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reader_sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.readers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.records ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.relay_windows ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sign_in_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.slice_departures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.slice_pending ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.slice_records ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.slice_tombstones ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.slices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tokens ENABLE ROW LEVEL SECURITY;

CREATE POLICY workspace ON public.api_keys TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.audit_events TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.collection_grants TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.collections TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.daily_writes TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.findings TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.group_holders TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.groups TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.id_changes TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.key_sets TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.memberships TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.new_ids TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.rate_limit_windows TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.reader_sessions TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.readers TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.record_keys TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.records TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.slice_departures TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.slice_pending TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.slice_records TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.slice_tombstones TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.slices TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.tokens TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.workspace_devices TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.workspaces TO svc_app USING ((id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

ALTER TABLE public.workspace_devices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspaces ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_keys TO svc_app;

GRANT SELECT,INSERT ON TABLE public.audit_events TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.collection_grants TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.collections TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.daily_writes TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.findings TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.group_holders TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.groups TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.id_changes TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.key_sets TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memberships TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.new_ids TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rate_limit_windows TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reader_sessions TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.readers TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_keys TO svc_app;

GRANT USAGE ON SEQUENCE public.record_revisions TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.records TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.slice_departures TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.slice_pending TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.slice_records TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.slice_tombstones TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.slices TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tokens TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_devices TO svc_app;

GRANT SELECT,UPDATE ON TABLE public.workspaces TO svc_app;
