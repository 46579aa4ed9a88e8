-- Who wrote which version of records, and when. Histories and reverts read it, so that they do not depend on how long
-- the audit log is kept.
create table record_writes (
  workspace_id uuid not null,
  collection_id uuid not null,
  version uuid not null,
  change_mark bigint not null,
  at timestamptz(3) not null,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  actor_device_id uuid,
  request_id text,
  primary key (workspace_id, collection_id, version),
  foreign key (workspace_id, collection_id) references collections (workspace_id, id) on delete cascade
);
create index record_writes_request on record_writes (workspace_id, collection_id, request_id);
create index record_writes_at on record_writes (workspace_id, collection_id, at);
select confine_to_workspace('record_writes');

insert into record_writes (workspace_id, collection_id, version, change_mark, at, actor_kind, actor_id, actor_name,
  actor_device_id, request_id)
select e.workspace_id, c.id, e.record_version, coalesce(e.change_mark, 0), e.at, e.actor_kind, e.actor_id, e.actor_name,
  e.actor_device_id, e.request_id
from audit_events e join collections c on c.workspace_id = e.workspace_id and c.name = e.target
where e.record_version is not null
on conflict do nothing;

drop index audit_events_record_version;
drop index audit_events_request;
alter table audit_events drop column change_mark;

-- The person who created a key or token.
alter table api_keys add column creator_id uuid;
alter table tokens add column creator_id uuid;
update api_keys k set creator_id = p.id from audit_events e join people p on p.id::text = e.actor_id
where e.workspace_id = k.workspace_id and e.action = 'api_key.created' and e.target = k.id::text;
update tokens t set creator_id = p.id from audit_events e join people p on p.id::text = e.actor_id
where e.workspace_id = t.workspace_id and e.action = 'token.created' and e.target = t.id::text;
