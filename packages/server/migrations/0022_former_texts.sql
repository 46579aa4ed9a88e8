-- The vector of what a record said before stayed until the new text was embedded, so that a caller who may read the record
-- now could ask for what it said where it was not allowed to. What waits for a vector is found by its words until then.
update records set vector = null, vector_text_hash = null, vector_embedder = null
where pending and vector_text_hash <> decode(md5(embed_text), 'hex');
