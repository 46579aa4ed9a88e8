-- How attribute values compare in filters: the same rules as the resolver's filter module, which its tests hold against
-- these functions. None of them raises an error, whatever a value holds.

-- The [id, label] of a relational value, null for any other value.
create function filter_relation(value jsonb) returns jsonb language sql immutable parallel safe as $$
  select case jsonb_typeof(value)
    when 'array' then
      case
        when jsonb_array_length(value) <> 2 or jsonb_typeof(value -> 1) <> 'string' then null
        when jsonb_typeof(value -> 0) = 'number' then value
        -- Two texts could as well be a list: the first must look like an id and the second must not.
        when jsonb_typeof(value -> 0) = 'string'
          and value ->> 0 ~ '^[^ ]*[0-9][^ ]*$' and (value ->> 1 ~ ' ' or value ->> 1 !~ '[0-9]') then value
      end
    when 'object' then
      case
        when coalesce(jsonb_typeof(value -> 'id'), 'null') not in ('number', 'string') then null
        when jsonb_typeof(value -> 'label') = 'string' then jsonb_build_array(value -> 'id', value -> 'label')
        when jsonb_typeof(value -> 'name') = 'string' then jsonb_build_array(value -> 'id', value -> 'name')
        when jsonb_typeof(value -> 'display_name') = 'string' then jsonb_build_array(value -> 'id', value -> 'display_name')
      end
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
create function filter_measure(value numeric) returns float8 language sql immutable strict parallel safe as $$
  select case
    when abs(value) >= 1e300 or abs(value) < 1e-300 then case when abs(value) < 1 then 0 end
    when abs(value::float8) < 1e300 then value::float8
  end
$$;

create function filter_number_of_text(value text) returns float8 language sql immutable strict parallel safe as $$
  select case
    when length(trimmed) <= 400 and trimmed ~ '^[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]{1,3})?$'
      then filter_measure(trimmed::numeric)
  end
  from (select btrim(value, E' \t\n\r\f\x0b') as trimmed) as text
$$;

-- Milliseconds since 1970 of an ISO 8601 date or date-time; UTC unless it says otherwise.
create function filter_date_of_text(value text) returns float8 language plpgsql immutable strict parallel safe as $$
declare
  parts text[] := regexp_match(
    btrim(value, E' \t\n\r\f\x0b'),
    '^([0-9]{4})([-/])([0-9]{2})\2([0-9]{2})(?:(?:[Tt]| +)([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)? ?(?:(?:[Zz]|UTC|GMT)|([-+])([0-9]{2})(?::?([0-9]{2}))?)?)?$');
  year integer := parts[1];
  month integer := parts[3];
  day integer := parts[4];
  hour integer := coalesce(parts[5], '0');
  minute integer := coalesce(parts[6], '0');
  second integer := coalesce(parts[7], '0');
  milliseconds integer := rpad(left(coalesce(parts[8], ''), 3), 3, '0');
  offset_hours integer := coalesce(parts[10], '0');
  offset_minutes integer := coalesce(parts[11], '0');
  days_of_month integer;
  instant float8;
begin
  if parts is null or year < 1 or month not between 1 and 12 then
    return null;
  end if;
  days_of_month := case
    when month in (4, 6, 9, 11) then 30
    when month <> 2 then 31
    when year % 4 = 0 and (year % 100 <> 0 or year % 400 = 0) then 29
    else 28
  end;
  if day not between 1 and days_of_month
    or hour > 23 or minute > 59 or second > 59 or offset_hours > 23 or offset_minutes > 59 then
    return null;
  end if;
  instant := (make_date(year, month, day) - date '1970-01-01') * 86400000::float8
    + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  return instant - case parts[9] when '-' then -1 else 1 end * (offset_hours * 60 + offset_minutes) * 60000;
end
$$;

-- What a value offers to comparisons of text, numbers and dates.
create function filter_texts(value jsonb, ranged boolean) returns text[] language sql immutable parallel safe as $$
  select array(
    select case jsonb_typeof(part) when 'number' then trim_scale((part #>> '{}')::numeric)::text else part #>> '{}' end
    from filter_scalars(value, ranged) as part
  )
$$;

create function filter_numbers(value jsonb, ranged boolean) returns float8[] language sql immutable parallel safe as $$
  select array(
    select number
    from filter_scalars(value, ranged) as part,
      lateral (
        select case jsonb_typeof(part)
          when 'number' then filter_measure((part #>> '{}')::numeric)
          when 'string' then filter_number_of_text(part #>> '{}')
        end as number
      ) as read
    where number is not null
  )
$$;

create function filter_dates(value jsonb, ranged boolean) returns float8[] language sql immutable parallel safe as $$
  select array(
    select instant
    from filter_scalars(value, ranged) as part,
      lateral (select case jsonb_typeof(part) when 'string' then filter_date_of_text(part #>> '{}') end as instant) as read
    where instant is not null
  )
$$;
