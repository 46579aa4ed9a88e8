-- A record's clock keeps what its source sent to the microsecond.
alter table records alter column write_date type timestamptz(6);
-- Indexes that processes keep order by the clock.
update collections set key_version = key_version + 1;

alter table findings drop constraint findings_kind_check,
  add constraint findings_kind_check check (kind in ('unknown_field', 'type_mismatch', 'future_clock', 'delivery'));
