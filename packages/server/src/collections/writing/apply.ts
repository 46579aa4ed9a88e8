import { limits } from '@tessera/contract';
import { type CollectionConfig, secondSpelling, staleByFuture } from '@tessera/records';
import type { Transaction } from '../../platform/database/database.js';
import { mapWithPauses } from '../../platform/pauses.js';
import type { GrantRow } from '../access/queries.js';
import type { CollectionView } from '../access/view.js';
import { type ComputedVector, storeVectors } from '../embedding/vectors.js';
import { type RaisedFinding, recordFindings } from '../findings/store.js';
import { keepVersions } from '../history/queries.js';
import { confirmRecords } from '../records/confirmations.js';
import { noteFields } from '../records/field-order.js';
import { type CheckedRecords, keptOf } from './check.js';
import {
  type DecideRules,
  decide,
  type Expectations,
  isChange,
  type RecordStatus,
  type StoredState,
  unexpectedVersion,
} from './decide.js';
import { noteDepartures } from './departures.js';
import { deleteKeys, insertKeys } from './keys.js';
import {
  findStates,
  setClocks,
  storeRecords,
  tombstoneRecords,
  touchLastIngest,
  type WritableRecord,
  type WriteTarget,
} from './store.js';
import { outsideSlice, type RefusedRecord, type SentRecord, type ValidRecord } from './validate.js';

/** A record that was applied, possibly unchanged. */
export interface AppliedRecord {
  readonly index: number;
  readonly record: ValidRecord;
  readonly status: RecordStatus;
  readonly embedded: boolean;
  /** The version of the stored record after the call. */
  readonly version: string;
}

/** The result of one record: applied or refused. */
export type RecordOutcome = AppliedRecord | RefusedRecord;

/** Returns the outcomes of records that were applied. */
export function appliedOf(outcomes: readonly RecordOutcome[]): AppliedRecord[] {
  return outcomes.flatMap((outcome) => ('error' in outcome ? [] : [outcome]));
}

/** Vectors by the hexadecimal hash of their text. */
export type VectorsByText = ReadonlyMap<string, Uint8Array>;

/** The checked records of a call, with all data needed to apply them. */
export interface WriteBatch extends CheckedRecords {
  readonly expectations: Expectations;
  /** Vectors that were computed before the transaction. */
  readonly vectors: VectorsByText;
  /** The grants of the collection that have a slice, to record which records leave a slice. */
  readonly grants: readonly GrantRow[];
  /** Stored states of the records in `kept`. */
  readonly states: readonly StoredState[];
  /** Whether earlier content is restored regardless of the clocks. */
  readonly isRevert?: boolean;
}

/** Reads the stored states of records. */
export function findStatesOf(
  transaction: Transaction,
  { kept: records, isComposed }: Pick<CheckedRecords, 'kept' | 'isComposed'>,
  { collection, config, writeSlice }: CollectionView,
): Promise<StoredState[]> {
  return findStates(transaction, {
    collectionId: collection.id,
    ids: [...new Set(records.map((record) => record.externalId))],
    slice: writeSlice,
    withAttributes: config.append_only || isComposed,
  });
}

/** The target of a batch, and options for applying it. */
export interface ApplyOptions {
  readonly view: CollectionView;
  readonly target: WriteTarget;
}

/**
 * Applies the records of a call in order, in a transaction that has locked the collection. Records with the same id are
 * applied one after the other.
 */
export async function applyBatch(
  transaction: Transaction,
  batch: WriteBatch,
  options: ApplyOptions,
): Promise<RecordOutcome[]> {
  const { view, target } = options;
  const outcomes: RecordOutcome[] = [...batch.refused];
  const rules = {
    appendOnly: view.config.append_only,
    outside: outsideSlice(view.writeSlice),
    isRevert: batch.isRevert === true,
  };
  for (const [round, kept] of roundsOf(batch.kept).entries()) {
    const states = round === 0 ? batch.states : await findStatesOf(transaction, { ...batch, kept }, view);
    outcomes.push(...(await applyRound(transaction, { ...batch, kept, states, rules }, options)));
  }
  outcomes.sort((a, b) => a.index - b.index);
  await recordFindings(transaction, target, outcomes.flatMap(raisedBy));
  const applied = appliedOf(outcomes);
  if (applied.length > 0) {
    await noteArrival(transaction, { view, target, applied });
  }
  return outcomes;
}

/** Records the arrival of data and the order of its fields. Adds a finding if many updates in a row are older than the stored records. */
async function noteArrival(
  transaction: Transaction,
  { view, target, applied }: ApplyOptions & { readonly applied: readonly AppliedRecord[] },
): Promise<void> {
  const lastFresh = applied.findLastIndex(({ status }) => status !== 'stale');
  const trailing = applied.length - 1 - lastFresh;
  noteFields(transaction, target.collectionId, new Set(applied.flatMap(({ record }) => Object.keys(record.record))));
  const run = await touchLastIngest(transaction, target, { ended: lastFresh >= 0, stale: trailing });
  if (run >= limits.staleRun) {
    const message = `The last ${run} updates were all older than what is stored and were ignored: check the clock of the source.`;
    const finding = { field: view.config.write_date_field, kind: 'delivery' as const, message, externalId: null };
    await recordFindings(transaction, target, [finding]);
  }
}

/** The findings that an outcome adds. If the record was not written, only the one about a second spelling of its id. */
function raisedBy(outcome: RecordOutcome): RaisedFinding[] {
  if ('error' in outcome) {
    return [];
  }
  const { findings, externalId } = outcome.record;
  const raised = isChange(outcome.status) ? findings : findings.filter(({ kind }) => kind === 'id_spelling');
  // The message is built only when needed, because most findings of a call become one row that shows only the first.
  return raised.map((finding) => ({
    field: finding.field,
    kind: finding.kind,
    key: finding.key ?? finding.field,
    externalId,
    get message() {
      return finding.message;
    },
  }));
}

/** Splits records into rounds. The k-th record with an id is in round k, so no round contains an id twice. */
function roundsOf(records: readonly SentRecord[]): SentRecord[][] {
  const rounds: SentRecord[][] = [];
  const seen = new Map<string, number>();
  for (const record of records) {
    const round = seen.get(record.externalId) ?? 0;
    seen.set(record.externalId, round + 1);
    const sameRound = rounds[round] ?? [];
    rounds[round] = sameRound;
    sameRound.push(record);
  }
  return rounds;
}

interface Round extends WriteBatch {
  readonly rules: DecideRules;
}

interface DecidedRecord {
  readonly record: ValidRecord;
  readonly state: StoredState | undefined;
  readonly status: RecordStatus;
}

async function applyRound(
  transaction: Transaction,
  { kept, states, vectors, ...round }: Round,
  { view, target }: ApplyOptions,
): Promise<RecordOutcome[]> {
  const stored = new Map(states.map((state) => [state.external_id, state]));
  const explained = (outcome: DecidedRecord | RefusedRecord) =>
    'error' in outcome ? outcome : withReasons(outcome, view.config, target.now);
  const outcomes = await mapWithPauses(kept, (sent) => explained(decideOne(sent, stored.get(sent.externalId), round)));
  const decided = outcomes.flatMap((outcome) => ('error' in outcome ? [] : [outcome]));
  await removeDeleted(transaction, decided, { view, target });
  const changed = decided
    .filter(({ status }) => isChange(status) && status !== 'tombstoned')
    .map(({ record, state }) => writableOf(record, state, vectors, target.embedderId));
  if (changed.length > 0) {
    noteDepartures(transaction, target, { grants: round.grants, view, records: changed });
    const replaced = changed.filter(({ externalId }) => stored.has(externalId)).map(({ externalId }) => externalId);
    keepVersions(transaction, target, { config: view.config, externalIds: replaced });
    await storeRecords(transaction, target, changed);
    if (replaced.length > 0 && view.config.id_match_fields.length > 0) {
      deleteKeys(transaction, target.collectionId, replaced);
    }
    insertKeys(transaction, { collectionId: target.collectionId, config: view.config }, changed);
  }
  const confirmed = decided.filter(({ status }) => status !== 'stale').map(({ record }) => record.externalId);
  confirmRecords(transaction, target, confirmed);
  const owed = await storeVectors(transaction, target, missingVectors(decided, vectors));
  const completed = new Set([
    ...owed,
    ...changed.flatMap(({ externalId, vector }) => (vector === null ? [] : [externalId])),
  ]);
  const complete = new Set(changed.filter(({ pending }) => !pending).map(({ externalId }) => externalId));
  return outcomes.map((outcome) => {
    if ('error' in outcome) {
      return outcome;
    }
    const { record, state, status } = outcome;
    const { changesSeenText, externalId } = record;
    // For a writer with hidden fields, whether a vector was computed is not reported as such: it also depends on the
    // hidden fields and would reveal their changes.
    const embedded = changesSeenText === null ? completed.has(externalId) : changesSeenText && complete.has(externalId);
    const version = isChange(status) || state === undefined ? target.version : state.version;
    return { index: record.index, record, status, embedded, version };
  });
}

/** Turns the records that their source has deleted into tombstones with its clock. Unknown ids get one too, so that an older write that arrives later stays stale. */
async function removeDeleted(
  transaction: Transaction,
  decided: readonly DecidedRecord[],
  { view, target }: ApplyOptions,
): Promise<void> {
  const deleted = decided.filter(({ status }) => status === 'tombstoned');
  if (deleted.length === 0) {
    return;
  }
  const unknown = deleted.filter(({ state }) => state === undefined).map(({ record }) => record);
  const live = deleted.filter(({ state }) => state?.tombstoned === false).map(({ record }) => record.externalId);
  const tombstones = unknown.map((record) => ({ ...record, vector: null, pending: false }));
  await storeRecords(transaction, target, tombstones);
  keepVersions(transaction, target, { config: view.config, externalIds: live });
  const records = deleted.map(({ record }) => record);
  const externalIds = records.map(({ externalId }) => externalId);
  tombstoneRecords(transaction, target, externalIds);
  const clocks = records.filter(({ writeDate }) => writeDate !== null);
  setClocks(transaction, target.collectionId, { clocks, isExact: false });
}

/** Decides the status of one record from the stored state of its id. */
function decideOne(
  sent: SentRecord,
  state: StoredState | undefined,
  { validate, expectations, rules }: Pick<Round, 'validate' | 'expectations' | 'rules'>,
): DecidedRecord | RefusedRecord {
  const { index, externalId } = sent;
  // The slice is checked first, because any other error would reveal that the record exists.
  const isOutside = state?.inside === false;
  const unexpected = isOutside ? rules.outside : unexpectedVersion(sent, state, expectations);
  if (unexpected !== undefined) {
    return { index, externalId, ...unexpected };
  }
  const record = validate(sent, keptOf(state));
  if ('error' in record) {
    return record;
  }
  const decision = decide(record, state, rules);
  return typeof decision === 'string' ? { record, state, status: decision } : { index, externalId, ...decision };
}

/**
 * Adds a finding if a record is stale because the stored clock is in the future, and one for a second spelling of an
 * id.
 */
function withReasons(decided: DecidedRecord, config: CollectionConfig, now: Date): DecidedRecord {
  const { record, state, status } = decided;
  const stale = status === 'stale' ? staleByFuture(config.write_date_field, state?.write_date ?? null, now) : null;
  const isKnown = state !== undefined && !state.tombstoned;
  const ids = { id: record.externalId, before: state?.id_spelling ?? null, now: record.idSpelling };
  const spelled = isKnown ? secondSpelling(config.id_field, ids, now) : null;
  const reasons = [stale, spelled].filter((reason) => reason !== null);
  return reasons.length === 0
    ? decided
    : { ...decided, record: { ...record, findings: [...record.findings, ...reasons] } };
}

/** Returns vectors for unchanged records that were stored without one. */
function missingVectors(decided: readonly DecidedRecord[], vectors: VectorsByText): ComputedVector[] {
  return decided.flatMap(({ record: { externalId, textHash }, state, status }) => {
    const isOwed = state?.pending === true && status === 'unchanged';
    const vector = isOwed ? vectors.get(textHash.toString('hex')) : undefined;
    return vector === undefined ? [] : [{ externalId, textHash, vector }];
  });
}

function writableOf(
  record: ValidRecord,
  state: StoredState | undefined,
  vectors: VectorsByText,
  embedderId: string,
): WritableRecord {
  const hasVector = state?.vector_embedder === embedderId && state.vector_text_hash?.equals(record.textHash) === true;
  const vector = hasVector ? null : (vectors.get(record.textHash.toString('hex')) ?? null);
  return { ...record, vector, pending: record.embedText !== '' && !hasVector && vector === null };
}
