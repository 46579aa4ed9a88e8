import type { NamedStatement, Queryable } from '../database/database.js';
import type { RateState } from './sliding-minute.js';

/** The calls of one credential on the relay; `limit` of them fit into any minute. */
export interface RelayBucket {
  readonly credentialId: string;
  readonly limit: number;
}

interface PlaceRow {
  readonly accepted: boolean;
  readonly taken: number;
  readonly free_seconds: number;
}

const takePlaceStatement: NamedStatement = {
  name: 'take_relay_place',
  text: 'select * from take_relay_place($1, $2)',
};

/**
 * Takes a place for one call, in a sliding minute that is counted by the second: no minute holds more calls than the
 * limit, whichever processes take them, and a place is free again after 60 to 61 seconds. A call that finds none takes
 * none. Its cost does not grow with the limit.
 */
export async function takeRelayPlace(queryable: Queryable, bucket: RelayBucket): Promise<RateState> {
  const [row] = await queryable.query<PlaceRow>(takePlaceStatement, [bucket.credentialId, bucket.limit]);
  if (row === undefined) {
    throw new Error('a rate limit was read but not returned');
  }
  const freeSeconds = Math.max(1, Math.ceil(row.free_seconds));
  return {
    accepted: row.accepted,
    remaining: Math.max(0, bucket.limit - row.taken),
    resetSeconds: freeSeconds,
    retryAfterSeconds: row.accepted && row.taken < bucket.limit ? 0 : freeSeconds,
  };
}
