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
    {
      name: 'store_vectors',
      text: `select id as external_id from unnest($3::text[], $4::bytea[], $5::bytea[]) as m (id, vector, text_hash)
             where store_vector($1, id, (text_hash, $2, vector)::made_vector)`,
    },
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
