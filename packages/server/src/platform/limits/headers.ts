import type { RateBucket, RateState } from './sliding-minute.js';

/** The two fields of the IETF draft "RateLimit header fields for HTTP": the policy, and what is left of it. */
export function rateLimitHeaders(
  { bucket, limit }: Pick<RateBucket, 'bucket' | 'limit'>,
  state: RateState,
): Record<string, string> {
  return {
    'RateLimit-Policy': `"${bucket}";q=${limit};w=60`,
    RateLimit: `"${bucket}";r=${state.remaining};t=${state.resetSeconds}`,
  };
}
