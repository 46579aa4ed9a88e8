-- As in 0016: one by one, also by a caller who sends again what waits.
create type made_vector as (text_hash bytea, embedder text, vector bytea);

-- Gives a record its vector, if it awaits that of this text; returns whether it did.
create function store_vector(of_collection uuid, id text, made made_vector) returns boolean
language plpgsql volatile set search_path = public as $$
begin
  update records
  set vector = made.vector, vector_text_hash = made.text_hash, vector_embedder = made.embedder, pending = false, embed_tries = 0
  where collection_id = of_collection and external_id = id
    -- Not as a condition of its own, or the index of all that waits would pass for one by id.
    and case when pending then decode(md5(embed_text), 'hex') = made.text_hash else false end;
  return found;
end
$$;
