/** A version of a record, with the id of the version after it; null for the current version. */
export interface ChainLink {
  readonly version: string;
  readonly next_version: string | null;
  readonly tombstoned: boolean;
  readonly created_at: Date;
  /** The time of its write. */
  readonly updated_at: Date;
}

/** The writes to revert, by the versions that they assigned. */
export interface SelectedWrites {
  readonly versions: ReadonlySet<string>;
  /** A lower bound of the sequence numbers of the selected writes. */
  readonly lowestMark: number;
}

/** What a revert does with a record: restore an earlier version, delete the record, or leave it unchanged. */
export type RevertStep =
  | {
      readonly kind: 'restore';
      readonly version: string;
      readonly tombstoned: boolean;
      readonly changedAt: Date | null;
    }
  | { readonly kind: 'remove'; readonly changedAt: Date | null }
  | { readonly kind: 'not_kept' }
  /** None of the selected writes changed the record. */
  | { readonly kind: 'untouched' };

/**
 * Plans the revert of one record to its state before the first selected write. `changedAt` is the time of the last
 * later write that is not selected, or null. The chain is sorted by write and ends with the current version. Versions
 * that were not kept are missing from it.
 */
export function stepOf(chain: readonly ChainLink[], selected: SelectedWrites): RevertStep {
  const first = chain.findIndex((link) => isSelected(link, selected));
  const reverted = chain[first];
  if (reverted === undefined) {
    return { kind: 'untouched' };
  }
  const changedAt = chain.slice(first + 1).findLast((link) => !isSelected(link, selected))?.updated_at ?? null;
  const before = chain.slice(0, first).findLast(({ next_version }) => next_version === reverted.version);
  if (before !== undefined) {
    return { kind: 'restore', version: before.version, tombstoned: before.tombstoned, changedAt };
  }
  // Creation and update time are equal only for the write that creates a record.
  const isCreation = reverted.created_at.getTime() === reverted.updated_at.getTime();
  return isCreation ? { kind: 'remove', changedAt } : { kind: 'not_kept' };
}

function isSelected({ version }: ChainLink, { versions }: SelectedWrites): boolean {
  return versions.has(version);
}
