-- What a value offers to comparisons of numbers: each exactly as it was sent, however long.
drop function filter_numbers(jsonb, boolean);
drop function filter_measure(numeric);

create function filter_numbers(value jsonb, ranged boolean) returns numeric[] language plpgsql immutable parallel safe as $$
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
$$;
