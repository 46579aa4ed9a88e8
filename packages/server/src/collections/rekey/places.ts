import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../platform/database/database.js';
import type { Preparation } from '../prepared/preparations.js';
import { byNewId } from './id-sql.js';

// Ids are trimmed, so no record that is in its place is stored under one that starts with a space. In front of its own id
// a tombstone whose ids all belong to others has a tilde, and a uuid as any that waits for its place to become free.
const outOfPlace = /^ ~?[0-9a-f-]{36} /;

/** The id that a record has by where it is stored, if no change of ids says otherwise. */
export function homeOf(storedId: string): string {
  return storedId.replace(outOfPlace, '');
}

function waitingPlace(id: string): string {
  return ` ${randomUUID()} ${id}`;
}

/** A record that is not known to be in its place. */
interface Unplaced {
  readonly stored_id: string;
  readonly earlier_id: string;
  readonly new_id: string;
}

/**
 * Brings the records of ids to their places in a change of ids, where they then are as any other: found, written and added
 * under their own id alone. Others that are there wait for their own places to become free. Only for who has the
 * configuration alone.
 */
export async function placeIds(transaction: Queryable, change: Preparation, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids);
  const found = await findUnplaced(transaction, change, ids);
  const away = found.filter((row) => row.stored_id !== row.new_id);
  const leaving = new Map(
    away.filter((row) => wanted.has(row.stored_id)).map((row) => [row.stored_id, waitingPlace(row.earlier_id)]),
  );
  const arriving = away
    .filter((row) => wanted.has(row.new_id))
    .map((row) => [leaving.get(row.stored_id) ?? row.stored_id, row.new_id] as const);
  const moves = [...leaving, ...arriving];
  if (moves.length > 0) {
    await transaction.query(
      {
        name: 'move_records',
        text: 'select move_record($1, $2, m.a, m.b) from unnest($3::text[], $4::text[]) as m (a, b)',
      },
      [change.collectionId, change.id, moves.map(([from]) => from), moves.map(([, to]) => to)],
    );
  }
  const arrived = found.filter((row) => wanted.has(row.new_id)).map((row) => row.new_id);
  if (arrived.length > 0) {
    await transaction.query(
      { name: 'records_arrived', text: 'select record_arrived($1, $2, id) from unnest($3::text[]) as id' },
      [change.collectionId, change.id, arrived],
    );
  }
}

/** Places the next records by where they are stored; returns the last one of them, null when none is left there. */
export async function placeNext(
  transaction: Queryable,
  change: Preparation,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string | null> {
  const rows = await transaction.query<Unplaced>(
    `select n.stored_id, n.earlier_id, n.new_id from new_ids n
     where n.collection_id = $1 and n.change_id = $2 and n.stored_id > $3 collate "C"
     order by n.stored_id limit $4`,
    [change.collectionId, change.id, after, limit],
  );
  await placeIds(
    transaction,
    change,
    rows.map((row) => row.new_id),
  );
  return rows.at(-1)?.stored_id ?? null;
}

/** Those that have one of the ids, and those that are stored under one; each is looked up by itself (see `eachWanted`). */
function findUnplaced(transaction: Queryable, change: Preparation, ids: readonly string[]): Promise<Unplaced[]> {
  const each = (condition: string) => `
    select found.* from unnest($3::text[]) as wanted (id), lateral (
      select n.stored_id, n.earlier_id, n.new_id from new_ids n
      where n.collection_id = $1 and n.change_id = $2 and ${condition} limit 1) found`;
  const text = `${each(`n.new_id = wanted.id collate "C" and ${byNewId}`)}
    union ${each(`n.stored_id = wanted.id collate "C"`)}`;
  return transaction.query<Unplaced>({ name: 'find_unplaced', text }, [change.collectionId, change.id, ids]);
}
