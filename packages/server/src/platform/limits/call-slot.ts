import { errors, type ServiceError } from '../errors.js';
import { rateLimitHeaders } from './headers.js';
import type { RateState } from './sliding-minute.js';

/** The result of counting a call: rate limit headers, and the refusal if the limit is reached. */
export interface CallSlot {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal?: ServiceError;
}

/** Converts the state of a rate limit to headers and a refusal. */
export function callSlot({ bucket, limit }: { bucket: string; limit: number }, state: RateState): CallSlot {
  const headers = rateLimitHeaders({ bucket, limit, windowSeconds: 60 }, state);
  if (state.accepted) {
    return { headers };
  }
  const wait = state.retryAfterSeconds;
  const message = `This credential has made its ${limit} calls of the last minute: wait ${wait} s, then repeat the call.`;
  const refusal = errors.rateLimited(message, wait, headers);
  return { headers: refusal.headers, refusal };
}
