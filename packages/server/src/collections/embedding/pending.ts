import { limits } from '@tessera/contract';
import type { InTransaction, Queryable } from '../../platform/database/database.js';
import { holdConfiguration } from '../collections/configuration-lock.js';
import { eachWanted } from '../records/queries.js';
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
 * Embeds records that wait for it: those of slices in turn, then what lies in none, each with the fewest failed tries
 * first. The provider is called outside any transaction; a record that changed meanwhile keeps waiting, and so does one
 * that could not be sent.
 */
export async function embedPending(inTransaction: InTransaction, input: PendingInput): Promise<EmbeddedPage> {
  const { collectionId, embedding, insistsOn, limit = limits.recordsPerCall } = input;
  const waiting = await inTransaction((transaction) => listPending(transaction, collectionId, limit));
  const rows = [...waiting.inSlices, ...waiting.others];
  if (rows.length === 0) {
    return { embedded: 0, failed: 0, more: false };
  }
  const outcomes = await embedRows(embedding, waiting, insistsOn);
  const made = [...outcomes].flatMap(([row, vector]) => (typeof vector === 'string' ? [] : [{ row, vector }]));
  const inVain = rows.filter((row) => outcomes.get(row) === 'failed');
  return inTransaction(async (transaction) => {
    // A slice that begins to list its records meanwhile would note that these still wait.
    await holdConfiguration(transaction, collectionId);
    return {
      embedded: await storeVectors(transaction, { collectionId, embedderId: embedding.embedderId, made }),
      failed: await countFailures(transaction, collectionId, inVain),
      more: (await listFirst(transaction, collectionId, 1)).length > 0,
    };
  });
}

/**
 * What became of each row's text. Only rows that have failed equally often share a call, and those of slices none with
 * others, which might break it. Calls are insisted on until a text has failed.
 */
async function embedRows(
  embedding: Embedding,
  { inSlices, others }: PendingRows,
  insistsOn = 0,
): Promise<Map<PendingRow, TextOutcome>> {
  const outcomes = new Map<PendingRow, TextOutcome>();
  let insistsNowOn = insistsOn;
  for (const alike of [...byFailures(inSlices), ...byFailures(others)]) {
    const made = await embedding.embed(
      alike.map((row) => row.embed_text),
      { failures: alike[0]?.embed_tries ?? 0, insistsOn: insistsNowOn },
    );
    for (const [place, row] of alike.entries()) {
      outcomes.set(row, made[place] ?? 'failed');
    }
    insistsNowOn = made.includes('failed') ? 0 : insistsNowOn;
  }
  return outcomes;
}

function byFailures(rows: readonly PendingRow[]): PendingRow[][] {
  const counts = new Set(rows.map((row) => row.embed_tries));
  return [...counts].map((failures) => rows.filter((row) => row.embed_tries === failures));
}

/** The records that are next: no record is in both. */
interface PendingRows {
  readonly inSlices: readonly PendingRow[];
  readonly others: readonly PendingRow[];
}

async function listPending(transaction: Queryable, collectionId: string, limit: number): Promise<PendingRows> {
  const inSlices = await listInTurn(transaction, collectionId, limit);
  if (inSlices.length === limit) {
    return { inSlices, others: [] };
  }
  const taken = new Set(inSlices.map((row) => row.external_id));
  const first = await listFirst(transaction, collectionId, limit + taken.size);
  const others = first.filter((row) => !taken.has(row.external_id)).slice(0, limit - taken.size);
  return { inSlices, others };
}

const columns = `external_id, embed_text, decode(md5(embed_text), 'hex') as text_hash, embed_tries`;
const waits = `pending and tombstoned_at is null and embed_tries < ${limits.embedTries}`;

/** The first of all slices, then the second of all, and so on, so that none waits for what only lies in others. */
function listInTurn(transaction: Queryable, collectionId: string, limit: number): Promise<PendingRow[]> {
  return transaction.query<PendingRow>(
    `select ${columns} from (
       select p.external_id as id, min(p.turn) as turn
       from slices s, lateral (
         select p.external_id, row_number() over (order by p.embed_tries, p.external_id) as turn from slice_pending p
         where p.collection_id = $1 and p.slice_id = s.id and p.embed_tries < ${limits.embedTries}
           and length(p.external_id) > 0
         order by p.embed_tries, p.external_id limit $2) p
       where s.collection_id = $1 and s.retired_at is null
       group by p.external_id order by turn, id limit $2) wanted,
       ${eachWanted(`r.collection_id = $1 and ${waits}`)}
     order by turn, external_id`,
    [collectionId, limit],
  );
}

function listFirst(transaction: Queryable, collectionId: string, limit: number): Promise<PendingRow[]> {
  return transaction.query<PendingRow>(
    `select ${columns} from records where collection_id = $1 and ${waits} order by embed_tries, external_id limit $2`,
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
