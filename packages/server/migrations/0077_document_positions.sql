-- The position in its folder that a document states. Null: by name. Earlier documents get it with their next change.
alter table documents add column position double precision;
