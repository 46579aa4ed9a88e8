import { endpoints, type OperationId } from '@tessera/contract';
import { ApiError, ConnectionError } from './errors.js';

/** When and how often a call is retried. */
export interface RetryPolicy {
  /** Retries after the first attempt; 0 disables them. Default 3. */
  readonly retries: number;
  /** Upper limit of the first pause in milliseconds; it doubles with each retry. Default 250. */
  readonly baseDelayMs: number;
  /** The longest pause in milliseconds. A longer `Retry-After` is not waited for. Default 30,000. */
  readonly maxDelayMs: number;
}

/** A retry that is about to happen. */
export interface RetryEvent {
  readonly call: OperationId;
  /** 1 for the first retry. */
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: ApiError | ConnectionError;
}

/** The default retry policy of a client. */
export const defaultRetryPolicy: RetryPolicy = { retries: 3, baseDelayMs: 250, maxDelayMs: 30_000 };

// For 502 and 504 from a proxy, and for 503, it is unknown whether the call was executed.
const unsureStatuses = [502, 503, 504];

/**
 * How long to pause before repeating a failed call, in milliseconds; undefined: do not repeat it.
 * A call that was turned away (429) was not carried out, so any call is repeated; otherwise only one that may be sent twice.
 * `attempt` is 1 for the first repetition, `random` gives 0 to 1.
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
  // Half of the pause is random, so that callers that failed together do not retry together.
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

/** Waits. Rejects with the signal's reason as soon as it is aborted. */
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
