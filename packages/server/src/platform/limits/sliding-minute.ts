import type { NamedStatement, Queryable } from '../database/database.js';

/** One bucket of an API key, with at most `limit` calls per minute. */
export interface RateBucket {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly bucket: string;
  readonly limit: number;
}

/** The state of a bucket. `resetSeconds` is the time until its oldest call leaves the window, 0 if it is empty. */
export interface RateState {
  readonly accepted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** Whole seconds until a slot is free; 0 if one is free. */
  readonly retryAfterSeconds: number;
}

interface WindowRow {
  readonly accepted: boolean;
  readonly taken: number;
  readonly reset_seconds: number | null;
  readonly free_seconds: number | null;
}

// SQL for seconds until the oldest call leaves the window, and until one more call is possible.
const answer = `cardinality(calls) as taken,
  extract(epoch from calls[1] + interval '1 minute' - checked_at)::float8 as reset_seconds,
  extract(epoch from calls[cardinality(calls) - $4 + 1] + interval '1 minute' - checked_at)::float8 as free_seconds`;

// One statement that locks the conflicting row before reading it, so that concurrent processes cannot exceed the limit.
// It uses only the clock of the database.
const takeSlotStatement: NamedStatement = {
  name: 'take_rate_limit_place',
  text: `insert into rate_limit_windows as w (workspace_id, api_key_id, bucket, calls, checked_at, accepted)
    select $1, $2, $3, array[now.at], now.at, true from (select clock_timestamp() as at) now
    on conflict (workspace_id, api_key_id, bucket) do update
    set (calls, checked_at, accepted) = (
      select case when cardinality(recent.calls) < $4 then recent.calls || now.at else recent.calls end,
             now.at, cardinality(recent.calls) < $4
      from (select clock_timestamp() as at) now
      cross join lateral (
        select array(select call from unnest(w.calls) call where call > now.at - interval '1 minute' order by call) as calls
      ) recent
    )
    returning accepted, ${answer}`,
};

const readStatement: NamedStatement = {
  name: 'read_rate_limit',
  text: `select true as accepted, ${answer}
    from (select clock_timestamp() as checked_at) now
    cross join lateral (
      select array(
        select call from rate_limit_windows w, unnest(w.calls) call
        where w.workspace_id = $1 and w.api_key_id = $2 and w.bucket = $3 and call > now.checked_at - interval '1 minute'
        order by call
      ) as calls
    ) recent`,
};

/** Counts one call of the bucket in a sliding minute, exactly and over all processes. A refused call does not count. */
export function takeSlot(transaction: Queryable, bucket: RateBucket): Promise<RateState> {
  return run(transaction, takeSlotStatement, bucket);
}

/** Returns the state of the bucket without counting a call. */
export function readSlots(transaction: Queryable, bucket: RateBucket): Promise<RateState> {
  return run(transaction, readStatement, bucket);
}

async function run(transaction: Queryable, statement: NamedStatement, bucket: RateBucket): Promise<RateState> {
  const values = [bucket.workspaceId, bucket.apiKeyId, bucket.bucket, bucket.limit];
  const [row] = await transaction.query<WindowRow>(statement, values);
  if (row === undefined) {
    throw new Error('a rate limit was read but not returned');
  }
  return {
    accepted: row.accepted,
    remaining: Math.max(0, bucket.limit - row.taken),
    resetSeconds: Math.max(0, Math.ceil(row.reset_seconds ?? 0)),
    retryAfterSeconds: row.taken < bucket.limit ? 0 : Math.max(1, Math.ceil(row.free_seconds ?? 1)),
  };
}
