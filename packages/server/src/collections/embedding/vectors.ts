import type { Queryable } from '../../platform/database/database.js';

/** The vector that was made of a record's text; little-endian float32, and the md5 of the text. */
export interface MadeVector {
  readonly externalId: string;
  readonly textHash: Buffer;
  readonly vector: Uint8Array;
}

/** Gives records that await it their vector, as long as their text is the one that was embedded; returns their ids. */
export async function storeVectors(
  transaction: Queryable,
  { collectionId, embedderId }: { readonly collectionId: string; readonly embedderId: string },
  made: readonly MadeVector[],
): Promise<string[]> {
  if (made.length === 0) {
    return [];
  }
  const rows = await transaction.query<{ external_id: string }>(
    `update records set vector = m.vector, vector_text_hash = m.text_hash, vector_embedder = $2, pending = false, embed_tries = 0
     from unnest($3::text[], $4::bytea[], $5::bytea[]) as m (external_id, vector, text_hash)
     where records.collection_id = $1 and records.external_id = m.external_id and records.pending
       and decode(md5(records.embed_text), 'hex') = m.text_hash
     returning records.external_id`,
    [
      collectionId,
      embedderId,
      made.map(({ externalId }) => externalId),
      made.map(({ vector }) => Buffer.from(vector)),
      made.map(({ textHash }) => textHash),
    ],
  );
  return rows.map((row) => row.external_id);
}
