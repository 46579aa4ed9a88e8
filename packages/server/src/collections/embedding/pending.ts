import { limits } from '@tessera/contract';
import type { InTransaction, Queryable } from '../../platform/database/database.js';
import { holdConfiguration } from '../collections/configuration-lock.js';
import { lockRecords } from '../records/queries.js';
import type { Embedding, EmbedOptions, TextOutcome } from './embedding.js';
import { isAnyPending, listPending, type PendingRow } from './queue.js';
import { storeVectors } from './vectors.js';

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
 * that could not be sent. Calls are insisted on until a text has failed.
 */
export async function embedPending(inTransaction: InTransaction, input: PendingInput): Promise<EmbeddedPage> {
  const { collectionId, embedding, insistsOn = 0, limit = limits.recordsPerCall } = input;
  const groups = await inTransaction((transaction) => listPending(transaction, collectionId, limit));
  const page = { embedded: 0, failed: 0 };
  for (const rows of groups) {
    const outcomes = await embedGroup(embedding, rows, page.failed === 0 ? insistsOn : 0);
    // Each group at once: what is in slices does not wait for calls that are made for others.
    const { embedded, failed } = await inTransaction((transaction) => saveOutcomes(transaction, input, outcomes));
    page.embedded += embedded;
    page.failed += failed;
  }
  return { ...page, more: await inTransaction((transaction) => isAnyPending(transaction, collectionId)) };
}

type Outcomes = ReadonlyMap<PendingRow, TextOutcome>;

/**
 * What became of each row's text. Those that failed in calls which they shared with records of other slices are sent once
 * more without these: a text that hangs the provider fails nobody else's.
 */
async function embedGroup(embedding: Embedding, rows: readonly PendingRow[], insistsOn: number): Promise<Outcomes> {
  const outcomes = new Map(await embedRows(embedding, rows, insistsOn));
  if (new Set(rows.map((row) => row.slices)).size > 1) {
    const left = rows.filter((row) => typeof outcomes.get(row) === 'string');
    for (const slices of new Set(left.map((row) => row.slices))) {
      const alike = left.filter((row) => row.slices === slices);
      for (const [row, outcome] of await embedRows(embedding, alike, 0)) {
        outcomes.set(row, outcome === 'untried' ? (outcomes.get(row) ?? outcome) : outcome);
      }
    }
  }
  return outcomes;
}

/** Sends rows that have failed equally often. */
async function embedRows(embedding: Embedding, rows: readonly PendingRow[], insistsOn: number): Promise<Outcomes> {
  const texts = rows.map((row) => row.embed_text);
  const made = await embedding.embed(texts, { failures: rows[0]?.embed_tries ?? 0, insistsOn });
  return new Map(rows.map((row, place) => [row, made[place] ?? 'failed']));
}

async function saveOutcomes(
  transaction: Queryable,
  { collectionId, embedding: { embedderId } }: PendingInput,
  outcomes: Outcomes,
): Promise<Omit<EmbeddedPage, 'more'>> {
  // A slice that begins to list its records meanwhile would note that these still wait.
  await holdConfiguration(transaction, collectionId);
  // In the order in which everybody locks records, which theirs is not.
  const ids = [...outcomes.keys()].map((row) => row.external_id);
  await lockRecords(transaction, { collectionId, slice: null }, ids);
  const made = [...outcomes].flatMap(([{ external_id, text_hash }, vector]) =>
    typeof vector === 'string' ? [] : [{ externalId: external_id, textHash: text_hash, vector }],
  );
  const inVain = [...outcomes].flatMap(([row, outcome]) => (outcome === 'failed' ? [row] : []));
  return {
    embedded: (await storeVectors(transaction, { collectionId, embedderId }, made)).length,
    failed: await countFailures(transaction, collectionId, inVain),
  };
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
