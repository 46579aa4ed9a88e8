import { limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import type { FilterSql } from '../filters/sql.js';
import { byDate, listedIn, listedSlices, type RecordScope, recordsOf, type SliceScope, scopeSql } from './queries.js';

/** What a scope holds: live records, and how many of them await or failed embedding. */
export interface RecordCounts {
  readonly records: number;
  readonly pending_embed: number;
  readonly failed_embed: number;
  /** When a record inside last changed; null for a whole collection, which notes its own last arrival. */
  readonly changed_at: Date | null;
}

/**
 * Counts any number of collections in one statement, by collection id. A whole collection is counted from its indexes
 * alone, a slice by the list of its records.
 */
export async function countCollections(
  transaction: Queryable,
  scopes: readonly Pick<RecordScope, 'collectionId' | 'slice'>[],
): Promise<Map<string, RecordCounts>> {
  const whole = scopes.filter(({ slice }) => slice === null).map(({ collectionId }) => collectionId);
  const values: unknown[] = [whole];
  const parts = [countWhole];
  for (const { collectionId, slice } of scopes) {
    if (slice !== null) {
      const part = countSlice(collectionId, slice, values.length + 1);
      parts.push(part.text);
      values.push(...part.values);
    }
  }
  const rows = await transaction.query<RecordCounts & { collection_id: string }>(parts.join(' union all '), values);
  return new Map(rows.map(({ collection_id, ...counts }) => [collection_id, counts]));
}

const failed = `r.embed_tries >= ${limits.embedTries}`;

// Two sub-selects and not two aggregates: the first needs nothing but an index, the second few records.
const pendingOf = 'from records r where r.collection_id = c.id and r.tombstoned_at is null and r.pending';
const countWhole = `
  select c.id as collection_id,
    (select count(*)::int from records r where r.collection_id = c.id and r.tombstoned_at is null and ${byDate}) as records,
    (select count(*)::int ${pendingOf} and not ${failed}) as pending_embed,
    (select count(*)::int ${pendingOf} and ${failed}) as failed_embed,
    null::timestamptz as changed_at
  from unnest($1::uuid[]) as c (id)`;

function countSlice(collectionId: string, slice: SliceScope, firstParameter: number) {
  const { from, where, values } = recordsOf({ collectionId, slice }, firstParameter);
  const text = `
    select $${firstParameter}::uuid, count(*)::int, count(*) filter (where r.pending and not ${failed})::int,
      count(*) filter (where r.pending and ${failed})::int, max(r.updated_at)
    from ${from} where ${where}`;
  return { text, values };
}

/** How many live records a collection, or a slice of it, holds; of the given ids only, if any are given. */
export async function countLive(
  transaction: Queryable,
  scope: Pick<RecordScope, 'collectionId' | 'slice'>,
  ids?: readonly string[],
): Promise<number> {
  const slices = listedSlices(scope);
  const found = slices === null ? inCollection(scope, ids) : inLists(scope, slices);
  const among = ids === undefined ? '' : `and external_id = any($${found.values.length + 1})`;
  const [row] = await transaction.query<{ count: number }>(
    prepared(`select ${found.text} ${among}`),
    ids === undefined ? found.values : [...found.values, ids],
  );
  return row?.count ?? 0;
}

function inCollection(scope: RecordScope, ids: readonly string[] | undefined): FilterSql {
  const { text, values } = scopeSql(scope);
  // All of a whole collection by the narrowest of its indexes.
  const narrow = scope.slice === null && ids === undefined ? `and ${byDate}` : '';
  return { text: `count(*)::int as count from records r where ${text} ${narrow}`, values };
}

/** By the lists alone: a record that is outside is not even looked up. */
function inLists({ collectionId }: RecordScope, slices: readonly string[]): FilterSql {
  const text = `count(distinct external_id)::int as count from ${listedIn(2)} where true`;
  return { text, values: [collectionId, slices] };
}

/** How many live records of a collection await embedding. */
export async function countPending(transaction: Queryable, collectionId: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    `select count(*)::int as count from records r
     where r.collection_id = $1 and r.tombstoned_at is null and r.pending and not ${failed}`,
    [collectionId],
  );
  return row?.count ?? 0;
}
