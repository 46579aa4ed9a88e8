-- Records that arrived older than what was stored, which `written` leaves out.
alter table collection_days add column stale integer not null default 0;
