-- The identifiers and title of a sent record that a correction applies to. Null for a correction of a query.
alter table corrections add column record jsonb;
