/** A limit on calls or records: its name, the maximum per window and the window's length. */
export interface LimitPolicy {
  readonly bucket: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What remains of a limit, and the seconds until more becomes available. */
export interface LimitState {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The headers of the IETF draft "RateLimit header fields for HTTP": policy and remaining quota. */
export function rateLimitHeaders(policy: LimitPolicy, state: LimitState): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy.bucket}";q=${policy.limit};w=${policy.windowSeconds}`,
    RateLimit: `"${policy.bucket}";r=${state.remaining};t=${state.resetSeconds}`,
  };
}
