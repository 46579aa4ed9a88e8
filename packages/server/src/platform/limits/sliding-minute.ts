import { type NamedStatement, prepared, type Queryable } from '../database/database.js';

/** Calls counted together under a key, such as those of a credential, with at most `limit` per minute. */
export interface CallBucket {
  readonly key: string;
  readonly limit: number;
  /**
   * Counts every call at its own time instead of by whole seconds, so that it leaves the window after exactly a minute.
   * The cost then grows with the limit.
   */
  readonly isExact?: boolean;
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

// $1 is the key, $2 the limit and $3 the seconds that are counted as one: 1, or 0 for exact times.
const second = `case when $3 = 0 then extract(epoch from now.at) else floor(extract(epoch from now.at)) end::float8 as second`;

// `free_seconds` is the time until one more call is possible.
const answer = `(select coalesce(sum(each), 0)::integer from unnest(calls) each) as taken,
  seconds[1] + 60 + $3 - extract(epoch from checked_at)::float8 as reset_seconds,
  (select left_then.second + 60 + $3 - extract(epoch from checked_at)::float8 from (
     select s.second, sum(s.calls) over (order by s.second desc) - s.calls as staying
     from unnest(seconds, calls) s (second, calls)
   ) left_then where left_then.staying < $2 order by left_then.second limit 1) as free_seconds`;

// One statement that locks the conflicting row before reading it, so that concurrent processes cannot exceed the limit.
// The only clock is the database's. Calls with a later second than now, which remain after the clock is set back, count
// as calls of this second.
const takeStatement = prepared(`insert into call_windows as w (key, seconds, calls, checked_at, accepted)
    select $1, array[this.second], array[1], now.at, true
    from (select clock_timestamp() as at) now cross join lateral (select ${second}) this
    on conflict (key) do update set (seconds, calls, checked_at, accepted) = (
      select kept.seconds, kept.calls, now.at, taken.free
      from (select clock_timestamp() as at) now
      cross join lateral (select ${second}) this
      cross join lateral (
        select coalesce(sum(s.calls), 0) < $2 as free
        from unnest(w.seconds, w.calls) s (second, calls) where s.second > this.second - 60 - $3
      ) taken
      cross join lateral (
        select array_agg(each.second order by each.second) as seconds, array_agg(each.calls order by each.second) as calls
        from (
          select least(s.second, this.second) as second, sum(s.calls)::integer as calls
          from (select * from unnest(w.seconds, w.calls) union all select this.second, 1 where taken.free) s (second, calls)
          where s.second > this.second - 60 - $3 group by 1
        ) each
      ) kept
    )
    returning accepted, ${answer}`);

const readStatement = prepared(`select true as accepted, ${answer}
    from (select clock_timestamp() as checked_at) now
    cross join lateral (
      select array_agg(s.second order by s.second) as seconds, array_agg(s.calls order by s.second) as calls
      from call_windows w, unnest(w.seconds, w.calls) s (second, calls)
      where w.key = $1 and s.second > extract(epoch from now.checked_at) - 60 - $3
    ) recent`);

const forgetStatement = prepared(`delete from call_windows where key in (
           select key from call_windows where checked_at < clock_timestamp() - interval '2 minutes'
           order by checked_at limit 100 for update skip locked)`);

/**
 * Counts one call in a sliding minute over all processes. A minute never has more calls than the limit, and a call
 * leaves the window after 60 to 61 seconds, or exactly 60. Refused calls do not count.
 */
export async function takeSlot(queryable: Queryable, bucket: CallBucket): Promise<RateState> {
  const { state, taken } = await run(queryable, takeStatement, bucket);
  if (taken === 1) {
    // Delete keys without recent calls, so that the table does not grow.
    await queryable.query(forgetStatement);
  }
  return state;
}

/** Returns the state of a bucket without counting a call. */
export async function readSlots(queryable: Queryable, bucket: CallBucket): Promise<RateState> {
  return (await run(queryable, readStatement, bucket)).state;
}

async function run(queryable: Queryable, statement: NamedStatement, { key, limit, isExact }: CallBucket) {
  const [row] = await queryable.query<WindowRow>(statement, [key, limit, isExact === true ? 0 : 1]);
  if (row === undefined) {
    throw new Error('a rate limit was read but not returned');
  }
  const { accepted, taken } = row;
  const state: RateState = {
    accepted,
    remaining: Math.max(0, limit - taken),
    resetSeconds: Math.max(0, Math.ceil(row.reset_seconds ?? 0)),
    retryAfterSeconds: accepted && taken < limit ? 0 : Math.max(1, Math.ceil(row.free_seconds ?? 1)),
  };
  return { state, taken };
}
