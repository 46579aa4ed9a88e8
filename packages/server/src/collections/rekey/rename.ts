import { randomUUID } from 'node:crypto';
import { ownValue } from '@tessera/resolver';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionConfig, canonicalId } from '../domain/index.js';
import { lockRecords, type RekeyRow, removeRecords, renameRecords } from './queries.js';

// Ids are trimmed, so no record that is in its place has an id that starts with a space.
const parkedId = /^ [0-9a-f-]{36} /;

/** Puts a record aside until its own id is free. */
function parkingFor(externalId: string): string {
  return ` ${randomUUID()} ${placedId(externalId)}`;
}

/** The id that a record had before it was put aside. */
function placedId(externalId: string): string {
  return externalId.replace(parkedId, '');
}

/** The id that a record has under a configuration; one without a usable id in the id field keeps its own. */
export function configuredId(row: Pick<RekeyRow, 'external_id' | 'attributes'>, config: CollectionConfig): string {
  return claimedId(row, config) ?? placedId(row.external_id);
}

function claimedId(row: Pick<RekeyRow, 'attributes'>, config: CollectionConfig): string | undefined {
  const id = canonicalId(ownValue(row.attributes, config.id_field));
  return 'error' in id ? undefined : id.id;
}

/** What renaming works on. */
export interface RenamePlace {
  readonly collectionId: string;
  readonly config: CollectionConfig;
}

/**
 * Gives a page of records the ids of the configuration and returns those that are in their place now, by id. A record
 * that stands where another belongs is put aside, so that none is lost where old and new ids overlap. Of several
 * records of one id one stays: a live one, one that claims the id itself, the one written last.
 */
export async function renamePage(
  transaction: Transaction,
  rows: readonly RekeyRow[],
  place: RenamePlace,
): Promise<ReadonlyMap<string, RekeyRow>> {
  const { collectionId, config } = place;
  const moving = rows.filter((row) => configuredId(row, config) !== row.external_id);
  const settled = new Map(rows.filter((row) => !moving.includes(row)).map((row) => [row.external_id, row]));
  if (moving.length === 0) {
    return settled;
  }
  const movingIds = new Set(moving.map((row) => row.external_id));
  const targets = [...new Set(moving.map((row) => configuredId(row, config)))];
  const holders = (await lockRecords(transaction, collectionId, targets)).filter(
    (row) => !movingIds.has(row.external_id),
  );
  const inPlace = holders.filter((row) => configuredId(row, config) === row.external_id);
  const inTheWay = holders.filter((row) => !inPlace.includes(row));
  const { winners, losers } = settleClaims([...inPlace, ...moving], config);
  await removeRecords(
    transaction,
    collectionId,
    losers.map((row) => row.external_id),
  );
  await moveAll(transaction, collectionId, {
    parked: inTheWay.map((row) => ({ from: row.external_id, to: parkingFor(row.external_id) })),
    moves: [...winners].flatMap(([to, row]) => (to === row.external_id ? [] : [{ from: row.external_id, to }])),
  });
  return new Map([...settled, ...winners]);
}

/** For each id the record that has the best claim to it, and those that go. */
function settleClaims(rows: readonly RekeyRow[], config: CollectionConfig) {
  const winners = new Map<string, RekeyRow>();
  const losers: RekeyRow[] = [];
  for (const row of rows) {
    const id = configuredId(row, config);
    const rival = winners.get(id);
    const wins = rival === undefined || outranks(row, rival, config);
    if (wins) {
      winners.set(id, row);
    }
    if (rival !== undefined) {
      losers.push(wins ? rival : row);
    }
  }
  return { winners, losers };
}

function outranks(row: RekeyRow, rival: RekeyRow, config: CollectionConfig): boolean {
  if (row.tombstoned !== rival.tombstoned) {
    return !row.tombstoned;
  }
  const [claims, rivalClaims] = [row, rival].map((one) => claimedId(one, config) !== undefined);
  return claims === rivalClaims ? row.write_date > rival.write_date : claims === true;
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Moves records to ids that are free once those in the way and those that are moving themselves have left. */
async function moveAll(
  transaction: Transaction,
  collectionId: string,
  { parked, moves }: { parked: readonly Move[]; moves: readonly Move[] },
): Promise<void> {
  const targets = new Set(moves.map(({ to }) => to));
  const steps = moves.map((move) => ({ ...move, between: targets.has(move.from) ? parkingFor(move.from) : undefined }));
  const leaving = steps.flatMap(({ from, between }) => (between === undefined ? [] : [{ from, to: between }]));
  await renameRecords(transaction, collectionId, [...parked, ...leaving]);
  await renameRecords(
    transaction,
    collectionId,
    steps.map(({ from, to, between }) => ({ from: between ?? from, to })),
  );
}
