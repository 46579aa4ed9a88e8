import { errors, type ServiceError } from '../errors.js';
import { rateLimitHeaders } from './headers.js';
import type { RateState } from './sliding-minute.js';

/** The result of counting a call: the headers that report the limit, and the refusal if it is reached. */
export interface CallSlot {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal?: ServiceError;
}

/** The limit, the rest and the reset that a counted call of a credential reports. */
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
