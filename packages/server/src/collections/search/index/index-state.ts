import type { Database } from '../../../platform/database/database.js';
import type { Log } from '../../../platform/log.js';
import type { ShelfAnswer } from './index-shelf.js';

/** A collection as a request has found it: which index it asks, and how far that must have come. */
export interface IndexPlace {
  readonly workspaceId: string;
  readonly collectionId: string;
  /** Grows when all records take other ids, identifiers or dates; an index of an earlier version is built anew. */
  readonly keyVersion: number;
  /** The mark of the last write that the answer must know. */
  readonly changeMark: number;
}

/** What this thread knows of an index in the other one. */
export interface IndexState {
  readonly place: IndexPlace;
  /** What the other thread calls it: no other one has had that, so that who still asks for an earlier one is told. */
  readonly shelf: string;
  /** Every write up to this change mark is in the index. */
  seen: number;
  /** Ends with what was last begun of all that must not overlap: catching up, and starting a column. */
  turn: Promise<unknown>;
  /** How many are catching up in transactions of their own, which may take long. */
  catchingUpApart: number;
  bytes: number;
  records: number;
  /** Who made the vectors in it. */
  embedderIds: readonly string[];
  /** Columns that are there or on their way, and those that are there. */
  readonly columns: Map<string, Promise<void>>;
  readonly loadedColumns: Set<string>;
}

/** What indexes are loaded with. */
export interface LoaderParts {
  readonly database: Database;
  readonly log: Log;
  /** The embedder that makes new vectors. */
  readonly embedderId: string;
  /** Where indexes are stored between two runs; undefined: nowhere. */
  readonly folder?: string;
}

/** What tells an index from all others of a process. */
export function keyOf({ workspaceId, collectionId, keyVersion }: IndexPlace): string {
  return `${workspaceId}/${collectionId}/${keyVersion}`;
}

/** Notes what an index holds. */
export function noteSize(state: IndexState, { bytes, records, embedderIds }: ShelfAnswer): void {
  Object.assign(state, { bytes, records, embedderIds });
}

/** Does work on an index after all that was begun before of what must not overlap. */
export function inTurn<Result>(state: IndexState, work: () => Promise<Result>): Promise<Result> {
  const turn = state.turn.then(work);
  state.turn = turn.catch(() => undefined);
  return turn;
}
