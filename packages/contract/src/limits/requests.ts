/** Limits of requests: bodies, connections, pages of lists, rates, and work at a time. */
export const requestLimits = {
  /** Largest request body in bytes. */
  bodyBytes: 512 * 1024,
  /** Largest body of `import`, `records` and `reconcile` in bytes. */
  largeBodyBytes: 8 * 1024 * 1024,
  /**
   * Largest body of a tool call that still receives its refusal as a tool result, if the caller is over the rate limit.
   */
  refusedBodyBytes: 64 * 1024,
  /**
   * Time limit for the headers of a request, and for a body of up to `bodyBytes`. A larger body must keep this rate.
   */
  headersSeconds: 10,
  bodySeconds: 30,
  bodyBytesPerSecond: 32 * 1024,
  /**
   * Bytes of request bodies that one process keeps until their responses. A body above `bodyBytes` is on disk while it
   * arrives. A credential has at most a quarter of what is left for all others, a client address half of it.
   */
  bodyMemoryBytes: 256 * 1024 * 1024,
  bodyDiskBytes: 4 * 1024 ** 3,
  /** How long a client may read nothing of a response until its connection is closed. */
  unreadSeconds: 60,
  /** Bytes of responses that all clients of one process together have not read. */
  unreadBytes: 256 * 1024 * 1024,
  /** Open connections of one process, and of one client address. */
  connections: 10_000,
  connectionsPerAddress: 1_000,
  /** Characters of a tool result. */
  toolResultCharacters: 100_000,
  /** Entries of one page of a list, by default and at most. */
  pageDefault: 100,
  pageMax: 500,
  /** How many records a page can skip. A collection cannot have more. */
  offsetMax: 1_000_000_000,
  /**
   * Characters of a page's cursor. A cursor is base64url (4 characters for 3 bytes) of JSON. The JSON contains a string
   * of at most `idCharacters` and one of `orderCharacters`, of which each character takes up to 6 bytes (as \u0001),
   * and at most 96 bytes of times, kinds and UUIDs.
   */
  cursorCharacters: ((512 * 6 + 128 * 6 + 96) / 3) * 4,
  /**
   * Calls of routes with `takesTurns`: how many run at a time in total, how many of one workspace, and how many of one
   * workspace run or wait. A further one is refused as `unavailable`.
   */
  heavyCallsAtATime: 6,
  heavyCallsAtATimePerWorkspace: 2,
  heavyCallsPerWorkspace: 100,
  /** Up to how many seconds later a source sends a delivery again that was refused because too many wait. */
  deliveryRetrySeconds: 5,
  /** How long a delivery waits at most until further ones at its URL are refused. */
  deliveryWaitSeconds: 2,
  /**
   * Calls of one credential to the agents' relay in a sliding minute: enough for fifty busy agents that share a token.
   */
  relayCallsPerMinuteDefault: 3_000,
  /** Calls of one credential to one process in a sliding minute, on routes that have no limit of their own. */
  callsPerMinuteDefault: 30_000,
  /** Calls of `/v1` per API key and minute. */
  grantsAndWritesPerMinute: 30,
  listsAndRevokesPerMinute: 60,
  /**
   * Calls of one client address without a credential, per minute. For user codes, the limit also applies per person.
   */
  codesAskedPerMinute: 20,
  signInTriesPerMinute: 30,
  /** Logout tokens of an OpenID Connect provider, per address and minute. A provider sends one for each session. */
  logoutsPerMinute: 3_000,
  deviceCodesPerMinute: 60,
  devicePollsPerMinute: 600,
  userCodesPerMinute: 20,
  linksOpenedPerMinute: 60,
  /** OAuth clients that one address registers, and its requests to connect one, per minute. */
  clientsRegisteredPerMinute: 30,
  connectionsAskedPerMinute: 60,
  /** Requests for public pages and files per client address and minute. */
  publicPagesPerMinute: 600,
  /** Searches of public documents per client address and minute. */
  publicSearchesPerMinute: 60,
  /** How long a statement waits for a lock. */
  lockWaitSeconds: 10,
  /** How long a statement may run, and how long a transaction may be idle. */
  statementSecondsDefault: 300,
  idleTransactionSecondsDefault: 60,
  /** How long a host that failed is not called again. */
  failingHostSeconds: 60,
  /** How long a lookup waits for name servers. */
  hostLookupSeconds: 2,
} as const;
