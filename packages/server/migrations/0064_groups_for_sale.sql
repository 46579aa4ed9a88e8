-- Whether a group is on sale without an offer of its own. Only groups on sale are shown to people who do not have them.
alter table groups add column for_sale boolean not null default false;
