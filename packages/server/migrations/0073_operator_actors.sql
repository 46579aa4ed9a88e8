-- Which operator acted: the name of the token. Null for the service itself, and for entries from before.
alter table operator_events add column actor text;
