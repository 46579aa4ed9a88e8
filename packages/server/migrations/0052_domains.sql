-- The host of a workspace's own. Only a checked one serves; a claim that stays unchecked can be taken over.
alter table workspaces
  add column domain text,
  add column domain_claimed_at timestamptz(3),
  add column domain_checked_at timestamptz(3);

create unique index workspaces_domain on workspaces (domain) where deleted_at is null;

-- Gives a workspace a host unless another one has it. With the owner's rights: a workspace sees no other.
create function claim_domain(of_workspace uuid, of_host text, at timestamptz, pending_since timestamptz) returns boolean
language plpgsql security definer set search_path = public as $$
begin
  update workspaces w set domain = null, domain_claimed_at = null, domain_checked_at = null
  where w.domain = of_host and w.id <> of_workspace and w.domain_checked_at is null and w.domain_claimed_at < pending_since;
  update workspaces w set domain = of_host,
    domain_claimed_at = case when w.domain = of_host then w.domain_claimed_at else at end,
    domain_checked_at = case when w.domain = of_host then w.domain_checked_at end
  where w.id = of_workspace;
  return true;
exception when unique_violation then
  return false;
end
$$;

-- The workspace that a host serves.
create function workspace_of_domain(of_host text) returns table (id uuid, slug text, name text)
language sql stable security definer set search_path = public as $$
  select w.id, w.slug, w.name from workspaces w
  where w.domain = of_host and w.domain_checked_at is not null and w.deleted_at is null
$$;
