-- Vectors of earlier versions, 32 bits a dimension, which the service converts in the background.
create index records_float_vectors on records (workspace_id) where octet_length(vector) % 4 = 0;
create index document_chunks_float_vectors on document_chunks (workspace_id) where octet_length(vector) % 4 = 0;
