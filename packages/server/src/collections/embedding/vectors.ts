import { prepared, type Transaction } from '../../platform/database/database.js';

/** A vector of a record's text in the format of `encodeVector`, with the MD5 of the text. */
export interface ComputedVector {
  readonly externalId: string;
  readonly textHash: Buffer;
  readonly vector: Uint8Array;
}

/** The collection, embedder and sequence number of stored vectors. The transaction must have locked the collection. */
export interface VectorTarget {
  readonly collectionId: string;
  readonly embedderId: string;
  readonly sequenceNumber: number;
}

/** Stores the vectors of waiting records whose text has not changed since. Returns their ids. */
export async function storeVectors(
  transaction: Transaction,
  { collectionId, embedderId, sequenceNumber }: VectorTarget,
  computed: readonly ComputedVector[],
): Promise<string[]> {
  if (computed.length === 0) {
    return [];
  }
  const rows = await transaction.query<{ external_id: string }>(
    prepared(`update records r
             set vector = m.vector, vector_text_hash = m.text_hash, vector_embedder = $4, pending = false, embed_tries = 0,
               claimed_until = null,
               change_mark = $3
             from unnest($5::text[], $6::bytea[], $7::bytea[]) as m (id, vector, text_hash)
             where r.workspace_id = $1 and r.collection_id = $2 and r.external_id = m.id and r.pending
               and decode(md5(r.embed_text), 'hex') = m.text_hash
             returning r.external_id`),
    [
      transaction.workspaceId,
      collectionId,
      sequenceNumber,
      embedderId,
      computed.map(({ externalId }) => externalId),
      computed.map(({ vector }) => Buffer.from(vector)),
      computed.map(({ textHash }) => textHash),
    ],
  );
  return rows.map((row) => row.external_id);
}
