import type { RecordApplied } from '@tessera/contract';
import { lastOf, type Transaction } from '../../platform/database/database.js';
import { mapWithPauses } from '../../platform/pauses.js';
import type { CollectionView } from '../access/view.js';
import type { Embedding } from '../embedding/embedding.js';
import { type MadeVector, storeVectors } from '../embedding/vectors.js';
import { type RaisedFinding, recordFindings } from '../findings/store.js';
import type { RecordProblem } from '../model/problem.js';
import { type DecideRules, type Decision, decide, type StoredState } from './decide.js';
import { deleteKeys, insertKeys } from './keys.js';
import { outsideSlice, type PreparedRecord, prepareRecord, type RefusedRecord } from './prepare.js';
import { findStates, storeRecords, touchLastIngest, type WritableRecord, type WriteTarget } from './store.js';

/** One record after the call: applied, or refused. */
export type RecordOutcome =
  | { readonly record: PreparedRecord; readonly status: RecordApplied['status']; readonly embedded: boolean }
  | RefusedRecord;

/** A call's records on their way into a collection. */
export interface WriteBatch {
  readonly prepared: readonly (PreparedRecord | RefusedRecord)[];
  /** Vectors by hash of their text, where they were made before the write. */
  readonly vectors: ReadonlyMap<string, Uint8Array>;
  /** What is stored under the records' ids. */
  readonly states: readonly StoredState[];
}

/** Checks every record of a call against the collection as the view shows it. */
export function prepareBatch(
  records: readonly unknown[],
  view: CollectionView,
  now: Date,
): Promise<WriteBatch['prepared']> {
  const { config, writeSlice: slice } = view;
  const rules = { config, slice, outside: outsideSlice(slice), now };
  return mapWithPauses(records, (sent, index) => prepareRecord(sent, index, rules));
}

/** Whether a prepared record was refused. */
export function isRefused<Kept>(record: Kept | RefusedRecord): record is RefusedRecord {
  return typeof record === 'object' && record !== null && 'error' in record;
}

function keptOf(prepared: WriteBatch['prepared']): PreparedRecord[] {
  return prepared.filter((record): record is PreparedRecord => !isRefused(record));
}

/** What is stored under the ids of a call's records. */
export function findBatchStates(
  transaction: Transaction,
  prepared: WriteBatch['prepared'],
  view: CollectionView,
): Promise<StoredState[]> {
  return findStatesOf(transaction, keptOf(prepared), view);
}

function findStatesOf(
  transaction: Transaction,
  records: readonly PreparedRecord[],
  { collection, config, writeSlice }: CollectionView,
): Promise<StoredState[]> {
  return findStates(transaction, {
    collectionId: collection.id,
    ids: [...new Set(records.map((record) => record.externalId))],
    slice: writeSlice,
    withAttributes: config.append_only,
  });
}

/** Makes the vectors that the records will need: of texts whose stored vector is missing, stale or of another embedder. */
export async function embedBatch(
  transaction: (work: (transaction: Transaction) => Promise<StoredState[]>) => Promise<StoredState[]>,
  { prepared, view, embedding }: { prepared: WriteBatch['prepared']; view: CollectionView; embedding: Embedding },
): Promise<WriteBatch['vectors']> {
  const records = keptOf(prepared);
  const occurrences = new Map<string, number>();
  for (const { externalId } of records) {
    occurrences.set(externalId, (occurrences.get(externalId) ?? 0) + 1);
  }
  const states = await transaction((tx) => findBatchStates(lastOf(tx), prepared, view));
  const current = new Map(
    states
      .filter((state) => state.vector_embedder === embedding.embedderId)
      // One that is sent twice may lose its vector in between.
      .filter((state) => occurrences.get(state.external_id) === 1)
      .map((state) => [state.external_id, state.vector_text_hash]),
  );
  const wanted = new Map<string, string>();
  for (const record of records) {
    if (record.embedText !== '' && current.get(record.externalId)?.equals(record.textHash) !== true) {
      wanted.set(record.textHash.toString('hex'), record.embedText);
    }
  }
  const outcomes = await embedding.embed([...wanted.values()]);
  const made = [...wanted.keys()].map((hash, place) => [hash, outcomes[place]] as const);
  return new Map(made.filter((entry): entry is [string, Uint8Array] => entry[1] instanceof Uint8Array));
}

/** What writing needs to know besides the batch. */
export interface ApplyOptions {
  readonly view: CollectionView;
  readonly target: WriteTarget;
  readonly clock: () => Date;
}

/**
 * Applies a call's records in order, in the given transaction, which must hold the collection: each on its own, the same id
 * twice one after the other.
 */
export async function applyBatch(
  transaction: Transaction,
  batch: WriteBatch,
  options: ApplyOptions,
): Promise<RecordOutcome[]> {
  const outcomes: RecordOutcome[] = [];
  const changed = new Set<number>();
  const rules = { appendOnly: options.view.config.append_only, outside: outsideSlice(options.view.writeSlice) };
  for (const [place, records] of roundsOf(batch.prepared).entries()) {
    const states = place === 0 ? batch.states : await findStatesOf(transaction, records, options.view);
    const applied = await applyRound(transaction, { records, states, vectors: batch.vectors, rules }, options);
    outcomes.push(...applied.outcomes);
    for (const index of applied.changed) {
      changed.add(index);
    }
  }
  outcomes.push(...batch.prepared.filter((record): record is RefusedRecord => isRefused(record)));
  recordFindings(transaction, options.target, raisedBy(batch.prepared, changed));
  if (outcomes.some((outcome) => !isRefused(outcome))) {
    touchLastIngest(transaction, options.target);
  }
  return outcomes.sort((a, b) => indexOf(a) - indexOf(b));
}

/** What the changed records raise, in the order in which they were sent. */
function raisedBy(prepared: WriteBatch['prepared'], changed: ReadonlySet<number>): RaisedFinding[] {
  return prepared.flatMap((record) =>
    isRefused(record) || !changed.has(record.index)
      ? []
      : record.findings.map((finding) => ({ ...finding, externalId: record.externalId })),
  );
}

function indexOf(outcome: RecordOutcome): number {
  return isRefused(outcome) ? outcome.index : outcome.record.index;
}

/** Splits records so that no round holds an id twice; the k-th record of an id is in the k-th round. */
function roundsOf(prepared: WriteBatch['prepared']): PreparedRecord[][] {
  const rounds: PreparedRecord[][] = [];
  const seen = new Map<string, number>();
  for (const record of prepared) {
    if (!isRefused(record)) {
      const round = seen.get(record.externalId) ?? 0;
      seen.set(record.externalId, round + 1);
      const sameRound = rounds[round];
      if (sameRound === undefined) {
        rounds[round] = [record];
      } else {
        sameRound.push(record);
      }
    }
  }
  return rounds;
}

interface Round {
  readonly records: readonly PreparedRecord[];
  readonly states: readonly StoredState[];
  readonly vectors: WriteBatch['vectors'];
  readonly rules: DecideRules;
}

interface DecidedRecord {
  readonly record: PreparedRecord;
  readonly state: StoredState | undefined;
  readonly decision: Decision;
}

async function applyRound(
  transaction: Transaction,
  round: Round,
  { view, target, clock }: ApplyOptions,
): Promise<{ outcomes: RecordOutcome[]; changed: Iterable<number> }> {
  const { collectionId, embedderId } = target;
  const stored = new Map(round.states.map((state) => [state.external_id, state]));
  // Read while the collection is held: of two writers without a date the one that comes second is the later one.
  const now = clock();
  const decided = round.records.map((sent) => {
    const record = sent.dated ? sent : { ...sent, writeDate: now };
    const state = stored.get(record.externalId);
    return { record, state, decision: decide(record, state, round.rules) };
  });
  const changed = decided
    .filter(({ decision }) => 'changes' in decision && decision.changes)
    .map(({ record, state }) => writableOf(record, state, round.vectors, embedderId));
  if (changed.length > 0) {
    await storeRecords(transaction, target, changed);
    const replaced = changed.filter(({ externalId }) => stored.has(externalId)).map(({ externalId }) => externalId);
    if (replaced.length > 0 && view.config.id_match_fields.length > 0) {
      deleteKeys(transaction, collectionId, replaced);
    }
    insertKeys(transaction, { collectionId, config: view.config }, changed);
  }
  const made = new Set(await storeVectors(transaction, target, owedOf(decided, round.vectors)));
  for (const { externalId, vector } of changed) {
    if (vector !== null) {
      made.add(externalId);
    }
  }
  const outcomes = decided.map(({ record, decision }) =>
    'error' in decision
      ? refusedFrom(record, decision)
      : { record, status: decision.status, embedded: made.has(record.externalId) },
  );
  return { outcomes, changed: changed.map(({ index }) => index) };
}

/** The vectors of records that are sent again as they are stored, and still await theirs. */
function owedOf(decided: readonly DecidedRecord[], vectors: WriteBatch['vectors']): MadeVector[] {
  return decided.flatMap(({ record: { externalId, textHash }, state, decision }) => {
    const isOwed = state?.pending === true && 'status' in decision && decision.status === 'unchanged';
    const vector = isOwed ? vectors.get(textHash.toString('hex')) : undefined;
    return vector === undefined ? [] : [{ externalId, textHash, vector }];
  });
}

function writableOf(
  record: PreparedRecord,
  state: StoredState | undefined,
  vectors: WriteBatch['vectors'],
  embedderId: string,
): WritableRecord {
  const hasVector = state?.vector_embedder === embedderId && state.vector_text_hash?.equals(record.textHash) === true;
  const vector = hasVector ? null : (vectors.get(record.textHash.toString('hex')) ?? null);
  return { ...record, vector, pending: record.embedText !== '' && !hasVector && vector === null };
}

function refusedFrom(record: PreparedRecord, problem: RecordProblem): RefusedRecord {
  return { index: record.index, externalId: record.externalId, ...problem };
}
