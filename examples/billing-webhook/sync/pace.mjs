import { setTimeout as wait } from 'node:timers/promises';

/**
 * Wraps `fetch` so that calls keep to the limit that the answers tell: when no place is left, the next call waits until
 * one is. It reads the draft field `RateLimit: "<policy>";r=<left>;t=<seconds until a place is given back>`.
 * @param {{
 *   fetch?: (url: string, init: RequestInit) => Promise<Response>,
 *   sleep?: (milliseconds: number) => Promise<unknown>,
 *   onWait?: (seconds: number) => void,
 * }} [dependencies]
 * @returns {(url: string, init: RequestInit) => Promise<Response>}
 */
export function pacedFetch({ fetch: send = fetch, sleep = wait, onWait = () => undefined } = {}) {
  let waitSeconds = 0;
  return async (url, init) => {
    if (waitSeconds > 0) {
      onWait(waitSeconds);
      await sleep(waitSeconds * 1000);
    }
    const answer = await send(url, init);
    waitSeconds = secondsToWait(answer.headers);
    return answer;
  };
}

/** @param {Headers} headers @returns {number} 0 while there is a place */
function secondsToWait(headers) {
  const [, left, seconds] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  const retryAfter = Number(headers.get('retry-after') ?? 0);
  return left === '0' ? Math.max(1, Number(seconds), Number.isFinite(retryAfter) ? retryAfter : 0) : 0;
}
