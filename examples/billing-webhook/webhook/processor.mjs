import { ApiError } from '@tessera/client';
import { Refusal } from '../plans.mjs';

/**
 * The result of an event. `later` makes the provider deliver it again, because access does not match payments yet.
 * `refused` is an error that no retry changes, such as an invalid address: a person has to look at it.
 * @typedef {{ outcome: 'granted' | 'regranted' | 'changed' | 'updated' | 'unchanged' | 'stale' | 'revoked' | 'unknown' | 'ignored' | 'repeated' | 'outdated',
 *     level?: 'error', reason?: string }
 *   | { outcome: 'refused', level: 'error', reason: string }
 *   | { outcome: 'later', reason: string, retryAfterSeconds: number }} Processed
 *
 * What applying an event did, and what the journal is to remember of it.
 * @typedef {Exclude<Processed, { outcome: 'later' | 'refused' }> & { email?: string,
 *   purchase?: import('./journal.mjs').JournalPurchase }} Applied
 *
 * @typedef {{ client: import('@tessera/client').Client, journal: import('./journal.mjs').Journal,
 *   plans: import('../plans.mjs').Plans }} ProviderDependencies
 */

/**
 * A payment provider: the header of its signatures, the parser of its events, the key by which events are serialized,
 * and their effect on access.
 * @template {{ id: string, type: string, at: number }} Event
 * @typedef {{ signatureHeader: string, readEvent: (body: any) => Event | undefined, queueOf: (event: Event) => string,
 *   apply: (event: Event) => Promise<Applied> }} Provider
 */

/**
 * Applies events, those of one queue one at a time, each once.
 * @template {{ id: string, type: string, at: number }} Event
 * @param {{ journal: import('./journal.mjs').Journal, provider: Pick<Provider<Event>, 'apply' | 'queueOf'> }} dependencies
 * @returns {(event: Event) => Promise<Processed>}
 */
export function createProcessor({ journal, provider }) {
  /** @type {Map<string, Promise<unknown>>} */
  const queues = new Map();

  /** @param {Event} event @returns {Promise<Processed>} */
  const process = async (event) => {
    if (journal.isApplied(event.id)) {
      return { outcome: 'repeated' };
    }
    try {
      const { email, purchase, ...processed } = await provider.apply(event);
      if (email !== undefined) {
        const { id, type, at } = event;
        await journal.add({ id, type, at, email, ...(purchase ? { purchase } : {}) });
      }
      return processed;
    } catch (error) {
      return postponed(error);
    }
  };

  return (event) => {
    const name = provider.queueOf(event);
    const before = queues.get(name) ?? Promise.resolve();
    const result = before.then(() => process(event));
    queues.set(name, result);
    return result.finally(() => {
      if (queues.get(name) === result) {
        queues.delete(name);
      }
    });
  };
}

/** Codes of refusals that no repetition changes. */
const permanentCodes = ['invalid_request', 'group_not_found', 'member_exists'];

/**
 * Postpones temporary failures (no seat, rate limit, no connection) until the provider delivers again. Permanent ones
 * are logged as errors and acknowledged, because providers stop delivering to an address that fails for days.
 * @param {unknown} error
 * @returns {Processed}
 */
function postponed(error) {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const reason = error instanceof ApiError ? `${error.code}: ${error.message}` : messageOf(error);
  if (error instanceof Refusal || (error instanceof ApiError && permanentCodes.includes(error.code ?? ''))) {
    return { outcome: 'refused', level: 'error', reason };
  }
  return { outcome: 'later', reason, retryAfterSeconds: seconds ?? 60 };
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
