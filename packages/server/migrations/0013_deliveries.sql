-- How many updates in a row were older than what is stored.
alter table collection_states add column stale_run integer not null default 0;

-- A rotated ingest secret opens nothing, and its calls are told to the owner of its collection.
alter table credentials drop constraint credentials_kind_check;
alter table credentials add constraint credentials_kind_check check (kind in
  ('api_key', 'pinned_token', 'personal_token', 'session', 'magic_link', 'reader_link', 'ingest_secret', 'rotated_ingest_secret'));

-- Counts a call with a rotated ingest secret, in one finding a day; does nothing for any other secret.
create function note_rotated_ingest(hash bytea, at timestamptz) returns void
language plpgsql security definer set search_path = public as $$
declare
  rotated credentials;
  day text := to_char(at at time zone 'UTC', 'YYYY-MM-DD');
begin
  select * into rotated from credentials c where c.secret_hash = hash and c.kind = 'rotated_ingest_secret';
  if not found then
    return;
  end if;
  insert into findings as f
    (workspace_id, collection_id, field, field_hash, kind, count, example_ids, message, first_seen_at, last_seen_at)
  values (rotated.workspace_id, rotated.id, 'ingest_url', sha256(convert_to('ingest_url ' || day, 'UTF8')), 'delivery', 1, '{}',
    'Calls arrived on ' || day || ' at an ingest URL that has been replaced: give the source the current one.', at, at)
  on conflict (workspace_id, collection_id, field_hash, kind) do update
    set count = f.count + 1, last_seen_at = excluded.last_seen_at;
end
$$;
