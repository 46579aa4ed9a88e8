-- To read one field of a large record, all of it must be fetched and unpacked: 0.15 ms for 300 kB, which would tell a caller
-- confined to a slice that a record outside it is there. Large records keep their short values a second time, in a
-- column that costs the others nothing.

-- Fields with short values, and the names of the others; null where there are none.
create or replace function shorten_attributes(attributes jsonb, longest integer, out short_attributes jsonb, out long_fields text[])
language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, value) filter (where pg_column_size(value) <= longest), '{}'),
    array_agg(key) filter (where pg_column_size(value) > longest)
  from jsonb_each(attributes)
$$;

alter table records
  -- Of large records only, null for all others.
  add column if not exists short_attributes jsonb,
  add column if not exists long_fields text[];

create or replace function keep_short_attributes() returns trigger language plpgsql as $$
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
create or replace trigger records_keep_short_attributes before insert or update of attributes on records for each row
  when (pg_column_size(new.attributes) > 4096 or new.short_attributes is not null)
  execute function keep_short_attributes();

update records set attributes = attributes where pg_column_size(attributes) > 4096;
