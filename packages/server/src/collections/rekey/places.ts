import { randomUUID } from 'node:crypto';
import { ownValue } from '@tessera/resolver';
import { type CollectionConfig, canonicalId, isBefore, readWriteDate } from '../domain/index.js';
import type { RekeyRow } from './queries.js';

// Ids are trimmed, so no record that is in its place has an id that starts with a space. Those that wait for a place
// sort before those that found none.
const outOfPlace = /^ ~?[0-9a-f-]{36} /;
const withoutPlace = /^ ~/;

/** The place of a record that waits for its own to become free. */
export function waitingPlace(id: string): string {
  return ` ${randomUUID()} ${id}`;
}

/** The place of a tombstone whose ids all belong to live records. Only another change of ids brings it back. */
function asidePlace(id: string): string {
  return ` ~${randomUUID()} ${id}`;
}

/** The id that a record had before its ids were changed. */
export function earlierId(row: Pick<RekeyRow, 'external_id' | 'moved_from'>): string {
  return row.moved_from ?? row.external_id.replace(outOfPlace, '');
}

/** The id that a record asks for: its own id field's; undefined where that holds no usable id. */
export function claimedId(row: Pick<RekeyRow, 'attributes'>, config: CollectionConfig): string | undefined {
  const id = canonicalId(ownValue(row.attributes, config.id_field));
  return 'error' in id ? undefined : id.id;
}

/** When a record was written by its own clock; one that does not say keeps the time it is stored with. */
export function writtenAt(row: Pick<RekeyRow, 'attributes' | 'write_date'>, config: CollectionConfig): Date {
  return readWriteDate(ownValue(row.attributes, config.write_date_field), row.write_date).at;
}

type Rival = Pick<RekeyRow, 'external_id' | 'attributes' | 'write_date' | 'moved_from'>;

/** Whether a record has the better claim of two that ask for the same id: it was written later. Never both. */
function outranks(row: Rival, rival: Rival, config: CollectionConfig): boolean {
  const [at, rivalAt] = [row, rival].map((one) => writtenAt(one, config).getTime()) as [number, number];
  return at === rivalAt ? isBefore(earlierId(row), earlierId(rival)) : at > rivalAt;
}

/** Where a record goes, and the id it had before; null where the change does not concern it. */
export interface Placement {
  readonly row: RekeyRow;
  readonly to: string;
  readonly movedFrom: string | null;
}

/** What placing a page needs to know. */
export interface PlaceRules {
  readonly config: CollectionConfig;
  /** Whether the record that is at an id now has yet to be placed itself. */
  readonly isLater: (externalId: string) => boolean;
}

/** A record with the ids it may have: the one it asks for, and the one it had. */
interface Seeker {
  readonly row: RekeyRow;
  readonly claim: string | undefined;
  readonly home: string;
  place: string;
  placed: boolean;
}

/**
 * Places the records of a page, given those that are where they may have to go. Each gets the id it asks for, unless
 * that is the earlier id of a live record that keeps it, or a record with a better claim has it: then it keeps its own
 * earlier id, and whoever is there waits to be placed anew. So a record is sent back only by one that must stay, at most once,
 * and the outcome does not depend on the order. A tombstone never keeps a live record from an id.
 */
export function placeRecords(rows: readonly RekeyRow[], others: readonly RekeyRow[], rules: PlaceRules): Placement[] {
  const page = rows.map((row) => seekerOf(row, rules.config, false));
  const rest = others.map((row) => seekerOf(row, rules.config, !rules.isLater(row.external_id)));
  const board = new Map([...page, ...rest].map((seeker) => [seeker.place, seeker]));
  for (const seeker of page) {
    place(seeker, board, rules.config);
  }
  return [...page, ...rest].flatMap((seeker) => {
    const placement = { row: seeker.row, to: seeker.place, movedFrom: movedFrom(seeker) };
    const changed =
      seeker.place !== seeker.row.external_id || (seeker.placed && placement.movedFrom !== seeker.row.moved_from);
    return changed ? [placement] : [];
  });
}

function seekerOf(row: RekeyRow, config: CollectionConfig, placed: boolean): Seeker {
  return { row, claim: claimedId(row, config), home: earlierId(row), place: row.external_id, placed };
}

/** Also noted for a record that stays although it asks for another id, so that the two can be counted in the end. */
function movedFrom({ place, claim, home }: Seeker): string | null {
  const isUnconcerned = place === home && (claim === undefined || claim === home);
  return isUnconcerned ? null : home;
}

type Board = Map<string, Seeker>;

function place(seeker: Seeker, board: Board, config: CollectionConfig): void {
  seeker.placed = true;
  const { claim } = seeker;
  const holder = claim === undefined ? undefined : board.get(claim);
  if (claim === undefined || (holder !== undefined && holder !== seeker && !givesWay(holder, seeker, config))) {
    returnHome(seeker, board);
  } else if (holder !== seeker) {
    take(seeker, claim, board);
  }
}

/** Whether the record at an id leaves it to one that asks for it. */
function givesWay(holder: Seeker, seeker: Seeker, config: CollectionConfig): boolean {
  if (!holder.placed && (holder.claim ?? holder.home) !== holder.place) {
    return true;
  }
  if (holder.row.tombstoned !== seeker.row.tombstoned) {
    return holder.row.tombstoned;
  }
  const isAtHome = holder.place === holder.home;
  return !isAtHome && outranks(seeker.row, holder.row, config);
}

function returnHome(seeker: Seeker, board: Board): void {
  const { home } = seeker;
  const holder = board.get(home);
  const { tombstoned } = seeker.row;
  if (holder !== undefined && tombstoned && holder !== seeker && (!holder.row.tombstoned || holder.home === home)) {
    if (!withoutPlace.test(seeker.place)) {
      move(seeker, asidePlace(home), board);
    }
  } else if (holder !== seeker) {
    take(seeker, home, board);
  }
}

function take(seeker: Seeker, id: string, board: Board): void {
  const holder = board.get(id);
  if (holder !== undefined) {
    move(holder, waitingPlace(holder.home), board);
  }
  move(seeker, id, board);
}

function move(seeker: Seeker, to: string, board: Board): void {
  board.delete(seeker.place);
  board.set(to, seeker);
  seeker.place = to;
}
