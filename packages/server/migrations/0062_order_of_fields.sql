-- Names of fields in the order in which the source sent them first. The keys of stored records have no order.
alter table collections add column field_order text[] not null default '{}';
