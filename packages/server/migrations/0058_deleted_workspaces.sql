-- Reconciliation URLs and public pages of a workspace end when its deletion starts, like its credentials. Public pages of an
-- imported workspace appear when the import is complete.
create or replace function read_reconciliation_url(hash bytea) returns setof credential_row
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
  from collections c join workspaces w on w.deleted_at is null and w.id = c.workspace_id
  where c.workspace_id = url.workspace_id and c.id = url.collection_id;
end
$$;

create or replace function read_visitor(of_slug text) returns setof credential_row
language sql stable security definer set search_path = public as $$
  select w.id, 'visitor', null::text, null::uuid, w.id, w.slug, w.name, w.suspended, 'reader', 'read_only', true,
         (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'access', 'read_only')), '[]')
          from groups g where g.workspace_id = w.id and g.public),
         null::text[], null::text
  from workspaces w
  where w.slug = of_slug and w.deleted_at is null
    and (w.show_locked or exists (select from groups g where g.workspace_id = w.id and g.public))
$$;
