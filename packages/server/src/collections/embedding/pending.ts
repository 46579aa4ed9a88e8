import { limits } from '@tessera/contract';
import type { InTransaction, Queryable } from '../../platform/database/database.js';
import type { Embedding, EmbedOptions, TextOutcome } from './embedding.js';

interface PendingRow {
  readonly external_id: string;
  readonly embed_text: string;
  readonly text_hash: Buffer;
  readonly embed_tries: number;
}

/** What to drain, and how much of it: at most 500 records by default. */
export interface PendingInput extends Pick<EmbedOptions, 'insistsOn'> {
  readonly collectionId: string;
  readonly embedding: Embedding;
  readonly limit?: number;
}

/** What came of a page: records that now have their vector, those with one failed try more, and whether any still waits. */
export interface EmbeddedPage {
  readonly embedded: number;
  readonly failed: number;
  readonly more: boolean;
}

/**
 * Embeds records that wait for it, those with the fewest failed tries first. The provider is called outside any
 * transaction; a record that changed meanwhile keeps waiting, and so does one that could not be sent.
 */
export async function embedPending(inTransaction: InTransaction, input: PendingInput): Promise<EmbeddedPage> {
  const { collectionId, embedding, insistsOn, limit = limits.recordsPerCall } = input;
  const rows = await inTransaction((transaction) => listPending(transaction, collectionId, limit));
  if (rows.length === 0) {
    return { embedded: 0, failed: 0, more: false };
  }
  const outcomes = await embedRows(embedding, rows, insistsOn);
  const made = [...outcomes].flatMap(([row, vector]) => (typeof vector === 'string' ? [] : [{ row, vector }]));
  const inVain = rows.filter((row) => outcomes.get(row) === 'failed');
  return inTransaction(async (transaction) => ({
    embedded: await storeVectors(transaction, { collectionId, embedderId: embedding.embedderId, made }),
    failed: await countFailures(transaction, collectionId, inVain),
    more: (await listPending(transaction, collectionId, 1)).length > 0,
  }));
}

/** What became of each row's text. Only rows that have failed equally often share a call. */
async function embedRows(
  embedding: Embedding,
  rows: readonly PendingRow[],
  insistsOn = 0,
): Promise<Map<PendingRow, TextOutcome>> {
  const outcomes = new Map<PendingRow, TextOutcome>();
  for (const failures of new Set(rows.map((row) => row.embed_tries))) {
    const alike = rows.filter((row) => row.embed_tries === failures);
    const made = await embedding.embed(
      alike.map((row) => row.embed_text),
      { failures, insistsOn: outcomes.size === 0 ? insistsOn : 0 },
    );
    for (const [place, row] of alike.entries()) {
      outcomes.set(row, made[place] ?? 'failed');
    }
  }
  return outcomes;
}

function listPending(transaction: Queryable, collectionId: string, limit: number): Promise<PendingRow[]> {
  return transaction.query<PendingRow>(
    `select external_id, embed_text, decode(md5(embed_text), 'hex') as text_hash, embed_tries from records
     where collection_id = $1 and pending and tombstoned_at is null and embed_tries < ${limits.embedTries}
     order by embed_tries, external_id limit $2`,
    [collectionId, limit],
  );
}

async function storeVectors(
  transaction: Queryable,
  input: { collectionId: string; embedderId: string; made: readonly { row: PendingRow; vector: Uint8Array }[] },
): Promise<number> {
  if (input.made.length === 0) {
    return 0;
  }
  // The text must still be the one that was embedded.
  const rows = await transaction.query(
    `update records set vector = m.vector, vector_text_hash = m.text_hash, vector_embedder = $2, pending = false, embed_tries = 0
     from unnest($3::text[], $4::bytea[], $5::bytea[]) as m (external_id, vector, text_hash)
     where records.collection_id = $1 and records.external_id = m.external_id and records.pending
       and decode(md5(records.embed_text), 'hex') = m.text_hash
     returning 1`,
    [
      input.collectionId,
      input.embedderId,
      input.made.map(({ row }) => row.external_id),
      input.made.map(({ vector }) => Buffer.from(vector)),
      input.made.map(({ row }) => row.text_hash),
    ],
  );
  return rows.length;
}

async function countFailures(
  transaction: Queryable,
  collectionId: string,
  failed: readonly PendingRow[],
): Promise<number> {
  if (failed.length === 0) {
    return 0;
  }
  const rows = await transaction.query(
    // Once for all that drain at the same time.
    `update records set embed_tries = embed_tries + 1
     from unnest($2::text[], $3::bytea[], $4::int[]) as f (external_id, text_hash, tries)
     where records.collection_id = $1 and records.external_id = f.external_id and records.pending
       and records.embed_tries = f.tries and decode(md5(records.embed_text), 'hex') = f.text_hash
     returning 1`,
    [
      collectionId,
      failed.map((row) => row.external_id),
      failed.map((row) => row.text_hash),
      failed.map((row) => row.embed_tries),
    ],
  );
  return rows.length;
}
