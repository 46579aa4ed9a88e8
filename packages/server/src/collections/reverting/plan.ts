/** A version of a record with the id of the next one; null for the current version. */
export interface ChainLink {
  readonly version: string;
  readonly next_version: string | null;
  readonly tombstoned: boolean;
  readonly created_at: Date;
  /** The time of its write. */
  readonly updated_at: Date;
}

/** The writes to revert: by the versions that they assigned, and optionally by time. */
export interface SelectedWrites {
  readonly versions: ReadonlySet<string>;
  /** No selected write has a lower sequence number. */
  readonly lowestMark: number;
  readonly since: Date | null;
  readonly until: Date | null;
}

/** The result for a record: restore an earlier version, delete it, or leave it unchanged. */
export type RevertStep =
  | {
      readonly kind: 'restore';
      readonly version: string;
      readonly tombstoned: boolean;
      readonly changedAt: Date | null;
    }
  | { readonly kind: 'remove'; readonly changedAt: Date | null }
  | { readonly kind: 'not_kept' }
  /** None of the selected writes wrote it. */
  | { readonly kind: 'untouched' };

/**
 * Plans the revert of one record to its state before the first selected write. `changedAt` is the time of the last
 * later write that is not selected; null if there is none. The chain is sorted by write, ends with the current version
 * and lacks versions that were not kept.
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
  // Only the write that creates a record has equal creation and update times.
  const isCreation = reverted.created_at.getTime() === reverted.updated_at.getTime();
  return isCreation ? { kind: 'remove', changedAt } : { kind: 'not_kept' };
}

function isSelected({ version, updated_at }: ChainLink, { versions, since, until }: SelectedWrites): boolean {
  return versions.has(version) && (since === null || updated_at >= since) && (until === null || updated_at <= until);
}
