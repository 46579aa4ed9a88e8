-- A grant consists of shares, one per source. The source '' is what people and calls without a source granted.
-- A share can belong to an address without a membership: its end is remembered, so that an older grant is refused.
create table shares (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  holder_kind text not null check (holder_kind in ('membership', 'reader')),
  email text not null check (email = lower(email)),
  source text not null,
  role text not null check (role in ('admin', 'member', 'reader')),
  access text not null check (access in ('read_only', 'read_write')),
  confined boolean not null,
  starts_at timestamptz(3),
  expires_at timestamptz(3),
  as_of timestamptz not null,
  ended_at timestamptz(3),
  primary key (workspace_id, id),
  unique (workspace_id, holder_kind, email, source),
  check (starts_at < expires_at),
  check (role = 'reader' or starts_at is null and expires_at is null)
);
create index shares_ended on shares (workspace_id, ended_at) where ended_at is not null;
select confine_to_workspace('shares');

-- Statements of any source up to this time are out of date.
alter table memberships add column revoked_as_of timestamptz;
alter table readers add column revoked_as_of timestamptz;

insert into shares (workspace_id, holder_kind, email, source, role, access, confined, starts_at, expires_at, as_of)
select workspace_id, 'membership', email, '', role, access, confined, starts_at, expires_at, created_at
from memberships where status = 'active'
union all
select workspace_id, 'reader', email, '', 'reader', 'read_only', true, null, expires_at, created_at
from readers where status = 'active';
update memberships set revoked_as_of = revoked_at where status = 'revoked';
update readers set revoked_as_of = revoked_at where status = 'revoked';

-- The groups of each share, with its times. A pinned token has only one source.
alter table group_holders add column source text not null default '';
alter table group_holders add column starts_at timestamptz(3);
alter table group_holders add column expires_at timestamptz(3);
alter table group_holders drop constraint group_holders_pkey;
alter table group_holders add primary key (workspace_id, holder_id, group_id, source);
update group_holders h set starts_at = m.starts_at, expires_at = m.expires_at
from memberships m where m.workspace_id = h.workspace_id and m.id = h.holder_id;

-- The groups of a holder whose shares have not expired. Only those that are live can be read.
create view held_groups with (security_invoker = true) as
select workspace_id, holder_kind, holder_id, group_id,
  coalesce(max(access) filter (where starts_at is null or starts_at <= now()), max(access)) as access,
  bool_or(starts_at is null or starts_at <= now()) as live
from group_holders where expires_at is null or expires_at > now()
group by workspace_id, holder_kind, holder_id, group_id;
grant select on held_groups to svc_app;

create or replace function groups_of_holder(of_workspace uuid, holder uuid) returns jsonb
language plpgsql stable security definer set search_path = public as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', group_id, 'access', access) order by group_id), '[]')
    from held_groups where workspace_id = of_workspace and holder_id = holder and live
  );
end
$$;
