import { ApiError } from '@tessera/client';
import { Refusal } from '../plans.mjs';

/**
 * The result of an event. `later` makes the provider deliver it again, because access does not match payments yet.
 * `refused` is an error that no retry changes, such as an invalid address: a person has to look at it.
 * @typedef {{ outcome: 'granted' | 'regranted' | 'updated' | 'unchanged' | 'stale' | 'revoked' | 'ignored',
 *     level?: 'error', reason?: string }} Applied
 * @typedef {Applied
 *   | { outcome: 'refused', level: 'error', reason: string }
 *   | { outcome: 'later', reason: string, retryAfterSeconds: number }} Processed
 *
 * @typedef {{ client: import('@tessera/client').Client, plans: import('../plans.mjs').Plans }} ProviderDependencies
 */

/**
 * A payment provider: the header of its signatures, the parser of its events, and their effect on access. The same event
 * can be applied several times and in any order.
 * @template {{ id: string, type: string }} Event
 * @typedef {{ signatureHeader: string, readEvent: (body: any) => Event | undefined,
 *   apply: (event: Event) => Promise<Applied> }} Provider
 */

/**
 * Applies events. Tessera ignores what is out of date, so nothing is stored here, and several processes can run.
 * @template {{ id: string, type: string }} Event
 * @param {Pick<Provider<Event>, 'apply'>} provider
 * @returns {(event: Event) => Promise<Processed>}
 */
export function createProcessor(provider) {
  return (event) => provider.apply(event).catch(postponed);
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
