import { limits } from '@tessera/contract';
import type { InTransaction, Queryable } from '../../platform/database/database.js';
import { holdConfiguration } from '../collections/configuration-lock.js';
import { lockRecords } from '../records/queries.js';
import type { Embedding, EmbedSession, SessionOptions } from './embedding.js';
import { isAnyPending, listPending, type PendingRow, type PendingRows } from './queue.js';
import type { TextOutcome } from './sender.js';
import { storeVectors } from './vectors.js';

/** What to drain, and how much of it: at most 500 records by default. */
export interface PendingInput extends SessionOptions {
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
  const { collectionId, embedding, limit = limits.recordsPerCall } = input;
  const waiting = await inTransaction((transaction) => listPending(transaction, collectionId, limit));
  const page = { embedded: 0, failed: 0 };
  for await (const outcomes of outcomesOf(waiting, embedding, input)) {
    // Each part at once: what is in slices does not wait for calls that are made for others.
    const { embedded, failed } = await inTransaction((transaction) => saveOutcomes(transaction, input, outcomes));
    page.embedded += embedded;
    page.failed += failed;
  }
  return { ...page, more: await inTransaction((transaction) => isAnyPending(transaction, collectionId)) };
}

type Outcomes = ReadonlyMap<PendingRow, TextOutcome>;

/**
 * What became of the texts of rows, part by part. What lies in no slice has calls of its own, unless the provider is down.
 */
async function* outcomesOf(
  { inSlices, others }: PendingRows,
  embedding: Embedding,
  options: SessionOptions,
): AsyncGenerator<Outcomes> {
  const session = embedding.begin(options);
  const apart = embedding.begin({ signal: options.signal, endsPartAtOutage: true });
  for (const rows of inSlices) {
    yield* outcomesInSlices(rows, { session, apart });
  }
  const own = session.isDown ? session : embedding.begin(options);
  for (const rows of others) {
    yield await sendRows(own, rows);
  }
}

/**
 * Those without a vector that may have shared a call with records of other slices are sent once more without these: a text
 * that hangs the provider costs nobody else's a try, nor all the calls there are.
 */
async function* outcomesInSlices(
  rows: readonly PendingRow[],
  { session, apart }: { readonly session: EmbedSession; readonly apart: EmbedSession },
): AsyncGenerator<Outcomes> {
  const outcomes = await sendRows(session, rows);
  if (session.isDown || (bySlices(rows).length === 1 && !session.isSpent)) {
    yield outcomes;
    return;
  }
  yield new Map([...outcomes].filter(([, outcome]) => typeof outcome !== 'string'));
  for (const alike of bySlices(rows.filter((row) => typeof outcomes.get(row) === 'string'))) {
    const again = await sendRows(apart, alike);
    // Not sent as the provider is left alone: then it was not only what they shared their call with.
    const isLeftAlone = (row: PendingRow) => again.get(row) === 'untried' && !apart.isSpent;
    yield new Map(alike.map((row) => [row, (isLeftAlone(row) ? outcomes : again).get(row) ?? 'failed']));
  }
}

/** Rows of the same slices, the fewest first: whose texts hang is likely to have more of them left. */
function bySlices(rows: readonly PendingRow[]): PendingRow[][] {
  const alike = new Map<string | null, PendingRow[]>();
  for (const row of rows) {
    alike.set(row.slices, [...(alike.get(row.slices) ?? []), row]);
  }
  return [...alike.values()].sort((one, other) => one.length - other.length);
}

/** Sends rows that have failed equally often. */
async function sendRows(session: EmbedSession, rows: readonly PendingRow[]): Promise<Outcomes> {
  const texts = rows.map((row) => row.embed_text);
  const made = await session.send(texts, rows[0]?.embed_tries ?? 0);
  return new Map(rows.map((row, place) => [row, made[place] ?? 'failed']));
}

async function saveOutcomes(
  transaction: Queryable,
  { collectionId, embedding: { embedderId }, signal }: PendingInput,
  outcomes: Outcomes,
): Promise<Omit<EmbeddedPage, 'more'>> {
  if (outcomes.size === 0) {
    return { embedded: 0, failed: 0 };
  }
  // A slice that begins to list its records meanwhile would note that these still wait.
  await holdConfiguration(transaction, collectionId);
  // In the order in which everybody locks records, which theirs is not.
  const ids = [...outcomes.keys()].map((row) => row.external_id);
  await lockRecords(transaction, { collectionId, slice: null }, ids);
  const made = [...outcomes].flatMap(([{ external_id, text_hash }, vector]) =>
    typeof vector === 'string' ? [] : [{ externalId: external_id, textHash: text_hash, vector }],
  );
  const failed = [...outcomes].flatMap(([row, outcome]) => (outcome === 'failed' ? [row] : []));
  // Cut short, nobody knows which text was to blame.
  const inVain = signal?.aborted === true ? [] : failed;
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
