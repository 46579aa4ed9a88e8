/** A limit on calls or records: its name, how many fit into a window, and the window's length. */
export interface LimitPolicy {
  readonly bucket: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** How much of a limit is left, and the whole seconds until there is more. */
export interface LimitState {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The two fields of the IETF draft "RateLimit header fields for HTTP": the policy, and what is left of it. */
export function rateLimitHeaders(policy: LimitPolicy, state: LimitState): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy.bucket}";q=${policy.limit};w=${policy.windowSeconds}`,
    RateLimit: `"${policy.bucket}";r=${state.remaining};t=${state.resetSeconds}`,
  };
}
