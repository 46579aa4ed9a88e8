import type { OperationContext } from '../../dispatch/operation.js';
import type { InTransaction } from '../../platform/database/database.js';
import { mapWithPauses } from '../../platform/pauses.js';
import type { EmbeddingClient } from '../../search-runtime/embedding/embedders.js';
import type { CollectionView } from '../access/view.js';
import { embedClaimed, type PendingRow } from '../embedding/pending.js';
import { type AppliedRecord, appliedOf, findStatesOf, type RecordOutcome, type VectorsByText } from './apply.js';
import { type CheckedRecords, keptOf } from './check.js';
import type { StoredState } from './decide.js';
import type { ValidRecord } from './validate.js';

/** Computes vectors for records that need one: they have none, or it is of another text or another embedder. */
export async function embedRecords(
  inTransaction: InTransaction,
  { checked, view, embedding }: { checked: CheckedRecords; view: CollectionView; embedding: EmbeddingClient },
): Promise<VectorsByText> {
  const occurrences = new Map<string, number>();
  for (const { externalId } of checked.kept) {
    occurrences.set(externalId, (occurrences.get(externalId) ?? 0) + 1);
  }
  const states = await inTransaction((transaction) => findStatesOf(transaction, checked, view));
  const records = await foresee(checked, states);
  const current = new Map(
    states
      .filter((state) => state.vector_embedder === embedding.embedderId)
      // If a record is sent twice, its first write may remove the stored vector, so that vector does not count.
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
  const computed = [...wanted.keys()].map((hash, index) => [hash, outcomes[index]] as const);
  return new Map(computed.filter((entry): entry is [string, Uint8Array] => entry[1] instanceof Uint8Array));
}

/** Returns the records that would be stored if these were applied in order. */
async function foresee({ kept, validate }: CheckedRecords, states: readonly StoredState[]): Promise<ValidRecord[]> {
  const stored = new Map(states.map((state) => [state.external_id, keptOf(state)]));
  const foreseen = await mapWithPauses(kept, (sent) => {
    const record = validate(sent, stored.get(sent.externalId) ?? null);
    if (!('error' in record)) {
      stored.set(sent.externalId, record.record);
    }
    return record;
  });
  return foreseen.flatMap((record) => ('error' in record ? [] : [record]));
}

/** The result of a call. */
export interface WriteResult {
  readonly view: CollectionView;
  readonly outcomes: readonly RecordOutcome[];
}

/** The result of a call, and the records that it claimed for embedding. Other calls do not embed these. */
export interface AppliedCall extends WriteResult {
  readonly claimed: readonly PendingRow[];
}

/**
 * Embeds the records that a call has stored and claimed. A paid provider is called only after the write, because the
 * same record may arrive twice at the same time, and a stale record needs no vector.
 */
export async function embedWritten(
  { services, workspace, outOfTurn }: OperationContext,
  embedding: EmbeddingClient,
  { claimed, ...result }: AppliedCall,
): Promise<WriteResult> {
  if (claimed.length === 0) {
    return result;
  }
  // The records are committed, so their vectors are stored even if the caller loses access meanwhile.
  const inWorkspace: InTransaction = (work) => services.database.inWorkspace(workspace.id, work);
  const input = { collectionId: result.view.collection.id, embedding, outOfTurn };
  const { embedded } = await embedClaimed(inWorkspace, input, claimed);
  // If several records have the same id, the last one is stored.
  const last = new Map(appliedOf(result.outcomes).map((outcome) => [outcome.record.externalId, outcome]));
  const computed = new Set<RecordOutcome | undefined>(embedded.map((id) => last.get(id)));
  const isTold = (outcome: RecordOutcome): outcome is AppliedRecord =>
    computed.has(outcome) && !('error' in outcome) && outcome.record.changesSeenText !== false;
  const outcomes = result.outcomes.map((outcome) => (isTold(outcome) ? { ...outcome, embedded: true } : outcome));
  return { ...result, outcomes };
}
