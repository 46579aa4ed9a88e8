import type { RecordApplied, RecordRefused } from '@tessera/contract';
import type { RecordFinding } from '@tessera/records';
import { type AppliedRecord, appliedOf, type RecordOutcome } from './apply.js';
import { isChange } from './decide.js';

/** Returns whether a finding is shown at a record, and how many records of the call have it. */
type Shown = (finding: RecordFinding) => { readonly isShown: boolean; readonly records: number };

/**
 * Returns the result of each record, in the order sent. A finding is shown at the first record that has it, for the
 * whole call.
 */
export function presentOutcomes(outcomes: readonly RecordOutcome[], dryRun = false): (RecordApplied | RecordRefused)[] {
  const records = new Map<string, number>();
  for (const finding of appliedOf(outcomes).flatMap(({ record }) => record.findings)) {
    records.set(keyOf(finding), (records.get(keyOf(finding)) ?? 0) + 1);
  }
  const told = new Set<string>();
  const shown: Shown = (finding) => {
    const key = keyOf(finding);
    const isShown = finding.ofEachRecord === true || !told.has(key);
    told.add(key);
    return { isShown, records: finding.ofEachRecord === true ? 1 : (records.get(key) ?? 1) };
  };
  const seen = new Set<string>();
  return outcomes.map((outcome) => {
    const id = 'error' in outcome ? outcome.externalId : outcome.record.externalId;
    const repeated = id !== undefined && seen.has(id) ? { repeated: true } : {};
    if (id !== undefined) {
      seen.add(id);
    }
    if ('error' in outcome) {
      const { index, error, message, field, hint } = outcome;
      return { index, ...(id === undefined ? {} : { external_id: id }), ...repeated, error, message, field, hint };
    }
    return { ...presentApplied(outcome, { dryRun, shown }), ...repeated };
  });
}

/** Returns the result of one applied record. */
export function presentApplied(
  { record, status, embedded, version }: AppliedRecord,
  { dryRun, shown }: { readonly dryRun: boolean; readonly shown: Shown } = {
    dryRun: false,
    shown: () => ({ isShown: true, records: 1 }),
  },
): RecordApplied {
  const findings = record.findings.flatMap((finding) => {
    const { isShown, records } = shown(finding);
    const { field, kind } = finding;
    return isShown ? [{ field, kind, message: finding.message, ...(records > 1 ? { records } : {}) }] : [];
  });
  const { ignored } = record;
  return {
    external_id: record.externalId,
    status,
    // A dry run stores no vector, so this is false even if a vector is stored already.
    embedded: embedded && !dryRun,
    ...(dryRun && isChange(status) ? {} : { version }),
    ...(findings.length === 0 ? {} : { findings }),
    ...(ignored.length === 0 ? {} : { ignored: [...ignored] }),
  };
}

function keyOf({ kind, field, ofEachRecord }: RecordFinding): string {
  return `${kind} ${ofEachRecord === true} ${field}`;
}
