import { endpoints, type OperationId } from '@tessera/contract';
import { ApiError, ConnectionError } from './errors.js';

/** When and how often a call is retried. */
export interface RetryPolicy {
  /** Number of retries after the first attempt; 0 disables them. Default: 3. */
  readonly retries: number;
  /** Upper limit of the first pause in milliseconds. It doubles with each retry. Default: 250. */
  readonly baseDelayMs: number;
  /** Maximum pause in milliseconds. If `Retry-After` is longer, the call is not repeated. Default: 30,000. */
  readonly maxDelayMs: number;
}

/** Describes a retry before it happens. */
export interface RetryEvent {
  readonly call: OperationId;
  /** 1 for the first retry. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: ApiError | ConnectionError;
}

/** The default retry policy of a client. */
export const defaultRetryPolicy: RetryPolicy = { retries: 3, baseDelayMs: 250, maxDelayMs: 30_000 };

// After 503, or 502 and 504 from a proxy, it is unknown whether the call was carried out.
const unsureStatuses = [502, 503, 504];

/**
 * How long to wait before repeating a failed call, in milliseconds. Undefined if it must not be repeated. A call with
 * status 429 was not carried out, so any call is repeated after it. Otherwise only a call that may be sent twice is.
 * `attempt` is 1 for the first repetition, and `random` returns a number from 0 to 1.
 */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  policy: RetryPolicy,
  random: () => number,
): number | undefined {
  if (attempt > policy.retries || !mayRepeat(error)) {
    return undefined;
  }
  // Half of the pause is random, so that callers that failed at the same time do not retry at the same time.
  const ceilingMs = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
  const jitterMs = ceilingMs * (0.5 + random() / 2);
  const retryAfterMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  if (retryAfterMs > policy.maxDelayMs) {
    return undefined;
  }
  return Math.round(retryAfterMs === 0 ? jitterMs : retryAfterMs + random() * policy.baseDelayMs);
}

function mayRepeat(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ApiError) {
    return error.status === 429 || (unsureStatuses.includes(error.status) && endpoints[error.call].isRepeatable);
  }
  return error instanceof ConnectionError && endpoints[error.call].isRepeatable;
}

/** Waits. Rejects at once with the signal's reason if it is aborted. */
export function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) {
      stop();
    }
  });
}
