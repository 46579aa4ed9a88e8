-- What orders updates of a record whose clocks are equal: a word for each further clock, in millionths; `-` where it says nothing.
alter table records add column write_order text;
