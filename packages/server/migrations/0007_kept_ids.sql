-- While records are given other ids, none is lost: each remembers the id it had before, to return to it when another
-- record has the one that it asks for.

-- First `collections`, then `records`, as every request locks them: the other way round, this and a server still at work
-- could wait for each other.
alter table collections
  -- The identity_version with which the change of ids under way began; null while none is.
  add column rekeying_since integer;

alter table records
  -- The id it had before the change that last moved it, or kept it from moving: then the same as its id.
  add column moved_from text collate "C",
  -- The collection's identity_version at that change.
  add column moved_in integer;
