-- When an address was last sent mails about its access to a workspace: at most a few a day, however often it is removed and
-- added, or its link is made anew. Counted by address, because memberships and links come and go.
create table mail_counts (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  email text not null,
  -- Those of the last day, oldest first.
  sent_at timestamptz(3)[] not null,
  last_sent_at timestamptz(3) not null,
  primary key (workspace_id, email)
);
create index mail_counts_by_age on mail_counts (workspace_id, last_sent_at);
select confine_to_workspace('mail_counts');
