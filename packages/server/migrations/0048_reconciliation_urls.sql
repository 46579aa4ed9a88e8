-- The reconciliation URL of a collection; its secret is in `credentials`. Without groups it reads the whole collection.
create table reconciliation_urls (
  workspace_id uuid not null,
  collection_id uuid not null,
  id uuid not null,
  group_ids uuid[],
  created_at timestamptz(3) not null,
  primary key (workspace_id, collection_id),
  unique (workspace_id, id),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
select confine_to_workspace('reconciliation_urls');

alter table credentials drop constraint credentials_kind_check;
alter table credentials add constraint credentials_kind_check check (kind in
  ('api_key', 'pinned_token', 'personal_token', 'session', 'magic_link', 'reader_link', 'ingest_secret', 'rotated_ingest_secret',
   'reconciliation_secret'));

-- Who calls with a reconciliation secret: a read-only caller of one collection, by the collection's name.
create function read_reconciliation_url(hash bytea) returns setof credential_row
language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
declare
  found credentials;
  url reconciliation_urls;
  held jsonb;
begin
  select * into found from credentials c where c.secret_hash = hash and c.kind = 'reconciliation_secret';
  select * into url from reconciliation_urls u where u.workspace_id = found.workspace_id and u.id = found.id;
  if url.group_ids is not null then
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'access', 'read_only') order by g.id), '[]') into held
    from groups g where g.workspace_id = url.workspace_id and g.id = any(url.group_ids);
  end if;
  return query
  select url.id, c.name, null::text, null::uuid, w.id, w.slug, w.name, w.suspended,
         null::text, 'read_only', url.group_ids is not null, held, null::text[], 'read'
  from collections c join workspaces w on w.id = c.workspace_id
  where c.workspace_id = url.workspace_id and c.id = url.collection_id;
end
$$;
