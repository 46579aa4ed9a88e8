-- Until when the text of a pending record is left to the drain that claimed it, so that no other sends it as well.
alter table records add column claimed_until timestamptz;
