/** Limits that clients can rely on, defined only here. */
export const limits = {
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
  /** Open connections of one process, and of one client address. */
  connections: 10_000,
  connectionsPerAddress: 1_000,
  /** Records in one batch, import or agent write. */
  recordsPerCall: 500,
  /** Top-level fields of one record. */
  fieldsPerRecord: 500,
  /** Records that one revert can change, and writes that it can select. */
  recordsPerRevert: 100_000,
  /** For how many days replaced versions of records are kept: the default and the maximum. */
  historyDays: 30,
  historyDaysMax: 365,
  /** Maximum replaced versions of a collection. Beyond it, the oldest are deleted. */
  versionsPerCollection: 5_000_000,
  /** Nesting levels of one record. The record itself is the first level. */
  recordDepth: 8,
  /** Values of one record on all levels. A list or object counts as one value in addition to its content. */
  valuesPerRecord: 20_000,
  /** Number of records that a reconcile may always delete, and number of records that its refusal lists. */
  tombstonesAtLeast: 20,
  tombstoneExamples: 20,
  /** Characters (code points) of a record id after canonicalisation. */
  idCharacters: 512,
  /** Characters (code points) of a query. */
  queryCharacters: 2_000,
  /** Fields of one filter, and values of one `in`. */
  filterFields: 100,
  filterValues: 1_000,
  /** Collections that one query can name. */
  collectionsPerQuery: 20,
  /** Queries of one call, and results in addition to the first for a query with verdict `low`. */
  queriesPerCall: 500,
  /** Fields of a query by fields. */
  fieldsPerQuery: 50,
  resolutionAlternatives: 3,
  /**
   * Queries of one reconciliation batch; candidates of one query, by default and at most; characters of a JSONP
   * callback.
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
  /** Logged queries of a collection: the days by default, the days at most, and the maximum number. */
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
  /** Characters of a value that are compared when records are sorted. If they are equal, records are sorted by id. */
  orderCharacters: 128,
  /** How many records a page can skip. A collection cannot have more. */
  offsetMax: 1_000_000_000,
  /**
   * Characters of a page's cursor. A cursor is base64url (4 characters for 3 bytes) of JSON. The JSON contains a string
   * of at most `idCharacters` and one of `orderCharacters`, of which each character takes up to 6 bytes (as \u0001),
   * and at most 96 bytes of times, kinds and UUIDs.
   */
  cursorCharacters: ((512 * 6 + 128 * 6 + 96) / 3) * 4,
  patternsPerGroup: 200,
  patternCharacters: 512,
  /** Hosts whose frames a workspace allows on its pages. */
  embedHosts: 20,
  /** Documents in a preview of patterns. */
  previewedDocuments: 100,
  /** Characters (code points) of a document's path, and bytes of one of its segments. */
  pathCharacters: 512,
  pathSegmentBytes: 255,
  /**
   * Largest file in bytes through `PUT /raw` and git. Uploads above `documentBytes` that one workspace can have in
   * progress or waiting.
   */
  fileBytes: 200 * 1024 * 1024,
  largeUploadsPerWorkspace: 4,
  /** Largest document that is text or sent in JSON, in bytes. Largest JSON body that contains documents. */
  documentBytes: 25 * 1024 * 1024,
  documentBodyBytes: 36 * 1024 * 1024,
  /** Characters (UTF-16 units) of a document that an answer with an offset contains. */
  documentPieceCharacters: 60_000,
  /** Characters of a tool result. */
  toolResultCharacters: 100_000,
  /**
   * Limits of a push by git: bytes as sent, number of objects, bytes of unpacked content (40 of the largest documents),
   * bytes of commits, and bytes in memory while unpacking.
   */
  pushBytes: 256 * 1024 * 1024,
  pushObjects: 200_000,
  pushInflatedBytes: 40 * 25 * 1024 * 1024,
  pushCommitBytes: 32 * 1024 * 1024,
  pushMemoryBytes: 256 * 1024 * 1024,
  /** Files and folders that a push changes, summed over its commits. Each commit counts as one more. */
  pushChanges: 50_000,
  /** Instructions of the deltas of a push, and folder entries that are compared. */
  pushDeltaInstructions: 20_000_000,
  pushFolderEntries: 20_000_000,
  /** Time and memory of the process that unpacks a push. */
  pushUnpackSeconds: 60,
  pushUnpackMegabytes: 1_024,
  /**
   * How many bytes each row of a repo's history counts for in the storage of a workspace. The content of objects counts
   * separately.
   */
  storedRowBytes: 256,
  /** Pushes of one workspace in progress or waiting. A further one is refused as `unavailable`. */
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
   * Calls of routes with `takesTurns`: how many run at a time in total, how many of one workspace, and how many of one
   * workspace run or wait. A further one is refused as `unavailable`.
   */
  heavyCallsAtATime: 6,
  heavyCallsAtATimePerWorkspace: 2,
  heavyCallsPerWorkspace: 100,
  /**
   * Documents that are listed for one reading page, workspaces for which a process lists at a time, and lists of one
   * workspace that run or wait.
   */
  documentsListed: 10_000,
  listingsAtATime: 2,
  listingsPerWorkspace: 200,
  /** Changes of one commit through the API, and characters (code points) of its message. */
  changesPerCommit: 1_000,
  commitMessageCharacters: 10_000,
  /**
   * Drafts that a person can have in a workspace, how long they are kept, and how long a person counts as editing after
   * the last report.
   */
  draftsPerWriter: 100,
  draftDays: 90,
  editingSeconds: 60,
  /** Documents and folders directly in one folder. */
  entriesPerFolder: 5_000,
  documentSearchDefault: 10,
  documentSearchMax: 50,
  /** Documents that one check of links covers. */
  checkedDocumentsMax: 50,
  /** Versions that one blame reads. */
  blamedVersions: 200,
  /**
   * Isolated processes: how many there are, how many are reserved for workspaces with quick tasks, time of one task,
   * memory of a process, tasks of one workspace that run or wait, and idle time.
   */
  isolatedProcesses: 2,
  reservedIsolatedProcesses: 1,
  /** Longest time of a quick task, and how long a workspace may not use the reserve after a slower one. */
  isolatedQuickMilliseconds: 500,
  isolatedReserveClosedSeconds: 60,
  isolatedTaskSeconds: 3,
  isolatedProcessMegabytes: 512,
  isolatedTasksPerWorkspace: 100,
  isolatedIdleSeconds: 120,
  /** Members of one sync, members that it may always revoke, and members that its refusal lists. */
  membersPerSync: 10_000,
  revokedAtLeast: 10,
  revokedExamples: 20,
  /** Members of a sync that one transaction writes. */
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
  /**
   * Fields of a mapping, characters (code points) of a path, and lists that all paths of a mapping may traverse
   * together.
   */
  mappedFields: 100,
  mappingPathCharacters: 512,
  mappedLists: 20,
  /** Events that a mapping lists, and characters (code points) of one event. */
  mappedEvents: 50,
  eventKindCharacters: 100,
  /** Values of a record's update clock, which are compared in order. */
  clocksPerRecord: 8,
  /** Characters (code points) of the token that confirms a webhook's subscription. */
  validationTokenCharacters: 2_048,
  /** Characters (code points) of a signature's secret, and the maximum age of a signature with a timestamp. */
  signatureSecretCharacters: 512,
  signatureSeconds: 300,
  /** Values of an enum in describe. */
  describedValues: 50,
  /** Records that a field inspection reads, by default and at most. */
  fieldSampleDefault: 1_000,
  fieldSampleMax: 10_000,
  /** Seats of a new workspace. */
  readerSeatsDefault: 100,
  /** Records per credential and UTC day that agents may write. */
  dailyWriteCapDefault: 10_000,
  /** Characters (UTF-16 units) of the filters in a refused record's hint. Longer filters are only shown by describe. */
  hintedFilterCharacters: 1_000,
  /**
   * Calls of one credential to the agents' relay in a sliding minute: enough for fifty busy agents that share a token.
   */
  relayCallsPerMinuteDefault: 3_000,
  /** Calls of one credential to one process in a sliding minute, on routes that have no limit of their own. */
  callsPerMinuteDefault: 30_000,
  /** How long a query waits for a search index that is being built. */
  indexWaitSecondsDefault: 10,
  /** How long a statement waits for a lock. */
  lockWaitSeconds: 10,
  /** How long a statement may run, and how long a transaction may be idle. */
  statementSecondsDefault: 300,
  idleTransactionSecondsDefault: 60,
  /** Calls of `/v1` per API key and minute. */
  grantsAndWritesPerMinute: 30,
  listsAndRevokesPerMinute: 60,
  /** After this many refusals of a record's own text, its embedding counts as failed. */
  embedTries: 5,
  /** After this many outdated updates in a row, a finding is added. */
  staleRun: 20,
  /** How long a call's claim to embed a record is valid. */
  embedLeaseSeconds: 120,
  /** Lifetime of a mailed sign-in code, and the number of tries. */
  signInCodeSeconds: 600,
  signInCodeTries: 5,
  /** Lifetime of the operator's sign-in link. */
  signInLinkSeconds: 3_600,
  /** After this many days, another workspace can claim a host that was not proved. */
  pendingDomainDays: 3,
  /** Lifetime of an unused member's sign-in link, and characters of the path that it opens. */
  memberLinkSeconds: 900,
  linkedPathCharacters: 2_000,
  /** Sign-in codes that one client can request for one address, per sliding hour and per sliding day. */
  signInCodesPerHour: 10,
  signInCodesPerDay: 30,
  /** Mails about access to a workspace (invitations and magic links) that one address receives per sliding day. */
  invitesPerDay: 5,
  /** How long a call that requires an embedding retries a failing provider. */
  patienceSeconds: 45,
  /** Codes for one address per day from all clients. Above it, an unknown client gets one code per day. */
  signInCodesPerDayOfAll: 300,
  signInCodesPerDayWhenFlooded: 1,
  /**
   * Calls of one client address without a credential, per minute. For user codes, the limit also applies per person.
   */
  /** OAuth clients that one address registers, and its requests to connect one, per minute. */
  clientsRegisteredPerMinute: 30,
  connectionsAskedPerMinute: 60,
  /** Simultaneous fetches of OAuth client documents: per process, and per client address including waiting ones. */
  clientDocumentsAtATime: 2,
  clientDocumentsPerAddress: 4,
  /** How long a host that failed is not called again. */
  failingHostSeconds: 60,
  /** How long a lookup waits for name servers. */
  hostLookupSeconds: 2,
  /** OAuth clients that have no connection: their maximum number and lifetime, and the bytes of a registration. */
  unusedClients: 10_000,
  unusedClientSeconds: 24 * 3_600,
  clientMetadataBytes: 16 * 1024,
  /** Time limit of one step of connecting an assistant, and lifetimes of the tokens and of the connection. */
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
  /** Requests for public pages and files per client address and minute. */
  publicPagesPerMinute: 600,
  /** Searches of public documents per client address and minute. */
  publicSearchesPerMinute: 60,
  /** Webhooks of a workspace, and characters of a webhook's URL. */
  webhooksPerWorkspace: 20,
  webhookUrlCharacters: 2_000,
  /** Time limit of a webhook's receiver, and how long a claim of deliveries is valid. */
  webhookTimeoutSeconds: 10,
  webhookLeaseSeconds: 60,
  /** Pause after the first failed attempt, the factor for each further one, and the maximum pause. */
  webhookRetrySeconds: 5,
  webhookRetryFactor: 4,
  webhookRetrySecondsMax: 24 * 3_600,
  /** After this many days of failures, a delivery is given up and its webhook is disabled. */
  webhookFailureDays: 3,
  /** Days that deliveries are kept. */
  webhookDeliveryDays: 30,
  /**
   * Webhooks to which one process sends at a time, those of one workspace among them, and deliveries to one webhook.
   */
  webhooksAtATime: 32,
  webhooksAtATimePerWorkspace: 4,
  deliveriesAtATime: 8,
  /** Lifetime of a browser session. */
  sessionDays: 30,
  /** Lifetime of a device's code, and the shortest interval between its polls (RFC 8628). */
  deviceCodeSeconds: 900,
  devicePollSeconds: 5,
  /**
   * Device codes that wait for a decision. Requesting one needs no credential, so a further code replaces the oldest
   * one.
   */
  openDeviceCodes: 10_000,
} as const;
