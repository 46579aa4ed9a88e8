import { limits } from '@tessera/contract';
import type { RateGate } from '../../dispatch/admission.js';
import { errors } from '../../platform/errors.js';
import { rateLimitHeaders } from '../../platform/limits/headers.js';
import { takeRelayCall } from '../../platform/limits/relay-calls.js';
import { type CallBucket, type RateState, readSlots, takeSlot } from '../../platform/limits/sliding-minute.js';
import type { Services } from '../../platform/services.js';
import type { Principal } from '../../principals/principal.js';
import { touchApiKey } from './queries.js';

type BucketName = Exclude<Parameters<RateGate['enter']>[1], 'relay_calls' | undefined>;

const callsPerMinute: Readonly<Record<BucketName, number>> = {
  grants_and_writes: limits.grantsAndWritesPerMinute,
  lists_and_revokes: limits.listsAndRevokesPerMinute,
};

/**
 * Counts rate limits in the database. An API key has two buckets. Credentials that call the relay have one. Other
 * credentials have none.
 */
export function credentialRateGate(services: Pick<Services, 'database' | 'clock' | 'settings'>): RateGate {
  const { database, clock } = services;
  return {
    enter: async (principal, bucketName) => {
      if (bucketName === 'relay_calls') {
        return enterRelayCall(services, principal);
      }
      const bucket = bucketOf(principal, bucketName);
      if (bucket === undefined) {
        return {};
      }
      // In a separate transaction, so that the call counts even if its operation fails.
      const state = await database.inWorkspace(
        bucket.workspaceId,
        (transaction) => {
          touchApiKey(transaction, bucket.apiKeyId, clock());
          return takeSlot(transaction, bucket);
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
      const state = await database.withoutWorkspace((queryable) => readSlots(queryable, bucket));
      return headersOf(bucket, state);
    },
  };
}

async function enterRelayCall(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  principal: Principal,
): Promise<Readonly<Record<string, string>>> {
  const { headers, refusal } = await takeRelayCall(settings, (work) => database.withoutWorkspace(work), principal.id);
  if (refusal !== undefined) {
    throw refusal;
  }
  return headers;
}

/** One of the two buckets of an API key. */
interface KeyBucket extends CallBucket {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  readonly bucket: BucketName;
}

function bucketOf(principal: Principal, bucket: BucketName | 'relay_calls' | undefined): KeyBucket | undefined {
  if (principal.kind !== 'api_key' || principal.scope === null || bucket === undefined || bucket === 'relay_calls') {
    return undefined;
  }
  return {
    workspaceId: principal.scope.workspace.id,
    apiKeyId: principal.id,
    bucket,
    key: `${bucket}:${principal.id}`,
    limit: callsPerMinute[bucket],
    isExact: true,
  };
}

function admit(bucket: KeyBucket, state: RateState): Record<string, string> {
  const headers = headersOf(bucket, state);
  if (!state.accepted) {
    const wait = state.retryAfterSeconds;
    throw errors.rateLimited(`Too many calls with this key: try again in ${wait} s.`, wait, headers);
  }
  return headers;
}

function headersOf({ bucket, limit }: KeyBucket, state: RateState): Record<string, string> {
  return rateLimitHeaders({ bucket, limit, windowSeconds: 60 }, state);
}
