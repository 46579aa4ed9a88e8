import type { Transaction } from '../../platform/database/database.js';
import { type CollectionConfig, isBefore } from '../domain/index.js';
import { saveMoved } from './new-id-queries.js';
import { claimedId, earlierId, type Placement, placeRecords, waitingPlace } from './places.js';
import { lockRecords, moveRecords, type RekeyRow } from './queries.js';

/** What renaming works on. */
export interface RenamePlace {
  readonly collectionId: string;
  readonly config: CollectionConfig;
  /** That of the change under way; stored as `moved_in` of those that move. */
  readonly identityVersion: number;
  /** The identity_version with which the change under way began: what moved in an earlier one has not moved yet. */
  readonly since: number;
  /** The last id of the page; null for a page of those that waited, when all others have been placed. */
  readonly pageEnd: string | null;
}

/**
 * Gives a page of records the ids of the configuration and returns all of them by the id they have now. None is lost:
 * whatever stands where another belongs waits for its own turn, and a record whose new id another one has keeps its
 * earlier one (see `placeRecords`).
 */
export async function renamePage(
  transaction: Transaction,
  rows: readonly RekeyRow[],
  place: RenamePlace,
): Promise<ReadonlyMap<string, RekeyRow>> {
  const { collectionId, config, since, pageEnd } = place;
  const own = new Set(rows.map((row) => row.external_id));
  const wanted = rows.flatMap((row) => [claimedId(row, config), earlierId(row)]).filter((id) => id !== undefined);
  const ids = [...new Set(wanted)].filter((id) => !own.has(id));
  const others = await lockRecords(transaction, { collectionId, since, ids });
  const isLater = (id: string) => pageEnd !== null && isBefore(pageEnd, id);
  const placements = placeRecords(rows, others, { config, isLater });
  await moveAll(transaction, place, placements);
  const places = new Map(placements.map(({ row, to }) => [row.external_id, to]));
  return new Map(rows.map((row) => [places.get(row.external_id) ?? row.external_id, row]));
}

/** Moves records to ids that are free once all that are moving themselves have left, and notes where the live ones are. */
async function moveAll(transaction: Transaction, place: RenamePlace, placements: readonly Placement[]): Promise<void> {
  const targets = new Set(placements.map(({ to }) => to));
  const steps = placements.map(({ row, to, movedFrom }) => {
    const from = row.external_id;
    return { from, to, movedFrom, between: from !== to && targets.has(from) ? waitingPlace('') : undefined };
  });
  const leaving = steps.flatMap(({ from, between, movedFrom }) =>
    between === undefined ? [] : [{ from, to: between, movedFrom }],
  );
  await moveRecords(transaction, place, leaving);
  await moveRecords(
    transaction,
    place,
    steps.map(({ from, to, between, movedFrom }) => ({ from: between ?? from, to, movedFrom })),
  );
  const live = placements.filter(({ row }) => !row.tombstoned);
  await saveMoved(
    transaction,
    { collectionId: place.collectionId, version: place.identityVersion },
    live.map(({ row, to }) => ({ earlierId: earlierId(row), externalId: to })),
  );
}
