-- Hosts whose frames the pages of a workspace show after a click.
alter table workspaces add column embeds text[] not null default '{}';
