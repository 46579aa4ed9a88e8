-- How the source wrote the id of a record, where that is not the stored form; a second spelling is a finding.
alter table records add column id_spelling text;
alter table findings drop constraint findings_kind_check;
alter table findings add constraint findings_kind_check check (kind in
  ('unknown_field', 'type_mismatch', 'future_clock', 'delivery', 'id_spelling'));
