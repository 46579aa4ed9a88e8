-- What the operator did that outlives a workspace or a person. `target` is an opaque id.
create table operator_events (
  id uuid primary key,
  at timestamptz(3) not null,
  action text not null,
  target text not null,
  detail jsonb not null,
  request_id text
);
select close_to_requests('operator_events');
create index operator_events_at on operator_events (at, id);

-- A workspace that is being deleted: from the commit of this on it exists for nobody but the deletion, which removes its
-- rows piece by piece. Its slug is free at once.
alter table workspaces add column deleted_at timestamptz(3);
alter table workspaces drop constraint workspaces_slug_key;
create unique index workspaces_slug on workspaces (slug) where deleted_at is null;
create index workspaces_deleted on workspaces (deleted_at) where deleted_at is not null;

alter policy workspace on workspaces
  using (id = (select nullif(current_setting('svc.workspace', true), '')::uuid) and deleted_at is null);

-- Every look-up of a credential joins the workspace, which must not be deleted.
do $$
declare
  lookup text;
begin
  foreach lookup in array array['read_credential', 'memberships_of_person', 'find_reader_link'] loop
    execute (
      select replace(pg_get_functiondef(p.oid), 'workspaces w on ', 'workspaces w on w.deleted_at is null and ')
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = lookup);
  end loop;
end
$$;
