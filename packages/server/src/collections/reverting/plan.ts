/** A version of a record in the order of writes, with the one that followed; null for the current one. */
export interface ChainLink {
  readonly version: string;
  readonly next_version: string | null;
  readonly tombstoned: boolean;
  readonly created_at: Date;
  /** When the version was written. */
  readonly updated_at: Date;
}

/** The writes that a revert undoes: by the versions that they gave, and by time where that was asked for. */
export interface SelectedWrites {
  readonly versions: ReadonlySet<string>;
  /** No write before this sequence number is among them. */
  readonly lowestMark: number;
  readonly since: Date | null;
  readonly until: Date | null;
}

/** Where a revert takes a record: to a version before, to not being there, or nowhere. */
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
 * Decides where a revert takes a record: to what it was before the first selected write. `changedAt` is the time of the last
 * later write that is not selected; null where there is none. The chain is in the order of writes and ends with the current
 * version; versions that are not kept are absent from it.
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
  // A write that creates a record is the only one of which both times are the same.
  const isCreation = reverted.created_at.getTime() === reverted.updated_at.getTime();
  return isCreation ? { kind: 'remove', changedAt } : { kind: 'not_kept' };
}

function isSelected({ version, updated_at }: ChainLink, { versions, since, until }: SelectedWrites): boolean {
  return versions.has(version) && (since === null || updated_at >= since) && (until === null || updated_at <= until);
}
