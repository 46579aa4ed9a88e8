import { limits } from '@tessera/contract';
import type { InTransaction, Transaction } from '../../platform/database/database.js';
import type { Embedding, SessionOptions } from '../../search-runtime/embedding/embedding.js';
import type { TextOutcome } from '../../search-runtime/embedding/sender.js';
import { takeSequenceNumber } from '../access/sequence-number.js';
import { storeVectors } from './vectors.js';

/** What to drain. */
export interface PendingInput extends SessionOptions {
  readonly collectionId: string;
  readonly embedding: Embedding;
}

/** What came of a page: records that now have their vector, those with one failed try more, and whether any still waits. */
export interface EmbeddedPage {
  readonly embedded: number;
  readonly failed: number;
  readonly more: boolean;
}

/**
 * Embeds up to 500 records that wait for it, those with the fewest failed tries first, then by id. The provider is called
 * outside any transaction; a record that changed meanwhile keeps waiting, and so does one that could not be sent.
 */
export async function embedPending(inTransaction: InTransaction, input: PendingInput): Promise<EmbeddedPage> {
  const { collectionId, embedding } = input;
  const waiting = await inTransaction((transaction) => listPending(transaction, collectionId, limits.recordsPerCall));
  const session = embedding.begin(input);
  const page = { embedded: 0, failed: 0 };
  for (const failures of new Set(waiting.map((row) => row.embed_tries))) {
    const rows = waiting.filter((row) => row.embed_tries === failures);
    const made = await session.send(
      rows.map((row) => row.embed_text),
      failures,
    );
    const outcomes = rows.map((row, place) => [row, made[place] ?? 'untried'] as const);
    const saved = await inTransaction((transaction) => saveOutcomes(transaction, input, outcomes));
    page.embedded += saved.embedded;
    page.failed += saved.failed;
  }
  const left = await inTransaction((transaction) => listPending(transaction, collectionId, 1));
  return { ...page, more: left.length > 0 };
}

/** A record that awaits embedding. */
interface PendingRow {
  readonly external_id: string;
  readonly embed_text: string;
  readonly text_hash: Buffer;
  readonly embed_tries: number;
}

function listPending(transaction: Transaction, collectionId: string, limit: number): Promise<PendingRow[]> {
  return transaction.query<PendingRow>(
    `select external_id, embed_text, decode(md5(embed_text), 'hex') as text_hash, embed_tries from records
     where workspace_id = $1 and collection_id = $2 and pending and tombstoned_at is null
       and embed_tries < ${limits.embedTries}
     order by embed_tries, external_id limit $3`,
    [transaction.workspaceId, collectionId, limit],
  );
}

async function saveOutcomes(
  transaction: Transaction,
  { collectionId, embedding: { embedderId }, signal }: PendingInput,
  outcomes: readonly (readonly [PendingRow, TextOutcome])[],
): Promise<Omit<EmbeddedPage, 'more'>> {
  const made = outcomes.flatMap(([{ external_id, text_hash }, vector]) =>
    typeof vector === 'string' ? [] : [{ externalId: external_id, textHash: text_hash, vector }],
  );
  // Cut short, nobody knows which text was to blame.
  const failed = outcomes.flatMap(([row, outcome]) => (outcome === 'failed' && !signal?.aborted ? [row] : []));
  const sequenceNumber =
    made.length + failed.length === 0 ? undefined : await takeSequenceNumber(transaction, collectionId);
  if (sequenceNumber === undefined) {
    return { embedded: 0, failed: 0 };
  }
  return {
    embedded: (await storeVectors(transaction, { collectionId, embedderId, sequenceNumber }, made)).length,
    failed: await countFailures(transaction, collectionId, failed),
  };
}

async function countFailures(
  transaction: Transaction,
  collectionId: string,
  failed: readonly PendingRow[],
): Promise<number> {
  if (failed.length === 0) {
    return 0;
  }
  const rows = await transaction.query(
    // Once for all that drain at the same time.
    `update records r set embed_tries = r.embed_tries + 1
     from unnest($3::text[], $4::bytea[], $5::int[]) as f (external_id, text_hash, tries)
     where r.workspace_id = $1 and r.collection_id = $2 and r.external_id = f.external_id and r.pending
       and r.embed_tries = f.tries and decode(md5(r.embed_text), 'hex') = f.text_hash
     returning 1`,
    [
      transaction.workspaceId,
      collectionId,
      failed.map((row) => row.external_id),
      failed.map((row) => row.text_hash),
      failed.map((row) => row.embed_tries),
    ],
  );
  return rows.length;
}
