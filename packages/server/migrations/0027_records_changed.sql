-- The table first, as in 0012.
lock table records in access exclusive mode;
drop index records_changed;
