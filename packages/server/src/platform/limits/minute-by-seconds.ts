import type { NamedStatement, Queryable } from '../database/database.js';
import type { RateState } from './sliding-minute.js';

/** Calls counted together under a key, such as those of a credential, with at most `limit` per minute. */
export interface CallBucket {
  readonly key: string;
  readonly limit: number;
}

interface SlotRow {
  readonly accepted: boolean;
  readonly taken: number;
  readonly free_seconds: number;
}

// One statement that locks the conflicting row before reading it, so that concurrent processes cannot exceed the limit.
// It uses only the clock of the database. If that clock is set back, stored calls can have a later second than now;
// they count as calls of this second. `free_seconds` is the time until one more call is possible.
const takeSlotStatement: NamedStatement = {
  name: 'take_call_place',
  text: `insert into call_windows as w (key, seconds, calls, checked_at, accepted)
    select $1, array[floor(extract(epoch from now.at))::bigint], array[1], now.at, true
    from (select clock_timestamp() as at) now
    on conflict (key) do update set (seconds, calls, checked_at, accepted) = (
      select kept.seconds, kept.calls, now.at, taken.free
      from (select clock_timestamp() as at) now
      cross join lateral (select floor(extract(epoch from now.at))::bigint as second) this
      cross join lateral (
        select coalesce(sum(s.calls), 0) < $2 as free
        from unnest(w.seconds, w.calls) s (second, calls) where s.second > this.second - 61
      ) taken
      cross join lateral (
        select array_agg(each.second order by each.second) as seconds, array_agg(each.calls order by each.second) as calls
        from (
          select least(s.second, this.second) as second, sum(s.calls)::integer as calls
          from (select * from unnest(w.seconds, w.calls) union all select this.second, 1 where taken.free) s (second, calls)
          where s.second > this.second - 61 group by 1
        ) each
      ) kept
    )
    returning accepted, (select sum(each)::integer from unnest(calls) each) as taken,
      (select left_then.second + 61 - extract(epoch from checked_at)::float8 from (
         select s.second, sum(s.calls) over (order by s.second desc) - s.calls as staying
         from unnest(seconds, calls) s (second, calls)
       ) left_then where left_then.staying < $2 order by left_then.second limit 1) as free_seconds`,
};

const forgetStatement: NamedStatement = {
  name: 'forget_call_windows',
  text: `delete from call_windows where key in (
           select key from call_windows where checked_at < clock_timestamp() - interval '2 minutes'
           order by checked_at limit 100 for update skip locked)`,
};

/**
 * Counts one call in a sliding minute of whole seconds, over all processes. A minute never has more calls than the
 * limit, and a call leaves the window after 60 to 61 seconds. Refused calls do not count. The cost does not grow with
 * the limit. `takeSlot` costs more but is exact to the microsecond.
 */
export async function takeCallSlot(queryable: Queryable, bucket: CallBucket): Promise<RateState> {
  const [row] = await queryable.query<SlotRow>(takeSlotStatement, [bucket.key, bucket.limit]);
  if (row === undefined) {
    throw new Error('a rate limit was read but not returned');
  }
  if (row.taken === 1) {
    // Delete keys without recent calls, so that the table does not grow.
    await queryable.query(forgetStatement);
  }
  const freeSeconds = Math.max(1, Math.ceil(row.free_seconds));
  return {
    accepted: row.accepted,
    remaining: Math.max(0, bucket.limit - row.taken),
    resetSeconds: freeSeconds,
    retryAfterSeconds: row.accepted && row.taken < bucket.limit ? 0 : freeSeconds,
  };
}
