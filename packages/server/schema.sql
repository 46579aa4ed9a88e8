-- The schema that the migrations make, for reading: the migrations are what is run. `npm run schema` writes it.

CREATE TYPE public.credential_row AS (
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
	collections text
);

CREATE FUNCTION public.close_to_requests(of_table regclass) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter table %s enable row level security', of_table);
  execute format('alter table %s force row level security', of_table);
  execute format('create policy owner on %s to %I using (true) with check (true)', of_table, current_user);
end
$$;

CREATE FUNCTION public.confine_to_workspace(tenant_table regclass, privileges text DEFAULT 'select, insert, update, delete'::text, workspace_column text DEFAULT 'workspace_id'::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform close_to_requests(tenant_table);
  -- The sub-select is evaluated once per statement; without it the setting would be read for every row.
  execute format(
    'create policy workspace on %s to svc_app using (%I = (select nullif(current_setting(''svc.workspace'', true), '''')::uuid))',
    tenant_table, workspace_column);
  execute format('grant %s on %s to svc_app', privileges, tenant_table);
end
$$;

CREATE FUNCTION public.device_name(of_device uuid) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select name from personal_tokens where id = of_device
$$;

CREATE FUNCTION public.filter_date_of_text(value text) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
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

CREATE FUNCTION public.filter_id(value jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case
    when jsonb_typeof(value) = 'array' and jsonb_array_length(value) = 2 and jsonb_typeof(value -> 1) = 'string'
      and jsonb_typeof(value -> 0) in ('number', 'string') then value -> 0
    when jsonb_typeof(value) = 'object' then coalesce(filter_relation(value) -> 0, value)
    else value
  end
$$;

CREATE FUNCTION public.filter_numbers(value jsonb, ranged boolean) RETURNS numeric[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $_$
declare
  kind text := jsonb_typeof(value);
  trimmed text;
begin
  if kind = 'number' then
    return array[(value #>> '{}')::numeric];
  elsif kind = 'string' then
    trimmed := btrim(value #>> '{}', E' \t\n\r\f\x0b');
    if length(trimmed) <= 400 and trimmed ~ '^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?$' then
      return array[trimmed::numeric];
    end if;
  elsif kind = 'array' or kind = 'object' then
    return array(select unnest(filter_numbers(part, ranged)) from filter_scalars(value, ranged) as part);
  end if;
  return '{}';
end
$_$;

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

CREATE FUNCTION public.filter_without_labels(value jsonb) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
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

CREATE FUNCTION public.find_assistant(hash bytea, at timestamp with time zone) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  update personal_tokens t set last_used_at = at
  from oauth_records r
  where r.model = 'AccessToken' and r.id_hash = hash and r.expires_at > at and t.id = r.personal_token_id
    and t.revoked_at is null and (t.last_used_at is null or t.last_used_at < at - interval '1 minute');
  return query select * from read_assistant(hash, at, null);
end
$$;

CREATE FUNCTION public.find_credential(hash bytea, of_kind text, at timestamp with time zone) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
declare
  found credentials;
  note_before constant timestamptz := at - interval '1 minute';
begin
  select * into found from credentials c
  where c.secret_hash = hash and c.kind = of_kind and (c.expires_at is null or c.expires_at > at);
  if found.expires_at is not null then
    update credentials set last_used_at = at where secret_hash = hash and (last_used_at is null or last_used_at < note_before);
  end if;
  case found.kind
  when 'pinned_token' then
    update tokens t set last_used_at = at
    where t.workspace_id = found.workspace_id and t.id = found.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > at) and (t.last_used_at is null or t.last_used_at < note_before);
  when 'personal_token' then
    update personal_tokens t set last_used_at = at
    where t.id = found.id and t.revoked_at is null and (t.last_used_at is null or t.last_used_at < note_before);
  when 'session' then
    update sessions s set last_used_at = at
    where s.id = found.id and s.revoked_at is null and s.expires_at > at and s.last_used_at < note_before;
  when 'magic_link' then
    update reader_sessions s set last_used_at = at
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at and s.last_used_at < note_before;
  else
    null;
  end case;
  return query select * from read_credential(hash, of_kind, at, null);
end
$$;

CREATE FUNCTION public.find_membership(of_person uuid, in_workspace uuid, device uuid, at timestamp with time zone) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  if not exists (
    select from memberships m where m.workspace_id = in_workspace and m.person_id = of_person and membership_state(m.status, m.starts_at, m.expires_at) = 'current'
  ) then
    return;
  end if;
  if not exists (
    select from workspace_devices d
    where d.workspace_id = in_workspace and d.personal_token_id = device and d.last_used_at >= at - interval '1 minute'
  ) then
    insert into workspace_devices as d (workspace_id, personal_token_id, last_used_at) values (in_workspace, device, at)
    on conflict (workspace_id, personal_token_id) do update set last_used_at = at
    where d.revoked_at is null and d.last_used_at < at - interval '1 minute';
  end if;
  return query select * from memberships_of_person(of_person, device, in_workspace);
end
$$;

CREATE FUNCTION public.find_reader_link(hash bytea) RETURNS TABLE(workspace_id uuid, workspace_name text, reader_id uuid, status text, expires_at timestamp with time zone)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  return query
  select r.workspace_id, w.name, r.id, r.status, r.expires_at
  from credentials c
  join readers r on r.workspace_id = c.workspace_id and r.id = c.id
  join workspaces w on w.deleted_at is null and w.id = r.workspace_id
  where c.secret_hash = hash and c.kind = 'reader_link';
end
$$;

CREATE FUNCTION public.find_rotated_ingest(hash bytea, at timestamp with time zone) RETURNS TABLE(workspace_id uuid, id uuid)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select c.workspace_id, c.id from credentials c where c.secret_hash = hash and c.kind = 'ingest_secret' and c.expires_at <= at
$$;

CREATE FUNCTION public.groups_of_holder(of_workspace uuid, holder uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', group_id, 'access', access) order by group_id), '[]')
    from held_groups where workspace_id = of_workspace and holder_id = holder and live
  );
end
$$;

CREATE FUNCTION public.holds_seat(role text, status text, starts_at timestamp with time zone, expires_at timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select role = 'reader' and status = 'active' and membership_state(status, starts_at, expires_at) <> 'expired'
$$;

CREATE FUNCTION public.language_of_address(of_email text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select p.language from people p where p.email = of_email
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

CREATE FUNCTION public.membership_state(status text, starts_at timestamp with time zone, expires_at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select case
    when status <> 'active' then 'revoked'
    when expires_at <= now() then 'expired'
    when starts_at > now() then 'not_started'
    else 'current'
  end
$$;

CREATE FUNCTION public.memberships_of_person(of_person uuid, device uuid, in_workspace uuid DEFAULT NULL::uuid) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  return query
  select m.id, m.name, m.email, m.person_id, w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
         case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::text
  from memberships m join workspaces w on w.deleted_at is null and w.id = m.workspace_id
  where m.person_id = of_person and membership_state(m.status, m.starts_at, m.expires_at) = 'current' and (in_workspace is null or m.workspace_id = in_workspace)
    and not exists (
      select from workspace_devices d
      where d.workspace_id = m.workspace_id and d.personal_token_id = device and d.revoked_at is not null)
  order by w.name, w.slug;
end
$$;

CREATE FUNCTION public.opened_to_assistant(assistant uuid) RETURNS TABLE(workspace_id uuid, writes boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select workspace_id, writes from assistant_workspaces where personal_token_id = assistant
$$;

CREATE FUNCTION public.read_assistant(hash bytea, at timestamp with time zone, in_workspace uuid) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
begin
  return query
  select t.id, coalesce(m.name, p.name), p.email, p.id, m.workspace_id, m.workspace_slug, m.workspace_name, m.suspended,
         m.role, case when a.writes then m.access else 'read_only' end, m.confined, m.groups, null::text[], null::text
  from oauth_records r
  join personal_tokens t on t.id = r.personal_token_id
  join people p on p.id = t.person_id
  left join assistant_workspaces a on a.personal_token_id = t.id
    and case when in_workspace is null then a.writes else a.workspace_id = in_workspace end
  left join lateral memberships_of_person(t.person_id, t.id, a.workspace_id) m on a.workspace_id is not null
  where r.model = 'AccessToken' and r.id_hash = hash and r.expires_at > at and t.revoked_at is null;
end
$$;

CREATE FUNCTION public.read_credential(hash bytea, of_kind text, at timestamp with time zone, in_workspace uuid) RETURNS SETOF public.credential_row
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
#variable_conflict use_column
declare
  found credentials;
begin
  select * into found from credentials c
  where c.secret_hash = hash and c.kind = of_kind and (c.expires_at is null or c.expires_at > at);
  case found.kind
  when 'api_key' then
    return query
    select k.id, k.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
           null::text, 'read_write', false, null::jsonb, k.capabilities, null::text
    from api_keys k join workspaces w on w.deleted_at is null and w.id = k.workspace_id
    where k.workspace_id = found.workspace_id and k.id = found.id and k.revoked_at is null;
  when 'pinned_token' then
    return query
    select t.id, t.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended, t.role, t.access, t.confined,
           case when t.confined then groups_of_holder(t.workspace_id, t.id) end, null::text[], t.collections
    from tokens t join workspaces w on w.deleted_at is null and w.id = t.workspace_id
    where t.workspace_id = found.workspace_id and t.id = found.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > at);
  when 'personal_token' then
    return query
    select t.id, coalesce(m.name, p.name), p.email, p.id, m.workspace_id, m.workspace_slug, m.workspace_name, m.suspended,
           m.role, m.access, m.confined, m.groups, null::text[], null::text
    from personal_tokens t
    join people p on p.id = t.person_id
    left join lateral memberships_of_person(t.person_id, t.id, in_workspace) m on in_workspace is not null
    where t.id = found.id and t.revoked_at is null;
  when 'session' then
    -- If no workspace is chosen, or the person has left it, the row has none.
    return query
    select s.id, coalesce(m.name, p.name), p.email, case when s.reach = 'person' then p.id end,
           w.id, w.slug, w.name, w.suspended, m.role, m.access, m.confined,
           case when m.confined then groups_of_holder(m.workspace_id, m.id) end, null::text[], null::text
    from sessions s
    join people p on p.id = s.person_id
    left join memberships m on m.workspace_id = s.workspace_id and m.person_id = s.person_id and membership_state(m.status, m.starts_at, m.expires_at) = 'current'
    left join workspaces w on w.deleted_at is null and w.id = m.workspace_id
    where s.id = found.id and s.revoked_at is null and s.expires_at > at
      -- A session of a sign-in link ends with its grant, and is valid for that membership only.
      and (s.reach <> 'link' or w.id is not null and m.role = 'reader'
           and exists (select from sign_in_links l where l.workspace_id = w.id and l.id = s.id and l.membership_id = m.id));
  when 'magic_link' then
    return query
    select r.id, r.name, r.email, null::uuid, w.id, w.slug, w.name, w.suspended,
           'reader', 'read_only', true, groups_of_holder(r.workspace_id, r.id), null::text[], null::text
    from reader_sessions s
    join readers r on r.workspace_id = s.workspace_id and r.id = s.reader_id
    join workspaces w on w.deleted_at is null and w.id = r.workspace_id
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at and r.status = 'active'
      and (r.expires_at is null or r.expires_at > at);
  when 'ingest_secret' then
    return query
    select c.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
           null::text, 'read_write', false, null::jsonb, null::text[], null::text
    from collections c join workspaces w on w.deleted_at is null and w.id = c.workspace_id
    where c.workspace_id = found.workspace_id and c.id = found.id and c.deleted_at is null;
  when 'reconciliation_secret' then
    return query
    select u.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended, null::text, 'read_only', u.group_ids is not null,
           case when u.group_ids is not null then (
             select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'access', 'read_only') order by g.id), '[]')
             from groups g where g.workspace_id = u.workspace_id and g.id = any(u.group_ids)) end,
           null::text[], 'read'
    from reconciliation_urls u
    join collections c on c.workspace_id = u.workspace_id and c.id = u.collection_id and c.deleted_at is null
    join workspaces w on w.deleted_at is null and w.id = u.workspace_id
    where u.workspace_id = found.workspace_id and u.id = found.id;
  else
    return;
  end case;
end
$$;

CREATE FUNCTION public.read_visitor(of_slug text) RETURNS SETOF public.credential_row
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select w.id, 'visitor', null::text, null::uuid, w.id, w.slug, w.name, w.suspended, 'reader', 'read_only', true,
         (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'access', 'read_only')), '[]')
          from groups g where g.workspace_id = w.id and g.public),
         null::text[], null::text
  from workspaces w
  where w.slug = of_slug and w.deleted_at is null
    and (w.show_locked or exists (select from groups g where g.workspace_id = w.id and g.public))
$$;

CREATE FUNCTION public.workspace_of_domain(of_host text) RETURNS TABLE(id uuid, slug text, name text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  select w.id, w.slug, w.name from workspaces w
  where w.domain = of_host and w.domain_checked_at is not null and w.deleted_at is null
$$;

CREATE TABLE public.api_keys (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    capability text NOT NULL,
    capabilities text[] NOT NULL,
    secret_last_four text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    creator_id uuid
);

ALTER TABLE ONLY public.api_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.assistant_workspaces (
    workspace_id uuid NOT NULL,
    personal_token_id uuid NOT NULL,
    writes boolean NOT NULL
);

ALTER TABLE ONLY public.assistant_workspaces FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.audit_event_positions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.audit_events (
    workspace_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    "position" bigint DEFAULT nextval('public.audit_event_positions'::regclass) NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    action text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    target text,
    detail jsonb NOT NULL,
    request_id text,
    actor_device_id uuid,
    actor_device_name text,
    record_version uuid
);

ALTER TABLE ONLY public.audit_events FORCE ROW LEVEL SECURITY;

CREATE UNLOGGED TABLE public.call_windows (
    key text NOT NULL,
    seconds double precision[] NOT NULL,
    calls integer[] NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    accepted boolean NOT NULL
);

ALTER TABLE ONLY public.call_windows FORCE ROW LEVEL SECURITY;

CREATE TABLE public.collection_days (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    day date NOT NULL,
    high integer DEFAULT 0 NOT NULL,
    low integer DEFAULT 0 NOT NULL,
    "none" integer DEFAULT 0 NOT NULL,
    written integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    stale integer DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.collection_days FORCE ROW LEVEL SECURITY;

CREATE TABLE public.collection_grants (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    group_id uuid NOT NULL,
    permission text NOT NULL,
    filter jsonb,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT collection_grants_permission_check CHECK ((permission = ANY (ARRAY['read'::text, 'write'::text])))
);

ALTER TABLE ONLY public.collection_grants FORCE ROW LEVEL SECURITY;

CREATE TABLE public.collection_states (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    change_mark bigint DEFAULT 0 NOT NULL,
    last_ingest_at timestamp(3) with time zone,
    stale_run integer DEFAULT 0 NOT NULL,
    overdue_after timestamp(3) with time zone,
    matched_mark bigint,
    matched_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    aliased boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.collection_states FORCE ROW LEVEL SECURITY;

CREATE TABLE public.collection_views (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid NOT NULL,
    owner text NOT NULL COLLATE pg_catalog."C",
    owner_name text NOT NULL,
    shared boolean NOT NULL,
    name text NOT NULL,
    filters jsonb,
    query text,
    sort_order text,
    updated_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.collection_views FORCE ROW LEVEL SECURITY;

CREATE TABLE public.collections (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    configuration jsonb DEFAULT '{}'::jsonb NOT NULL,
    configuration_version integer DEFAULT 1 NOT NULL,
    key_version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    synonyms jsonb DEFAULT '[]'::jsonb NOT NULL,
    index_version integer DEFAULT 0 NOT NULL,
    id_version integer DEFAULT 0 NOT NULL,
    field_order text[] DEFAULT '{}'::text[] NOT NULL,
    deleted_at timestamp(3) with time zone,
    strictness smallint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.collections FORCE ROW LEVEL SECURITY;

CREATE TABLE public.corrections (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid NOT NULL,
    words_hash text NOT NULL COLLATE pg_catalog."C",
    query text NOT NULL,
    external_id text COLLATE pg_catalog."C",
    slice_hash text COLLATE pg_catalog."C",
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    record jsonb
);

ALTER TABLE ONLY public.corrections FORCE ROW LEVEL SECURITY;

CREATE TABLE public.credentials (
    secret_hash bytea NOT NULL,
    kind text NOT NULL,
    workspace_id uuid,
    id uuid NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    signing_secret text,
    CONSTRAINT credentials_kind_check CHECK ((kind = ANY (ARRAY['api_key'::text, 'pinned_token'::text, 'personal_token'::text, 'session'::text, 'magic_link'::text, 'reader_link'::text, 'sign_in_link'::text, 'ingest_secret'::text, 'reconciliation_secret'::text, 'webhook_secret'::text, 'mapping_secret'::text])))
);

ALTER TABLE ONLY public.credentials FORCE ROW LEVEL SECURITY;

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

CREATE TABLE public.document_chunks (
    workspace_id uuid NOT NULL,
    repo_id uuid NOT NULL,
    blob bytea NOT NULL,
    n integer NOT NULL,
    heading text,
    anchor text,
    start integer NOT NULL,
    length integer NOT NULL,
    cutter integer NOT NULL,
    vector bytea,
    embedder_id text
);

ALTER TABLE ONLY public.document_chunks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.document_drafts (
    workspace_id uuid NOT NULL,
    repo_id uuid NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    writer_id uuid NOT NULL,
    writer_name text NOT NULL,
    base text,
    body text,
    changed_at timestamp(3) with time zone NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.document_drafts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.document_renderings (
    workspace_id uuid NOT NULL,
    repo_id uuid NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    repo text NOT NULL,
    blob bytea NOT NULL,
    renderer integer NOT NULL,
    html text NOT NULL,
    toc text NOT NULL
);

ALTER TABLE ONLY public.document_renderings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.document_versions (
    workspace_id uuid NOT NULL,
    repo_id uuid NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    revision bigint NOT NULL,
    id uuid NOT NULL,
    status text NOT NULL,
    blob bytea,
    size integer,
    moved_from text COLLATE pg_catalog."C",
    CONSTRAINT document_versions_status_check CHECK ((status = ANY (ARRAY['added'::text, 'changed'::text, 'moved'::text, 'deleted'::text, 'restored'::text])))
);

ALTER TABLE ONLY public.document_versions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.documents (
    workspace_id uuid NOT NULL,
    repo_id uuid NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    blob bytea NOT NULL,
    size integer NOT NULL,
    media_type text NOT NULL,
    title text NOT NULL,
    version_id uuid NOT NULL,
    revision bigint NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    changed_by text NOT NULL,
    "position" double precision
);

ALTER TABLE ONLY public.documents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.findings (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    field text NOT NULL,
    field_hash bytea NOT NULL,
    kind text NOT NULL,
    count bigint NOT NULL,
    example_ids text[] NOT NULL,
    message text NOT NULL,
    first_seen_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT findings_kind_check CHECK ((kind = ANY (ARRAY['unknown_field'::text, 'type_mismatch'::text, 'future_clock'::text, 'delivery'::text, 'id_spelling'::text])))
);

ALTER TABLE ONLY public.findings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.group_holders (
    workspace_id uuid NOT NULL,
    group_id uuid NOT NULL,
    holder_kind text NOT NULL,
    holder_id uuid NOT NULL,
    access text NOT NULL,
    source text DEFAULT ''::text NOT NULL,
    starts_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
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
    updated_at timestamp(3) with time zone NOT NULL,
    public boolean DEFAULT false NOT NULL,
    offer_text text,
    offer_url text,
    for_sale boolean DEFAULT false NOT NULL,
    external_id text
);

ALTER TABLE ONLY public.groups FORCE ROW LEVEL SECURITY;

CREATE VIEW public.held_groups WITH (security_invoker='true') AS
 SELECT group_holders.workspace_id,
    group_holders.holder_kind,
    group_holders.holder_id,
    group_holders.group_id,
    COALESCE(max(group_holders.access) FILTER (WHERE ((group_holders.starts_at IS NULL) OR (group_holders.starts_at <= now()))), max(group_holders.access)) AS access,
    bool_or(((group_holders.starts_at IS NULL) OR (group_holders.starts_at <= now()))) AS live
   FROM public.group_holders
  WHERE ((group_holders.expires_at IS NULL) OR (group_holders.expires_at > now()))
  GROUP BY group_holders.workspace_id, group_holders.holder_kind, group_holders.holder_id, group_holders.group_id;

CREATE TABLE public.mail_counts (
    workspace_id uuid NOT NULL,
    email text NOT NULL,
    sent_at timestamp(3) with time zone[] NOT NULL,
    last_sent_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.mail_counts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.mails (
    id uuid NOT NULL,
    email text NOT NULL,
    request_id text,
    body bytea,
    attempts integer DEFAULT 1 NOT NULL,
    reason text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    give_up_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.mails FORCE ROW LEVEL SECURITY;

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
    starts_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    recorded_expiry timestamp(3) with time zone,
    revoked_as_of timestamp with time zone,
    CONSTRAINT memberships_access_check CHECK ((access = ANY (ARRAY['read_only'::text, 'read_write'::text]))),
    CONSTRAINT memberships_email_check CHECK ((email = lower(email))),
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'reader'::text]))),
    CONSTRAINT memberships_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text]))),
    CONSTRAINT memberships_times CHECK (((role = 'reader'::text) OR ((starts_at IS NULL) AND (expires_at IS NULL)))),
    CONSTRAINT memberships_times_order CHECK ((starts_at < expires_at))
);

ALTER TABLE ONLY public.memberships FORCE ROW LEVEL SECURITY;

CREATE TABLE public.oauth_records (
    model text NOT NULL,
    id_hash bytea NOT NULL,
    personal_token_id uuid,
    payload jsonb NOT NULL,
    consumed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.oauth_records FORCE ROW LEVEL SECURITY;

CREATE TABLE public.operator_events (
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    detail jsonb NOT NULL,
    request_id text,
    actor text
);

ALTER TABLE ONLY public.operator_events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.people (
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    first_signed_in_at timestamp(3) with time zone,
    language text,
    CONSTRAINT people_email_check CHECK ((email = lower(email))),
    CONSTRAINT people_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text])))
);

ALTER TABLE ONLY public.people FORCE ROW LEVEL SECURITY;

CREATE TABLE public.personal_tokens (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    name text NOT NULL,
    secret_last_four text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.personal_tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.query_labels (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    query_hash text NOT NULL COLLATE pg_catalog."C",
    strength smallint,
    is_right boolean NOT NULL,
    labelled_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.query_labels FORCE ROW LEVEL SECURITY;

CREATE TABLE public.query_log (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    query text NOT NULL,
    confidence text NOT NULL,
    match_type text NOT NULL,
    external_id text COLLATE pg_catalog."C",
    duration_ms double precision NOT NULL,
    strength smallint,
    "right" boolean
);

ALTER TABLE ONLY public.query_log FORCE ROW LEVEL SECURITY;

CREATE TABLE public.reader_sessions (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    reader_id uuid NOT NULL,
    device text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.reader_sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.readers (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    expires_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    last_seen_at timestamp(3) with time zone,
    start text,
    revoked_as_of timestamp with time zone,
    CONSTRAINT readers_email_check CHECK ((email = lower(email))),
    CONSTRAINT readers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
);

ALTER TABLE ONLY public.readers FORCE ROW LEVEL SECURITY;

CREATE TABLE public.reconciliation_urls (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid NOT NULL,
    group_ids uuid[],
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.reconciliation_urls FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_confirmations (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    external_id text NOT NULL COLLATE pg_catalog."C",
    confirmed_at timestamp(3) with time zone NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.record_confirmations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_departures (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    group_id uuid NOT NULL,
    external_id text NOT NULL COLLATE pg_catalog."C",
    change_mark bigint NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.record_departures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_keys (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    external_id text NOT NULL COLLATE pg_catalog."C"
);

ALTER TABLE ONLY public.record_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_matches (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    id uuid NOT NULL,
    one text NOT NULL COLLATE pg_catalog."C",
    other text NOT NULL COLLATE pg_catalog."C",
    verdict text NOT NULL,
    fields jsonb NOT NULL,
    compared text NOT NULL,
    change_mark bigint NOT NULL,
    decision text,
    keep text COLLATE pg_catalog."C",
    decided_by text,
    decided_at timestamp(3) with time zone,
    CONSTRAINT record_matches_check CHECK ((one < other)),
    CONSTRAINT record_matches_decision_check CHECK ((decision = ANY (ARRAY['same'::text, 'different'::text]))),
    CONSTRAINT record_matches_verdict_check CHECK ((verdict = ANY (ARRAY['same'::text, 'maybe'::text])))
);

ALTER TABLE ONLY public.record_matches FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_versions (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    external_id text NOT NULL COLLATE pg_catalog."C",
    version uuid NOT NULL,
    next_version uuid NOT NULL,
    replaced_at timestamp(3) with time zone NOT NULL,
    next_mark bigint NOT NULL,
    attributes jsonb NOT NULL,
    write_date timestamp(6) with time zone,
    write_order text,
    tombstoned_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.record_versions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.record_writes (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    version uuid NOT NULL,
    change_mark bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    actor_name text NOT NULL,
    actor_device_id uuid,
    request_id text
);

ALTER TABLE ONLY public.record_writes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.records (
    workspace_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    external_id text NOT NULL COLLATE pg_catalog."C",
    change_mark bigint NOT NULL,
    attributes jsonb NOT NULL,
    content_hash bytea NOT NULL,
    write_date timestamp(6) with time zone,
    embed_text text NOT NULL,
    text_cut boolean GENERATED ALWAYS AS (("right"(embed_text, 1) = chr(10))) STORED NOT NULL,
    vector bytea,
    vector_text_hash bytea,
    vector_embedder text,
    pending boolean NOT NULL,
    embed_tries smallint DEFAULT 0 NOT NULL,
    tombstoned_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    version uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    claimed_until timestamp with time zone,
    id_spelling text,
    write_order text
);

ALTER TABLE ONLY public.records FORCE ROW LEVEL SECURITY;

CREATE TABLE public.repo_commits (
    workspace_id uuid NOT NULL,
    repo_id uuid NOT NULL,
    oid bytea NOT NULL,
    revision bigint,
    holds bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    author text NOT NULL,
    message text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL
);

ALTER TABLE ONLY public.repo_commits FORCE ROW LEVEL SECURITY;

CREATE TABLE public.repo_folders (
    workspace_id uuid NOT NULL,
    repo_id uuid NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    oid bytea NOT NULL
);

ALTER TABLE ONLY public.repo_folders FORCE ROW LEVEL SECURITY;

CREATE TABLE public.repo_object_parts (
    workspace_id uuid NOT NULL,
    repo_id uuid NOT NULL,
    oid bytea NOT NULL,
    n integer NOT NULL,
    data bytea NOT NULL
);
ALTER TABLE ONLY public.repo_object_parts ALTER COLUMN data SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.repo_object_parts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.repo_objects (
    workspace_id uuid NOT NULL,
    repo_id uuid NOT NULL,
    oid bytea NOT NULL,
    kind text NOT NULL,
    size integer NOT NULL,
    revision bigint NOT NULL,
    data bytea,
    CONSTRAINT repo_objects_kind_check CHECK ((kind = ANY (ARRAY['commit'::text, 'tree'::text, 'blob'::text])))
);
ALTER TABLE ONLY public.repo_objects ALTER COLUMN data SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.repo_objects FORCE ROW LEVEL SECURITY;

CREATE TABLE public.repos (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    head bytea,
    revision bigint DEFAULT 0 NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    portable_names boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.repos FORCE ROW LEVEL SECURITY;

CREATE TABLE public.schema_migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.scim_users (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    email text,
    user_name text NOT NULL,
    name text NOT NULL,
    attributes jsonb NOT NULL,
    external_id text,
    active boolean NOT NULL,
    groups uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT scim_users_email_check CHECK ((email = lower(email)))
);

ALTER TABLE ONLY public.scim_users FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    workspace_id uuid,
    device text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    reach text DEFAULT 'person'::text NOT NULL,
    provider_session jsonb,
    CONSTRAINT sessions_reach_check CHECK ((reach = ANY (ARRAY['person'::text, 'workspace'::text, 'link'::text])))
);

ALTER TABLE ONLY public.sessions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.shares (
    workspace_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    holder_kind text NOT NULL,
    email text NOT NULL,
    source text NOT NULL,
    role text NOT NULL,
    access text NOT NULL,
    confined boolean NOT NULL,
    starts_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    as_of timestamp with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    CONSTRAINT shares_access_check CHECK ((access = ANY (ARRAY['read_only'::text, 'read_write'::text]))),
    CONSTRAINT shares_check CHECK ((starts_at < expires_at)),
    CONSTRAINT shares_check1 CHECK (((role = 'reader'::text) OR ((starts_at IS NULL) AND (expires_at IS NULL)))),
    CONSTRAINT shares_email_check CHECK ((email = lower(email))),
    CONSTRAINT shares_holder_kind_check CHECK ((holder_kind = ANY (ARRAY['membership'::text, 'reader'::text]))),
    CONSTRAINT shares_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'reader'::text])))
);

ALTER TABLE ONLY public.shares FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_codes (
    attempt_hash bytea NOT NULL,
    email text NOT NULL,
    asked_from text NOT NULL,
    code_hash bytea NOT NULL,
    tries_left smallint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.sign_in_codes FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sign_in_links (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    membership_id uuid NOT NULL,
    next text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    provider_session jsonb
);

ALTER TABLE ONLY public.sign_in_links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tokens (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    access text NOT NULL,
    confined boolean NOT NULL,
    secret_last_four text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    collections text DEFAULT 'manage'::text NOT NULL,
    creator_id uuid,
    CONSTRAINT tokens_access_check CHECK ((access = ANY (ARRAY['read_only'::text, 'read_write'::text]))),
    CONSTRAINT tokens_collections_check CHECK ((collections = ANY (ARRAY['manage'::text, 'write'::text, 'read'::text]))),
    CONSTRAINT tokens_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'reader'::text])))
);

ALTER TABLE ONLY public.tokens FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE public.webhook_delivery_positions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE public.webhook_deliveries (
    workspace_id uuid NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    webhook_id uuid NOT NULL,
    "position" bigint DEFAULT nextval('public.webhook_delivery_positions'::regclass) NOT NULL,
    event text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    claimed_until timestamp(3) with time zone,
    next_attempt_at timestamp(3) with time zone,
    give_up_at timestamp(3) with time zone NOT NULL,
    last_attempt_at timestamp(3) with time zone,
    response_status integer,
    error text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.webhook_deliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhooks (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    description text,
    enabled boolean DEFAULT true NOT NULL,
    failing_since timestamp(3) with time zone,
    last_attempt_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.webhooks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.workspace_calls (
    workspace_id uuid NOT NULL,
    hour smallint NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    calls bigint NOT NULL
);

ALTER TABLE ONLY public.workspace_calls FORCE ROW LEVEL SECURITY;

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
    created_at timestamp(3) with time zone NOT NULL,
    query_log_days integer DEFAULT 30 NOT NULL,
    color text,
    logo text,
    deleted_at timestamp(3) with time zone,
    show_locked boolean DEFAULT false NOT NULL,
    offer_text text,
    offer_url text,
    language text DEFAULT 'en'::text NOT NULL,
    domain text,
    domain_checked_at timestamp(3) with time zone,
    embeds text[] DEFAULT '{}'::text[] NOT NULL,
    guard_writes text DEFAULT 'say'::text NOT NULL,
    directory jsonb,
    CONSTRAINT workspaces_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT workspaces_guard_writes_check CHECK ((guard_writes = ANY (ARRAY['say'::text, 'ask'::text]))),
    CONSTRAINT workspaces_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text]))),
    CONSTRAINT workspaces_logo_check CHECK (((logo ~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$'::text) AND (length(logo) < 12000))),
    CONSTRAINT workspaces_query_log_days_check CHECK (((query_log_days >= 0) AND (query_log_days <= 365)))
);

ALTER TABLE ONLY public.workspaces FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.assistant_workspaces
    ADD CONSTRAINT assistant_workspaces_pkey PRIMARY KEY (workspace_id, personal_token_id);

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.call_windows
    ADD CONSTRAINT call_windows_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.collection_days
    ADD CONSTRAINT collection_days_pkey PRIMARY KEY (workspace_id, collection_id, day);

ALTER TABLE ONLY public.collection_grants
    ADD CONSTRAINT collection_grants_pkey PRIMARY KEY (workspace_id, collection_id, group_id);

ALTER TABLE ONLY public.collection_states
    ADD CONSTRAINT collection_states_pkey PRIMARY KEY (workspace_id, collection_id);

ALTER TABLE ONLY public.collection_views
    ADD CONSTRAINT collection_views_pkey PRIMARY KEY (workspace_id, collection_id, id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.corrections
    ADD CONSTRAINT corrections_pkey PRIMARY KEY (workspace_id, collection_id, id);

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (secret_hash);

ALTER TABLE ONLY public.daily_writes
    ADD CONSTRAINT daily_writes_pkey PRIMARY KEY (workspace_id, credential_id, day);

ALTER TABLE ONLY public.device_authorizations
    ADD CONSTRAINT device_authorizations_pkey PRIMARY KEY (device_code_hash);

ALTER TABLE ONLY public.device_authorizations
    ADD CONSTRAINT device_authorizations_user_code_key UNIQUE (user_code);

ALTER TABLE ONLY public.document_chunks
    ADD CONSTRAINT document_chunks_pkey PRIMARY KEY (workspace_id, repo_id, blob, n);

ALTER TABLE ONLY public.document_drafts
    ADD CONSTRAINT document_drafts_pkey PRIMARY KEY (workspace_id, repo_id, path, writer_id);

ALTER TABLE ONLY public.document_renderings
    ADD CONSTRAINT document_renderings_pkey PRIMARY KEY (workspace_id, repo_id, path);

ALTER TABLE ONLY public.document_versions
    ADD CONSTRAINT document_versions_pkey PRIMARY KEY (workspace_id, repo_id, path, revision);

ALTER TABLE ONLY public.document_versions
    ADD CONSTRAINT document_versions_workspace_id_id_key UNIQUE (workspace_id, id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (workspace_id, repo_id, path);

ALTER TABLE ONLY public.findings
    ADD CONSTRAINT findings_pkey PRIMARY KEY (workspace_id, collection_id, field_hash, kind);

ALTER TABLE ONLY public.findings
    ADD CONSTRAINT findings_workspace_id_id_key UNIQUE (workspace_id, id);

ALTER TABLE ONLY public.group_holders
    ADD CONSTRAINT group_holders_pkey PRIMARY KEY (workspace_id, holder_id, group_id, source);

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.mail_counts
    ADD CONSTRAINT mail_counts_pkey PRIMARY KEY (workspace_id, email);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_workspace_id_email_key UNIQUE (workspace_id, email);

ALTER TABLE ONLY public.oauth_records
    ADD CONSTRAINT oauth_records_pkey PRIMARY KEY (model, id_hash);

ALTER TABLE ONLY public.operator_events
    ADD CONSTRAINT operator_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_email_key UNIQUE (email);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.personal_tokens
    ADD CONSTRAINT personal_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.query_labels
    ADD CONSTRAINT query_labels_pkey PRIMARY KEY (workspace_id, collection_id, query_hash);

ALTER TABLE ONLY public.query_log
    ADD CONSTRAINT query_log_pkey PRIMARY KEY (workspace_id, collection_id, at, id);

ALTER TABLE ONLY public.reader_sessions
    ADD CONSTRAINT reader_sessions_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.readers
    ADD CONSTRAINT readers_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.readers
    ADD CONSTRAINT readers_workspace_id_email_key UNIQUE (workspace_id, email);

ALTER TABLE ONLY public.reconciliation_urls
    ADD CONSTRAINT reconciliation_urls_pkey PRIMARY KEY (workspace_id, collection_id);

ALTER TABLE ONLY public.reconciliation_urls
    ADD CONSTRAINT reconciliation_urls_workspace_id_id_key UNIQUE (workspace_id, id);

ALTER TABLE ONLY public.record_confirmations
    ADD CONSTRAINT record_confirmations_pkey PRIMARY KEY (workspace_id, collection_id, external_id);

ALTER TABLE ONLY public.record_departures
    ADD CONSTRAINT record_departures_pkey PRIMARY KEY (workspace_id, collection_id, group_id, external_id);

ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_pkey PRIMARY KEY (workspace_id, collection_id, key, external_id);

ALTER TABLE ONLY public.record_matches
    ADD CONSTRAINT record_matches_pkey PRIMARY KEY (workspace_id, collection_id, id);

ALTER TABLE ONLY public.record_matches
    ADD CONSTRAINT record_matches_workspace_id_collection_id_one_other_key UNIQUE (workspace_id, collection_id, one, other);

ALTER TABLE ONLY public.record_versions
    ADD CONSTRAINT record_versions_pkey PRIMARY KEY (workspace_id, collection_id, external_id, version);

ALTER TABLE ONLY public.record_writes
    ADD CONSTRAINT record_writes_pkey PRIMARY KEY (workspace_id, collection_id, version);

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (workspace_id, collection_id, external_id);

ALTER TABLE ONLY public.repo_commits
    ADD CONSTRAINT repo_commits_pkey PRIMARY KEY (workspace_id, repo_id, oid);

ALTER TABLE ONLY public.repo_commits
    ADD CONSTRAINT repo_commits_workspace_id_repo_id_revision_key UNIQUE (workspace_id, repo_id, revision);

ALTER TABLE ONLY public.repo_folders
    ADD CONSTRAINT repo_folders_pkey PRIMARY KEY (workspace_id, repo_id, path);

ALTER TABLE ONLY public.repo_object_parts
    ADD CONSTRAINT repo_object_parts_pkey PRIMARY KEY (workspace_id, repo_id, oid, n);

ALTER TABLE ONLY public.repo_objects
    ADD CONSTRAINT repo_objects_pkey PRIMARY KEY (workspace_id, repo_id, oid);

ALTER TABLE ONLY public.repos
    ADD CONSTRAINT repos_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.repos
    ADD CONSTRAINT repos_workspace_id_name_key UNIQUE (workspace_id, name);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.scim_users
    ADD CONSTRAINT scim_users_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.scim_users
    ADD CONSTRAINT scim_users_workspace_id_email_key UNIQUE (workspace_id, email);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.shares
    ADD CONSTRAINT shares_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.shares
    ADD CONSTRAINT shares_workspace_id_holder_kind_email_source_key UNIQUE (workspace_id, holder_kind, email, source);

ALTER TABLE ONLY public.sign_in_codes
    ADD CONSTRAINT sign_in_codes_pkey PRIMARY KEY (attempt_hash);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (workspace_id, id);

ALTER TABLE ONLY public.workspace_calls
    ADD CONSTRAINT workspace_calls_pkey PRIMARY KEY (workspace_id, hour);

ALTER TABLE ONLY public.workspace_devices
    ADD CONSTRAINT workspace_devices_pkey PRIMARY KEY (workspace_id, personal_token_id);

ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);

CREATE INDEX assistant_workspaces_token ON public.assistant_workspaces USING btree (personal_token_id);

CREATE UNIQUE INDEX assistant_workspaces_writes ON public.assistant_workspaces USING btree (personal_token_id) WHERE writes;

CREATE INDEX audit_events_action ON public.audit_events USING btree (workspace_id, action, "position");

CREATE INDEX audit_events_position ON public.audit_events USING btree (workspace_id, "position");

CREATE INDEX call_windows_age ON public.call_windows USING btree (checked_at);

CREATE INDEX collection_grants_group ON public.collection_grants USING btree (workspace_id, group_id);

CREATE UNIQUE INDEX collections_name ON public.collections USING btree (workspace_id, name) WHERE (deleted_at IS NULL);

CREATE INDEX corrections_newest ON public.corrections USING btree (workspace_id, collection_id, created_at DESC, id DESC);

CREATE INDEX corrections_words ON public.corrections USING btree (workspace_id, collection_id, words_hash);

CREATE INDEX credentials_expiry ON public.credentials USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX credentials_holder ON public.credentials USING btree (id);

CREATE INDEX device_authorizations_age ON public.device_authorizations USING btree (expires_at);

CREATE INDEX document_drafts_writer ON public.document_drafts USING btree (workspace_id, writer_id, changed_at);

CREATE INDEX document_versions_revision ON public.document_versions USING btree (workspace_id, repo_id, revision);

CREATE INDEX documents_changed_by ON public.documents USING btree (changed_by, workspace_id);

CREATE INDEX group_holders_group ON public.group_holders USING btree (workspace_id, group_id);

CREATE UNIQUE INDEX groups_one_public ON public.groups USING btree (workspace_id) WHERE public;

CREATE INDEX mail_counts_by_age ON public.mail_counts USING btree (workspace_id, last_sent_at);

CREATE INDEX mails_age ON public.mails USING btree (created_at, id);

CREATE INDEX mails_due ON public.mails USING btree (next_attempt_at) WHERE (body IS NOT NULL);

CREATE INDEX memberships_email ON public.memberships USING btree (email);

CREATE INDEX memberships_expiry ON public.memberships USING btree (expires_at) WHERE ((status = 'active'::text) AND (expires_at IS NOT NULL) AND (recorded_expiry IS DISTINCT FROM expires_at));

CREATE INDEX memberships_newest ON public.memberships USING btree (workspace_id, created_at DESC, id DESC) WHERE (role = 'reader'::text);

CREATE INDEX memberships_person ON public.memberships USING btree (person_id);

CREATE INDEX memberships_seats ON public.memberships USING btree (workspace_id) WHERE ((role = 'reader'::text) AND (status = 'active'::text));

CREATE INDEX oauth_records_age ON public.oauth_records USING btree (expires_at);

CREATE INDEX oauth_records_token ON public.oauth_records USING btree (personal_token_id);

CREATE INDEX operator_events_at ON public.operator_events USING btree (at, id);

CREATE INDEX personal_tokens_person ON public.personal_tokens USING btree (person_id, created_at);

CREATE INDEX reader_sessions_reader ON public.reader_sessions USING btree (workspace_id, reader_id);

CREATE INDEX record_departures_changed ON public.record_departures USING btree (workspace_id, collection_id, change_mark);

CREATE INDEX record_keys_record ON public.record_keys USING btree (workspace_id, collection_id, external_id);

CREATE INDEX record_matches_other ON public.record_matches USING btree (workspace_id, collection_id, other);

CREATE INDEX record_versions_replaced ON public.record_versions USING btree (workspace_id, collection_id, replaced_at);

CREATE INDEX record_writes_at ON public.record_writes USING btree (workspace_id, collection_id, at);

CREATE INDEX record_writes_request ON public.record_writes USING btree (workspace_id, collection_id, request_id);

CREATE INDEX records_changed ON public.records USING btree (workspace_id, collection_id, change_mark);

CREATE INDEX records_cut ON public.records USING btree (workspace_id, collection_id) WHERE (text_cut AND (tombstoned_at IS NULL));

CREATE INDEX records_newest ON public.records USING btree (workspace_id, collection_id, write_date DESC NULLS LAST, external_id) WHERE (tombstoned_at IS NULL);

CREATE INDEX records_pending ON public.records USING btree (workspace_id, collection_id, embed_tries, external_id) WHERE (pending AND (tombstoned_at IS NULL));

CREATE INDEX records_tombstoned ON public.records USING btree (collection_id, change_mark, external_id) WHERE (tombstoned_at IS NOT NULL);

CREATE INDEX repo_objects_revision ON public.repo_objects USING btree (workspace_id, repo_id, revision, oid);

CREATE UNIQUE INDEX scim_users_name ON public.scim_users USING btree (workspace_id, lower(user_name));

CREATE INDEX sessions_age ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_person ON public.sessions USING btree (person_id, created_at);

CREATE INDEX sessions_workspace ON public.sessions USING btree (workspace_id);

CREATE INDEX shares_ended ON public.shares USING btree (workspace_id, ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX sign_in_codes_age ON public.sign_in_codes USING btree (created_at);

CREATE INDEX sign_in_codes_email ON public.sign_in_codes USING btree (email, created_at);

CREATE INDEX sign_in_links_membership ON public.sign_in_links USING btree (workspace_id, membership_id);

CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (created_at);

CREATE INDEX webhook_deliveries_pending ON public.webhook_deliveries USING btree (workspace_id, webhook_id, subject, "position") WHERE (status = 'pending'::text);

CREATE INDEX webhook_deliveries_position ON public.webhook_deliveries USING btree (workspace_id, webhook_id, "position");

CREATE INDEX workspace_devices_token ON public.workspace_devices USING btree (personal_token_id);

CREATE INDEX workspaces_deleted ON public.workspaces USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE UNIQUE INDEX workspaces_domain ON public.workspaces USING btree (domain) WHERE ((deleted_at IS NULL) AND (domain_checked_at IS NOT NULL));

CREATE UNIQUE INDEX workspaces_slug ON public.workspaces USING btree (slug) WHERE (deleted_at IS NULL);

CREATE TRIGGER link_membership BEFORE INSERT OR UPDATE OF email, status ON public.memberships FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION public.link_membership();

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.assistant_workspaces
    ADD CONSTRAINT assistant_workspaces_personal_token_id_fkey FOREIGN KEY (personal_token_id) REFERENCES public.personal_tokens(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.assistant_workspaces
    ADD CONSTRAINT assistant_workspaces_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collection_days
    ADD CONSTRAINT collection_days_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collection_grants
    ADD CONSTRAINT collection_grants_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collection_grants
    ADD CONSTRAINT collection_grants_workspace_id_group_id_fkey FOREIGN KEY (workspace_id, group_id) REFERENCES public.groups(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collection_states
    ADD CONSTRAINT collection_states_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collection_views
    ADD CONSTRAINT collection_views_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.corrections
    ADD CONSTRAINT corrections_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.daily_writes
    ADD CONSTRAINT daily_writes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.device_authorizations
    ADD CONSTRAINT device_authorizations_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.document_chunks
    ADD CONSTRAINT document_chunks_workspace_id_repo_id_fkey FOREIGN KEY (workspace_id, repo_id) REFERENCES public.repos(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.document_drafts
    ADD CONSTRAINT document_drafts_workspace_id_repo_id_fkey FOREIGN KEY (workspace_id, repo_id) REFERENCES public.repos(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.document_renderings
    ADD CONSTRAINT document_renderings_workspace_id_repo_id_path_fkey FOREIGN KEY (workspace_id, repo_id, path) REFERENCES public.documents(workspace_id, repo_id, path) ON DELETE CASCADE;

ALTER TABLE ONLY public.document_versions
    ADD CONSTRAINT document_versions_workspace_id_repo_id_fkey FOREIGN KEY (workspace_id, repo_id) REFERENCES public.repos(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_workspace_id_repo_id_fkey FOREIGN KEY (workspace_id, repo_id) REFERENCES public.repos(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.findings
    ADD CONSTRAINT findings_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.group_holders
    ADD CONSTRAINT group_holders_workspace_id_group_id_fkey FOREIGN KEY (workspace_id, group_id) REFERENCES public.groups(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_counts
    ADD CONSTRAINT mail_counts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oauth_records
    ADD CONSTRAINT oauth_records_personal_token_id_fkey FOREIGN KEY (personal_token_id) REFERENCES public.personal_tokens(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.personal_tokens
    ADD CONSTRAINT personal_tokens_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.query_labels
    ADD CONSTRAINT query_labels_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.query_log
    ADD CONSTRAINT query_log_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reader_sessions
    ADD CONSTRAINT reader_sessions_workspace_id_reader_id_fkey FOREIGN KEY (workspace_id, reader_id) REFERENCES public.readers(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.readers
    ADD CONSTRAINT readers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reconciliation_urls
    ADD CONSTRAINT reconciliation_urls_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_confirmations
    ADD CONSTRAINT record_confirmations_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_departures
    ADD CONSTRAINT record_departures_workspace_id_collection_id_group_id_fkey FOREIGN KEY (workspace_id, collection_id, group_id) REFERENCES public.collection_grants(workspace_id, collection_id, group_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_keys
    ADD CONSTRAINT record_keys_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_matches
    ADD CONSTRAINT record_matches_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_versions
    ADD CONSTRAINT record_versions_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.record_writes
    ADD CONSTRAINT record_writes_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_workspace_id_collection_id_fkey FOREIGN KEY (workspace_id, collection_id) REFERENCES public.collections(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.repo_commits
    ADD CONSTRAINT repo_commits_workspace_id_repo_id_fkey FOREIGN KEY (workspace_id, repo_id) REFERENCES public.repos(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.repo_folders
    ADD CONSTRAINT repo_folders_workspace_id_repo_id_fkey FOREIGN KEY (workspace_id, repo_id) REFERENCES public.repos(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.repo_object_parts
    ADD CONSTRAINT repo_object_parts_workspace_id_repo_id_fkey FOREIGN KEY (workspace_id, repo_id) REFERENCES public.repos(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.repo_objects
    ADD CONSTRAINT repo_objects_workspace_id_repo_id_fkey FOREIGN KEY (workspace_id, repo_id) REFERENCES public.repos(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.repos
    ADD CONSTRAINT repos_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scim_users
    ADD CONSTRAINT scim_users_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.shares
    ADD CONSTRAINT shares_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_workspace_id_membership_id_fkey FOREIGN KEY (workspace_id, membership_id) REFERENCES public.memberships(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_workspace_id_webhook_id_fkey FOREIGN KEY (workspace_id, webhook_id) REFERENCES public.webhooks(workspace_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workspace_calls
    ADD CONSTRAINT workspace_calls_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workspace_devices
    ADD CONSTRAINT workspace_devices_personal_token_id_fkey FOREIGN KEY (personal_token_id) REFERENCES public.personal_tokens(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.workspace_devices
    ADD CONSTRAINT workspace_devices_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.assistant_workspaces ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.call_windows ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.collection_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.collection_grants ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.collection_states ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.collection_views ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.collections ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.corrections ENABLE ROW LEVEL SECURITY;

CREATE POLICY counting ON public.call_windows TO svc_app USING (true);

ALTER TABLE public.credentials ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.daily_writes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.device_authorizations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.document_chunks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.document_drafts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.document_renderings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.document_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.documents ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.findings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.group_holders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.groups ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mail_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.mails ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.memberships ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.oauth_records ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.operator_events ENABLE ROW LEVEL SECURITY;

CREATE POLICY owner ON public.api_keys TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.assistant_workspaces TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.audit_events TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.call_windows TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.collection_days TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.collection_grants TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.collection_states TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.collection_views TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.collections TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.corrections TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.credentials TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.daily_writes TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.device_authorizations TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.document_chunks TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.document_drafts TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.document_renderings TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.document_versions TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.documents TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.findings TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.group_holders TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.groups TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.mail_counts TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.mails TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.memberships TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.oauth_records TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.operator_events TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.people TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.personal_tokens TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.query_labels TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.query_log TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.reader_sessions TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.readers TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.reconciliation_urls TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.record_confirmations TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.record_departures TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.record_keys TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.record_matches TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.record_versions TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.record_writes TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.records TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.repo_commits TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.repo_folders TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.repo_object_parts TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.repo_objects TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.repos TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.scim_users TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.sessions TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.shares TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.sign_in_codes TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.sign_in_links TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.tokens TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.webhook_deliveries TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.webhooks TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.workspace_calls TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.workspace_devices TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE POLICY owner ON public.workspaces TO CURRENT_USER USING (true) WITH CHECK (true);

ALTER TABLE public.people ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.personal_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.query_labels ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.query_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reader_sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.readers ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reconciliation_urls ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_confirmations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_departures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_matches ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.record_writes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.records ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.repo_commits ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.repo_folders ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.repo_object_parts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.repo_objects ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.repos ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.scim_users ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sessions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.shares ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sign_in_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sign_in_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tokens ENABLE ROW LEVEL SECURITY;

CREATE POLICY used_here ON public.personal_tokens FOR SELECT TO svc_app USING ((EXISTS ( SELECT
   FROM public.workspace_devices d
  WHERE ((d.workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")) AND (d.personal_token_id = personal_tokens.id)))));

ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhooks ENABLE ROW LEVEL SECURITY;

CREATE POLICY workspace ON public.api_keys TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.audit_events TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.collection_days TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.collection_grants TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.collection_states TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.collection_views TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.collections TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.corrections TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.credentials TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.daily_writes TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.document_chunks TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.document_drafts TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.document_renderings TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.document_versions TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.documents TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.findings TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.group_holders TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.groups TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.mail_counts TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.memberships TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.query_labels TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.query_log TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.reader_sessions TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.readers TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.reconciliation_urls TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.record_confirmations TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.record_departures TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.record_keys TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.record_matches TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.record_versions TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.record_writes TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.records TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.repo_commits TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.repo_folders TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.repo_object_parts TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.repo_objects TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.repos TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.scim_users TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.sessions TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.shares TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.sign_in_links TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.tokens TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.webhook_deliveries TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.webhooks TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.workspace_calls TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.workspace_devices TO svc_app USING ((workspace_id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")));

CREATE POLICY workspace ON public.workspaces TO svc_app USING (((id = ( SELECT (NULLIF(current_setting('svc.workspace'::text, true), ''::text))::uuid AS "nullif")) AND (deleted_at IS NULL)));

ALTER TABLE public.workspace_calls ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspace_devices ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.workspaces ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_keys TO svc_app;

GRANT USAGE ON SEQUENCE public.audit_event_positions TO svc_app;

GRANT SELECT,INSERT ON TABLE public.audit_events TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.call_windows TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.collection_days TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.collection_grants TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.collection_states TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.collection_views TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.collections TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.corrections TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.credentials TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.daily_writes TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.document_chunks TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.document_drafts TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.document_renderings TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.document_versions TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.documents TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.findings TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.group_holders TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.groups TO svc_app;

GRANT SELECT ON TABLE public.held_groups TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_counts TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memberships TO svc_app;

GRANT SELECT ON TABLE public.personal_tokens TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.query_labels TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.query_log TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reader_sessions TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.readers TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reconciliation_urls TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_confirmations TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_departures TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_keys TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_matches TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_versions TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_writes TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.records TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repo_commits TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repo_folders TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repo_object_parts TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repo_objects TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repos TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.scim_users TO svc_app;

GRANT SELECT ON TABLE public.sessions TO svc_app;

GRANT UPDATE(revoked_at) ON TABLE public.sessions TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.shares TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_links TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tokens TO svc_app;

GRANT USAGE ON SEQUENCE public.webhook_delivery_positions TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_deliveries TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhooks TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_calls TO svc_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_devices TO svc_app;

GRANT SELECT,UPDATE ON TABLE public.workspaces TO svc_app;
