import type { JsonObject } from '@tessera/json';
import { type CollectionConfig, embedText } from '@tessera/records';
import type { InTransaction, Transaction } from '../../../platform/database/database.js';
import { errors } from '../../../platform/errors.js';
import type { OutOfTurn } from '../../../platform/turns/fair-gate.js';
import type { LockedCollection } from '../../access/sequence-number.js';
import { hashText } from '../../writing/validate.js';
import { mayChangeText, textChangeOf } from './text-change.js';

const pageSize = 1_000;

/** How many of the newest and of the oldest records are compared to detect that a reindex is required. */
const sampleSize = 500;

const charactersPerToken = 4;

interface ReindexRow {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly vector_text_hash: Buffer | null;
  readonly vector_embedder: string | null;
  readonly text_hash: Buffer;
}

/** The collection that a reindex reads, and callbacks that it calls. */
export interface ReindexInput {
  readonly embedderId: string;
  /** Opens the collection. It must lock the collection if the reindex queues records. */
  readonly open: (transaction: Transaction) => Promise<Pick<LockedCollection, 'view'> & Partial<LockedCollection>>;
  /** Yields the turn between two pages. */
  readonly outOfTurn?: OutOfTurn;
  /** Adds the audit entry of queued records, in the transaction that queues them. */
  readonly accountFor: (transaction: Transaction, queued: number) => void;
}

/** The result of a reindex. Tokens are estimated at four characters each. */
export interface ReindexResult {
  readonly records: number;
  readonly wouldReembed: number;
  readonly estimatedTokens: number;
}

/**
 * Finds records whose vector is outdated: their text under the current configuration, or the embedder, differs from
 * that of the vector. If the collection is locked, stores the new text and queues these records for embedding. Old
 * vectors are used until they are replaced. Each page is one transaction, with the configuration at that time.
 */
export async function reindex(inTransaction: InTransaction, input: ReindexInput): Promise<ReindexResult> {
  const result = { records: 0, wouldReembed: 0, estimatedTokens: 0 };
  for (let before: Page | undefined; ; ) {
    const page = await inTransaction((transaction) => reindexPage(transaction, input, before));
    result.records += page.rows.length;
    result.wouldReembed += page.stale.length;
    result.estimatedTokens += page.stale.reduce(
      (sum, { text }) => sum + Math.ceil(text.length / charactersPerToken),
      0,
    );
    before = page;
    if (page.rows.length < pageSize) {
      return result;
    }
    await input.outOfTurn?.(async () => undefined);
  }
}

interface StaleRecord {
  readonly id: string;
  readonly text: string;
}

interface Page {
  readonly collectionId: string;
  readonly rows: readonly ReindexRow[];
  readonly stale: readonly StaleRecord[];
}

async function reindexPage(
  transaction: Transaction,
  { embedderId, open, accountFor }: ReindexInput,
  before: Page | undefined,
): Promise<Page> {
  // Locked if records are queued. Otherwise a concurrent write could be overwritten with the text of its earlier
  // version.
  const { view, sequenceNumber } = await open(transaction);
  const { collection, config } = view;
  const collectionId = collection.id;
  if (before !== undefined && collectionId !== before.collectionId) {
    // The collection was deleted, and another one now has its name.
    throw errors.notFound('collection_not_found');
  }
  const rows = await listPage(transaction, collectionId, before?.rows.at(-1)?.external_id ?? '');
  const stale = rows
    .map((row) => ({ row, text: embedText(row.attributes, config) }))
    .filter((entry) => isStale(entry, embedderId))
    .map(({ row, text }) => ({ id: row.external_id, text }));
  if (sequenceNumber !== undefined && stale.length > 0) {
    await queue(transaction, { collectionId, sequenceNumber }, stale);
    accountFor(transaction, stale.length);
  }
  return { collectionId, rows, stale };
}

/** The input of the check for a required reindex. */
export interface ReindexQuestion {
  readonly collectionId: string;
  readonly config: CollectionConfig;
  /** The configuration before the change, which is already stored. */
  readonly before: CollectionConfig;
  readonly embedderId: string;
}

/**
 * Whether a reindex is required. True if the text of one of the newest or oldest records differs from that of its
 * vector, or if any record has a value that the change adds to its text or removes from it.
 */
export async function isReindexRequired(transaction: Transaction, input: ReindexQuestion): Promise<boolean> {
  const rows = await transaction.query<ReindexRow>(
    `(select ${columns} from records r where workspace_id = $1 and collection_id = $2 and tombstoned_at is null
      order by write_date desc nulls last, external_id limit ${sampleSize})
     union all
     (select ${columns} from records r where workspace_id = $1 and collection_id = $2 and tombstoned_at is null
      order by write_date nulls first, external_id desc limit ${sampleSize})`,
    [transaction.workspaceId, input.collectionId],
  );
  const isDue = rows.some((row) => {
    const hash = hashText(embedText(row.attributes, input.config));
    const otherEmbedder = row.vector_embedder !== null && row.vector_embedder !== input.embedderId;
    return otherEmbedder || !hash.equals(row.text_hash);
  });
  // If the newest and oldest records overlap, the sample contains all records.
  const isAll = new Set(rows.map((row) => row.external_id)).size < 2 * sampleSize;
  const change = isDue || isAll ? undefined : textChangeOf(input.before, input.config);
  return isDue || (change !== undefined && (await mayChangeText(transaction, input.collectionId, change)));
}

function isStale({ row, text }: { row: ReindexRow; text: string }, embedderId: string): boolean {
  const hash = hashText(text);
  if (text === '') {
    return !hash.equals(row.text_hash);
  }
  return row.vector_embedder !== embedderId || row.vector_text_hash === null || !hash.equals(row.vector_text_hash);
}

const columns = `external_id, attributes, vector_text_hash, vector_embedder, decode(md5(embed_text), 'hex') as text_hash`;

/** Reads a page of live records, sorted by id. */
function listPage(transaction: Transaction, collectionId: string, after: string): Promise<ReindexRow[]> {
  return transaction.query<ReindexRow>(
    `select ${columns} from records
     where workspace_id = $1 and collection_id = $2 and tombstoned_at is null and external_id > $3::text collate "C"
     order by external_id limit ${pageSize}`,
    [transaction.workspaceId, collectionId, after],
  );
}

async function queue(
  transaction: Transaction,
  { collectionId, sequenceNumber }: { readonly collectionId: string; readonly sequenceNumber: number },
  records: readonly StaleRecord[],
): Promise<void> {
  await transaction.query(
    `update records set embed_text = t.text, pending = t.text <> '', embed_tries = 0, change_mark = $3,
       claimed_until = case when embed_text = t.text then claimed_until end,
       vector = case when t.text <> '' then vector end,
       vector_text_hash = case when t.text <> '' then vector_text_hash end,
       vector_embedder = case when t.text <> '' then vector_embedder end
     from unnest($4::text[], $5::text[]) as t (external_id, text)
     where records.workspace_id = $1 and records.collection_id = $2 and records.external_id = t.external_id`,
    [
      transaction.workspaceId,
      collectionId,
      sequenceNumber,
      records.map((record) => record.id),
      records.map((record) => record.text),
    ],
  );
}
