-- What anyone may read, and what is offered to those who may not read it.
alter table workspaces
  add column show_locked boolean not null default false,
  add column offer_text text,
  add column offer_url text;

alter table groups
  add column public boolean not null default false,
  -- Null for both: the workspace's own offer.
  add column offer_text text,
  add column offer_url text;

create unique index groups_one_public on groups (workspace_id) where public;

-- Who reads without a credential: a reader of the public group, in a workspace that shows anything to everybody.
create function read_visitor(of_slug text) returns setof credential_row
language sql stable security definer set search_path = public as $$
  select w.id, 'visitor', null::text, null::uuid, w.id, w.slug, w.name, w.suspended, 'reader', 'read_only', true,
         (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'access', 'read_only')), '[]')
          from groups g where g.workspace_id = w.id and g.public),
         null::text[], null::text
  from workspaces w
  where w.slug = of_slug
    and (w.show_locked or exists (select from groups g where g.workspace_id = w.id and g.public))
$$;
