import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@tessera/contract';
import type { InTransaction, Transaction } from '../../platform/database/database.js';
import type { OutOfTurn } from '../../platform/turns/fair-gate.js';
import { batchSize, type EmbeddingClient, type SessionOptions } from '../../search-runtime/embedding/embedders.js';
import type { TextOutcome } from '../../search-runtime/embedding/sender.js';
import { takeSequenceNumber } from '../access/sequence-number.js';
import { storeVectors } from './vectors.js';

/** How long a call waits if other calls have claimed all pending records. Its client repeats it immediately. */
const claimedByOthersMs = 200;

const atOnce: OutOfTurn = (work) => work();

/** The collection to embed, and the options of the provider session. */
export interface PendingInput extends SessionOptions {
  readonly collectionId: string;
  readonly embedding: EmbeddingClient;
  /** Waits for the provider outside of the call's turn. Absent for routes that take no turns. */
  readonly outOfTurn?: OutOfTurn;
}

/** The result of a page: the records that got a vector, those with one more failed try, and whether any still wait. */
export interface EmbeddedPage {
  readonly embedded: number;
  readonly failed: number;
  readonly more: boolean;
}

/**
 * Embeds up to 500 waiting records that no other call has claimed, sorted by failed tries, then by id. The provider is
 * called outside of transactions, and vectors are stored after each provider call. Records that changed meanwhile, or
 * were not sent, keep waiting.
 */
export async function embedPending(inTransaction: InTransaction, input: PendingInput): Promise<EmbeddedPage> {
  const { collectionId } = input;
  const claimed = await inTransaction((transaction) => claimPending(transaction, collectionId));
  const { embedded, failed } = await embedClaimed(inTransaction, input, claimed);
  const more = await inTransaction((transaction) => hasPending(transaction, collectionId));
  if (more && claimed.length === 0) {
    const { outOfTurn = atOnce } = input;
    await outOfTurn(() => pause(claimedByOthersMs, undefined, { ref: false }));
  }
  return { embedded: embedded.length, failed, more };
}

/** The result of claimed records: the ids that got a vector, and how many have one more failed try. */
export interface EmbeddedClaims {
  readonly embedded: readonly string[];
  readonly failed: number;
}

/** Embeds claimed records in the same way as `embedPending`. */
export async function embedClaimed(
  inTransaction: InTransaction,
  input: PendingInput,
  claimed: readonly PendingRow[],
): Promise<EmbeddedClaims> {
  const { embedding } = input;
  const outOfTurn = embedding.isInstant ? atOnce : (input.outOfTurn ?? atOnce);
  const session = embedding.begin(input);
  const done = { embedded: [] as string[], failed: 0 };
  const batches = batchesOf(claimed, embedding.isInstant ? limits.recordsPerCall : batchSize);
  for (const [position, rows] of batches.entries()) {
    const texts = rows.map((row) => row.embed_text);
    const computed = await outOfTurn(() => session.send(texts, rows[0]?.embed_tries ?? 0));
    const outcomes = rows.map((row, index) => [row, computed[index] ?? 'untried'] as const);
    const rest = batches.slice(position + 1).flat();
    const saved = await inTransaction((transaction) => saveOutcomes(transaction, input, { outcomes, rest }));
    done.embedded.push(...saved.embedded);
    done.failed += saved.failed;
  }
  return done;
}

/** A record that waits for its vector. */
export interface PendingRow {
  readonly external_id: string;
  readonly embed_text: string;
  readonly text_hash: Buffer;
  readonly embed_tries: number;
}

/** Splits rows into batches of at most `size`. All rows of a batch have the same number of failed tries. */
function batchesOf(rows: readonly PendingRow[], size: number): PendingRow[][] {
  const batches: PendingRow[][] = [];
  for (const row of rows) {
    const last = batches.at(-1);
    if (last === undefined || last.length === size || last[0]?.embed_tries !== row.embed_tries) {
      batches.push([row]);
    } else {
      last.push(row);
    }
  }
  return batches;
}

const waits = `workspace_id = $1 and collection_id = $2 and pending and tombstoned_at is null
       and embed_tries < ${limits.embedTries}`;
const leased = `now() + interval '${limits.embedLeaseSeconds} seconds'`;

/** Claims up to 500 waiting records, or those among the given ids. Other calls do not embed claimed records. */
export async function claimPending(
  transaction: Transaction,
  collectionId: string,
  ids?: readonly string[],
): Promise<PendingRow[]> {
  const rows = await transaction.query<PendingRow>(
    // "materialized", because PostgreSQL may otherwise run a locking subquery once per row, with different results each
    // time.
    `with w as materialized (
       select external_id from records where ${waits} and (claimed_until is null or claimed_until <= now())
         ${ids === undefined ? '' : 'and external_id = any($3::text[])'}
       order by embed_tries, external_id limit ${limits.recordsPerCall} for update skip locked)
     update records r set claimed_until = ${leased} from w
     where r.workspace_id = $1 and r.collection_id = $2 and r.external_id = w.external_id
     returning r.external_id, r.embed_text, decode(md5(r.embed_text), 'hex') as text_hash, r.embed_tries`,
    [transaction.workspaceId, collectionId, ...(ids === undefined ? [] : [ids])],
  );
  return rows.sort((a, b) => a.embed_tries - b.embed_tries || (a.external_id < b.external_id ? -1 : 1));
}

function renewClaims(transaction: Transaction, collectionId: string, rows: readonly PendingRow[]): void {
  if (rows.length > 0) {
    transaction.send(
      `update records set claimed_until = ${leased}
       where workspace_id = $1 and collection_id = $2 and external_id = any($3::text[]) and claimed_until is not null`,
      [transaction.workspaceId, collectionId, rows.map((row) => row.external_id)],
    );
  }
}

/**
 * Releases claimed records without a vector. Records whose text changed are skipped, because another call may have
 * claimed them.
 */
function releaseClaims(transaction: Transaction, collectionId: string, rows: readonly PendingRow[]): void {
  if (rows.length > 0) {
    transaction.send(
      `update records r set claimed_until = null from unnest($3::text[], $4::bytea[]) as l (external_id, text_hash)
       where r.workspace_id = $1 and r.collection_id = $2 and r.external_id = l.external_id
         and decode(md5(r.embed_text), 'hex') = l.text_hash`,
      [transaction.workspaceId, collectionId, rows.map((row) => row.external_id), rows.map((row) => row.text_hash)],
    );
  }
}

async function hasPending(transaction: Transaction, collectionId: string): Promise<boolean> {
  const [row] = await transaction.query<{ found: boolean }>(
    `select exists (select from records where ${waits}) as found`,
    [transaction.workspaceId, collectionId],
  );
  return row?.found ?? false;
}

/** The outcomes of a batch, and the records that are still to be sent. */
interface BatchOutcomes {
  readonly outcomes: readonly (readonly [PendingRow, TextOutcome])[];
  readonly rest: readonly PendingRow[];
}

async function saveOutcomes(
  transaction: Transaction,
  { collectionId, embedding: { embedderId }, signal }: PendingInput,
  { outcomes, rest }: BatchOutcomes,
): Promise<EmbeddedClaims> {
  // The collection is locked before its rows, as in every writer, to prevent a deadlock.
  const sequenceNumber = await takeSequenceNumber(transaction, collectionId);
  if (sequenceNumber === undefined) {
    return { embedded: [], failed: 0 };
  }
  renewClaims(transaction, collectionId, rest);
  const computed = outcomes.flatMap(([{ external_id, text_hash }, vector]) =>
    typeof vector === 'string' ? [] : [{ externalId: external_id, textHash: text_hash, vector }],
  );
  // If the call timed out, no input counts as failed, because any of them may have caused it.
  const failed = outcomes.flatMap(([row, outcome]) => (outcome === 'failed' && !signal?.aborted ? [row] : []));
  const left = outcomes.flatMap(([row, outcome]) => (typeof outcome === 'string' ? [row] : []));
  releaseClaims(transaction, collectionId, left);
  return {
    embedded: await storeVectors(transaction, { collectionId, embedderId, sequenceNumber }, computed),
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
    // Adds one to the value that was read, so that concurrent calls count one try together.
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
