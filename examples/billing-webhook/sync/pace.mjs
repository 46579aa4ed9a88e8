import { setTimeout as wait } from 'node:timers/promises';

/**
 * Wraps `fetch` so that calls comply with the rate limit in responses: if no call is left, the next one waits until one
 * is. Reads the draft field `RateLimit: "<policy>";r=<left>;t=<seconds until a call is available>`.
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
