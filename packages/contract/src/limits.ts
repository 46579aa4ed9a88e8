/** Limits that clients can rely on, defined only here. */
export const limits = {
  /** Largest request body in bytes. */
  bodyBytes: 512 * 1024,
  /** Largest body of `import`, `records` and `reconcile` in bytes. */
  largeBodyBytes: 8 * 1024 * 1024,
  /** Largest body of a tool call over its rate limit that still receives the refusal as a tool result. */
  refusedBodyBytes: 64 * 1024,
  /** Time limit for the headers of a request and for a body of up to `bodyBytes`; larger bodies must keep the rate. */
  headersSeconds: 10,
  bodySeconds: 30,
  bodyBytesPerSecond: 32 * 1024,
  /** Open connections of one process, and of one client address. */
  connections: 10_000,
  connectionsPerAddress: 1_000,
  /** Records in one batch, import or agent write. */
  recordsPerCall: 500,
  /** Top-level fields of one record. */
  fieldsPerRecord: 500,
  /** Records that one revert can change, and writes that it can select. */
  recordsPerRevert: 100_000,
  /** Days that replaced versions of records are kept: the default and the maximum. */
  historyDays: 30,
  historyDaysMax: 365,
  /** Replaced versions of a collection; beyond it, the oldest are deleted. */
  versionsPerCollection: 5_000_000,
  /** Nesting levels of one record, the record itself being the first. */
  recordDepth: 8,
  /** Values of one record on all levels; lists and objects count in addition to their content. */
  valuesPerRecord: 20_000,
  /** Records that a reconcile may always tombstone, and how many its refusal lists. */
  tombstonesAtLeast: 20,
  tombstoneExamples: 20,
  /** Characters (code points) of a record id after canonicalisation. */
  idCharacters: 512,
  /** Characters (code points) of a query. */
  queryCharacters: 2_000,
  /** Fields of one filter, and values of one `in`. */
  filterFields: 100,
  filterValues: 1_000,
  /** Collections of one query. */
  collectionsPerQuery: 20,
  /** Queries of one call, and further results of a `low` one. */
  queriesPerCall: 500,
  /** Fields of a query by fields. */
  fieldsPerQuery: 50,
  resolutionAlternatives: 3,
  /**
   * Queries of one reconciliation batch, candidates of one by default and at most, and characters of a JSONP callback.
   */
  reconciliationQueriesPerCall: 100,
  reconciliationCandidates: 5,
  reconciliationCandidatesMax: 12,
  callbackCharacters: 100,
  /** Corrections of one collection. */
  correctionsPerCollection: 10_000,
  /** Saved views of a collection: of one person or token, shared ones, characters of a name and bytes of one. */
  viewsPerOwner: 50,
  sharedViewsPerCollection: 100,
  viewNameCharacters: 100,
  viewBytes: 16 * 1024,
  /** Logged queries of a collection: days by default and at most, and their number. */
  queryLogDays: 30,
  queryLogDaysMax: 365,
  loggedQueriesPerCollection: 1_000_000,
  /** Days of statistics, by default and at most. */
  statisticsDays: 30,
  statisticsDaysMax: 365,
  topKDefault: 10,
  topKMax: 100,
  pageDefault: 100,
  pageMax: 500,
  /** Characters of a value that are compared when sorting records; equal ones are sorted by id. */
  orderCharacters: 128,
  /** Records that a page can skip: as many as a collection can have. */
  offsetMax: 1_000_000_000,
  /**
   * Characters of a page's cursor: base64url (4 characters for 3 bytes) of JSON with a string of at most `idCharacters`
   * and one of `orderCharacters`, each character up to 6 bytes (as \u0001), and at most 96 bytes of times, kinds and
   * UUIDs.
   */
  cursorCharacters: ((512 * 6 + 128 * 6 + 96) / 3) * 4,
  patternsPerGroup: 200,
  patternCharacters: 512,
  /** Hosts whose frames the pages of a workspace show. */
  embedHosts: 20,
  /** Documents in a preview of patterns. */
  previewedDocuments: 100,
  /** Characters (code points) of a document's path, and bytes of one of its segments. */
  pathCharacters: 512,
  pathSegmentBytes: 255,
  /**
   * Largest file in bytes through `PUT /raw` and git; simultaneous or waiting uploads above `documentBytes` of one
   * workspace.
   */
  fileBytes: 200 * 1024 * 1024,
  largeUploadsPerWorkspace: 4,
  /** Largest text document, or document sent in JSON, in bytes; largest JSON body with documents. */
  documentBytes: 25 * 1024 * 1024,
  documentBodyBytes: 36 * 1024 * 1024,
  /** Characters (UTF-16 units) of a document per answer with an offset. */
  documentPieceCharacters: 60_000,
  /** Characters of a tool result. */
  toolResultCharacters: 100_000,
  /**
   * A push by git: bytes as sent, objects, bytes of unpacked content (40 of the largest documents), bytes of commits,
   * and bytes in memory while unpacking.
   */
  pushBytes: 256 * 1024 * 1024,
  pushObjects: 200_000,
  pushInflatedBytes: 40 * 25 * 1024 * 1024,
  pushCommitBytes: 32 * 1024 * 1024,
  pushMemoryBytes: 256 * 1024 * 1024,
  /** Files and folders that a push changes, summed over its commits; each commit counts one more. */
  pushChanges: 50_000,
  /** Instructions of the deltas of a push, and compared folder entries. */
  pushDeltaInstructions: 20_000_000,
  pushFolderEntries: 20_000_000,
  /** Time and memory of the process that unpacks a push. */
  pushUnpackSeconds: 60,
  pushUnpackMegabytes: 1_024,
  /** Size that a row of a repo's history counts for in the workspace's storage, besides the content of objects. */
  storedRowBytes: 256,
  /** Pushes of one workspace that are received, wait or are stored at a time; a further one is `unavailable`. */
  pushesPerWorkspace: 16,
  /**
   * The archive of an imported workspace: unpacked bytes, files, bytes of one line, and how long rows of a crashed
   * import are kept. One archive is imported at a time. The history of a repo in it may have this many times the objects,
   * commits and changes of a push.
   */
  importHistoryFactor: 5,
  importBytes: 64 * 1024 * 1024 * 1024,
  importFiles: 50_000,
  importLineBytes: 32 * 1024 * 1024,
  importLeaseSeconds: 120,
  /**
   * Simultaneous calls of routes with `takesTurns`: all, those of one workspace, and those of one that run or wait; a
   * further one is `unavailable`.
   */
  heavyCallsAtATime: 6,
  heavyCallsAtATimePerWorkspace: 2,
  heavyCallsPerWorkspace: 100,
  /**
   * Documents listed for one reading page, workspaces that a process lists at a time, and lists of one that run or
   * wait.
   */
  documentsListed: 10_000,
  listingsAtATime: 2,
  listingsPerWorkspace: 200,
  /** Changes of one commit through the API, and characters (code points) of its message. */
  changesPerCommit: 1_000,
  commitMessageCharacters: 10_000,
  /** Drafts that a person keeps in a workspace, for how long, and how long a person counts as editing after a sign of it. */
  draftsPerWriter: 100,
  draftDays: 90,
  editingSeconds: 60,
  /** Documents and folders directly in one folder. */
  entriesPerFolder: 5_000,
  documentSearchDefault: 10,
  documentSearchMax: 50,
  /** Documents per check of links. */
  checkedDocumentsMax: 50,
  /** Versions that blame reads. */
  blamedVersions: 200,
  /**
   * Isolated processes: their number, the reserve for workspaces with quick tasks, time of one task, memory of a
   * process, tasks of one workspace that run or wait, and idle time.
   */
  isolatedProcesses: 2,
  reservedIsolatedProcesses: 1,
  /** Longest time of a quick task, and how long the reserve is closed after a slower one. */
  isolatedQuickMilliseconds: 500,
  isolatedReserveClosedSeconds: 60,
  isolatedTaskSeconds: 3,
  isolatedProcessMegabytes: 512,
  isolatedTasksPerWorkspace: 100,
  isolatedIdleSeconds: 120,
  /** Members of one sync, those that it may always revoke, and how many its refusal lists. */
  membersPerSync: 10_000,
  revokedAtLeast: 10,
  revokedExamples: 20,
  /** Members of a sync per transaction. */
  membersPerTransaction: 500,
  /** Groups of one person, token or reader. */
  groupsPerIdentity: 1_000,
  /** Characters (code points) of a display name. */
  nameCharacters: 200,
  /** Largest decoded logo of a workspace in bytes. */
  logoBytes: 8_192,
  /** Characters (code points) of a description. */
  descriptionCharacters: 2_000,
  offerTextCharacters: 500,
  offerUrlCharacters: 2_000,
  /** Characters (code points) of a collection's guidance. */
  guidanceCharacters: 20_000,
  /** Characters (code points) of a field's name in a configuration. */
  fieldNameCharacters: 512,
  /** Lists of synonyms of a collection, phrases per list, and characters (code points) of a phrase. */
  synonymLists: 500,
  phrasesPerList: 20,
  phraseCharacters: 100,
  /** Fields of a mapping, characters (code points) of a path, and lists that all its paths traverse together. */
  mappedFields: 100,
  mappingPathCharacters: 512,
  mappedLists: 20,
  /** Kinds of event of a mapping, and characters (code points) of one. */
  mappedEvents: 50,
  eventKindCharacters: 100,
  /** Values of a record's update clock, compared in order. */
  clocksPerRecord: 8,
  /** Characters (code points) of the token that confirms a webhook's subscription. */
  validationTokenCharacters: 2_048,
  /** Characters (code points) of a signature's secret, and the largest age of a timestamped signature. */
  signatureSecretCharacters: 512,
  signatureSeconds: 300,
  /** Values of an enum in describe. */
  describedValues: 50,
  /** Records that field inspection reads. */
  fieldSampleDefault: 1_000,
  fieldSampleMax: 10_000,
  /** Seats of a new workspace. */
  readerSeatsDefault: 100,
  /** Accepted records per credential and UTC day on the agent path. */
  dailyWriteCapDefault: 10_000,
  /** Characters (UTF-16 units) of the filters in a refused record's hint; longer ones are shown only by describe. */
  hintedFilterCharacters: 1_000,
  /** Calls of one credential on the agents' relay, over a sliding minute: fifty busy agents that share a token. */
  relayCallsPerMinuteDefault: 3_000,
  /** Calls of one credential to one process over a sliding minute, on routes without a limit of their own. */
  callsPerMinuteDefault: 30_000,
  /** Wait for a search index that is being built. */
  indexWaitSecondsDefault: 10,
  /** How long a statement waits for a lock. */
  lockWaitSeconds: 10,
  /** How long a statement may run, and how long a transaction may be idle. */
  statementSecondsDefault: 300,
  idleTransactionSecondsDefault: 60,
  /** `/v1` calls per key and minute. */
  grantsAndWritesPerMinute: 30,
  listsAndRevokesPerMinute: 60,
  /** Refusals of a record's own text after which its embedding counts as failed. */
  embedTries: 5,
  /** Consecutive outdated updates after which there is a finding. */
  staleRun: 20,
  /** How long a drain's claim of the embedding provider is valid. */
  embedLeaseSeconds: 120,
  /** Lifetime of an e-mailed sign-in code, and its number of tries. */
  signInCodeSeconds: 600,
  signInCodeTries: 5,
  /** Lifetime of the operator's sign-in link. */
  signInLinkSeconds: 3_600,
  /** Days after which another workspace can claim a host that was not proved. */
  pendingDomainDays: 3,
  /** Lifetime of an unused member's sign-in link, and characters of the path that it opens. */
  memberLinkSeconds: 900,
  linkedPathCharacters: 2_000,
  /** Sign-in codes that one client can request for one address, per sliding hour and day. */
  signInCodesPerHour: 10,
  signInCodesPerDay: 30,
  /** Mails about access to a workspace (invites and magic links) to one address per sliding day. */
  invitesPerDay: 5,
  /** How long a call that requires an embedding retries a failing provider. */
  patienceSeconds: 45,
  /** Codes to one address per day from all clients; above it, unknown clients get one per day. */
  signInCodesPerDayOfAll: 300,
  signInCodesPerDayWhenFlooded: 1,
  /** Calls of one client address per minute without a credential; user codes count per person as well. */
  /** OAuth clients that one address registers, and its requests to connect one, per minute. */
  clientsRegisteredPerMinute: 30,
  connectionsAskedPerMinute: 60,
  /** Simultaneous fetches of OAuth client documents: per process, and running or waiting per address. */
  clientDocumentsAtATime: 2,
  clientDocumentsPerAddress: 4,
  /** How long a failed host is not called again. */
  failingHostSeconds: 60,
  /** Time limit of name servers. */
  hostLookupSeconds: 2,
  /** OAuth clients without a connection: their number and lifetime, and bytes of a registration. */
  unusedClients: 10_000,
  unusedClientSeconds: 24 * 3_600,
  clientMetadataBytes: 16 * 1024,
  /** Time limit of a step of connecting an assistant, and lifetimes of its tokens and of the connection. */
  connectSeconds: 3_600,
  authorizationCodeSeconds: 60,
  assistantTokenSeconds: 3_600,
  assistantRefreshSeconds: 60 * 24 * 3_600,
  assistantConnectionSeconds: 365 * 24 * 3_600,
  codesAskedPerMinute: 20,
  signInTriesPerMinute: 30,
  deviceCodesPerMinute: 60,
  devicePollsPerMinute: 600,
  userCodesPerMinute: 20,
  linksOpenedPerMinute: 60,
  /** Public pages and files per address. */
  publicPagesPerMinute: 600,
  /** Searches of public documents per address. */
  publicSearchesPerMinute: 60,
  /** Webhooks of a workspace, and characters of a webhook's URL. */
  webhooksPerWorkspace: 20,
  webhookUrlCharacters: 2_000,
  /** Time limit of a webhook's receiver, and how long a claim of deliveries is valid. */
  webhookTimeoutSeconds: 10,
  webhookLeaseSeconds: 60,
  /** Pause after the first failed attempt, its factor per further one, and the longest pause. */
  webhookRetrySeconds: 5,
  webhookRetryFactor: 4,
  webhookRetrySecondsMax: 24 * 3_600,
  /** Days of failure after which a delivery is given up and a webhook is turned off. */
  webhookFailureDays: 3,
  /** Days that deliveries are kept. */
  webhookDeliveryDays: 30,
  /** Webhooks that one process sends to at a time, those of one workspace, and deliveries to one of them. */
  webhooksAtATime: 32,
  webhooksAtATimePerWorkspace: 4,
  deliveriesAtATime: 8,
  /** Lifetime of a browser session. */
  sessionDays: 30,
  /** Lifetime of a device's code, and the shortest interval between its polls (RFC 8628). */
  deviceCodeSeconds: 900,
  devicePollSeconds: 5,
  /** Pending device codes of all devices. Requesting one needs no credential, so a further one replaces the oldest. */
  openDeviceCodes: 10_000,
} as const;
