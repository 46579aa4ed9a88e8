import { limits } from '@tessera/contract';
import type { RateGate } from '../../dispatch/admission.js';
import { errors } from '../../platform/errors.js';
import { rateLimitHeaders } from '../../platform/limits/headers.js';
import { type RateBucket, type RateState, readPlaces, takePlace } from '../../platform/limits/sliding-minute.js';
import type { Services } from '../../platform/services.js';
import type { Principal } from '../../principals/principal.js';
import { touchApiKey } from './queries.js';

type BucketName = NonNullable<Parameters<RateGate['enter']>[1]>;

const callsPerMinute: Readonly<Record<BucketName, number>> = {
  grants_and_writes: limits.grantsAndWritesPerMinute,
  lists_and_revokes: limits.listsAndRevokesPerMinute,
};

/** The rate limits of API keys: two buckets each, counted in the database. Other credentials have none. */
export function apiKeyRateGate({ database, clock }: Pick<Services, 'database' | 'clock'>): RateGate {
  return {
    enter: async (principal, bucketName) => {
      const bucket = bucketOf(principal, bucketName);
      if (bucket === undefined) {
        return {};
      }
      // A transaction of its own: the call counts even if its operation fails.
      const state = await database.inWorkspace(
        bucket.workspaceId,
        (transaction) => {
          touchApiKey(transaction, bucket.apiKeyId, clock());
          return takePlace(transaction, bucket);
        },
        'count',
      );
      return admit(bucket, state);
    },
    peek: async (principal, bucketName) => {
      const bucket = bucketOf(principal, bucketName);
      if (bucket === undefined) {
        return {};
      }
      const state = await database.inWorkspace(
        bucket.workspaceId,
        (transaction) => readPlaces(transaction, bucket),
        'read',
      );
      return headersOf(bucket, state);
    },
  };
}

function bucketOf(principal: Principal, bucket: BucketName | undefined): RateBucket | undefined {
  if (principal.kind !== 'api_key' || principal.scope === null || bucket === undefined) {
    return undefined;
  }
  return {
    workspaceId: principal.scope.workspace.id,
    apiKeyId: principal.id,
    bucket,
    limit: callsPerMinute[bucket],
  };
}

function admit(bucket: RateBucket, state: RateState): Record<string, string> {
  const headers = headersOf(bucket, state);
  if (!state.accepted) {
    const wait = state.retryAfterSeconds;
    throw errors.rateLimited(`Too many calls with this key: try again in ${wait} s.`, wait, headers);
  }
  return headers;
}

function headersOf({ bucket, limit }: RateBucket, state: RateState): Record<string, string> {
  return rateLimitHeaders({ bucket, limit, windowSeconds: 60 }, state);
}
