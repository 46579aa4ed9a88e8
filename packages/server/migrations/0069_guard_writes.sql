-- What happens to a person's write that seems meant for another of their workspaces.
alter table workspaces add column guard_writes text not null default 'say' check (guard_writes in ('say', 'ask'));
