/** Numbers that clients can rely on. Each is stated once, here. */
export const limits = {
  /** Largest request body in bytes. */
  bodyBytes: 512 * 1024,
  /** Largest body of `import`, `records` and `reconcile` in bytes. */
  largeBodyBytes: 8 * 1024 * 1024,
  /** Largest body on the agents' relay of a tool call over its rate limit that is still answered as a tool's result. */
  refusedBodyBytes: 64 * 1024,
  /**
   * Time that the headers of a request have to arrive, and a body of up to `bodyBytes`; larger ones have to keep the rate.
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
  /** Records that one revert returns to earlier versions, and writes that it may select. */
  recordsPerRevert: 100_000,
  /** Days that replaced versions of records are kept: unless the collection says otherwise, and at most. */
  historyDays: 30,
  historyDaysMax: 365,
  /** Replaced versions that a collection keeps: beyond it, the oldest are deleted. */
  versionsPerCollection: 5_000_000,
  /** Nesting levels of one record, the record itself being the first. */
  recordDepth: 8,
  /** Values of one record on all its levels, each list and object with what is in it. */
  valuesPerRecord: 20_000,
  /** Records that a reconcile may always tombstone, and how many of those that are too many its refusal names. */
  tombstonesAtLeast: 20,
  tombstoneExamples: 20,
  /** Characters (code points) of a record id after canonicalisation. */
  idCharacters: 512,
  /** Characters (code points) of a query. */
  queryCharacters: 2_000,
  /** Fields of one filter, and values of one `in`. */
  filterFields: 100,
  filterValues: 1_000,
  /** Collections that one query asks. */
  collectionsPerQuery: 20,
  /** Queries that one call resolves, and further results of one whose verdict is `low`. */
  queriesPerCall: 500,
  /** Fields of a record that is resolved by its fields. */
  fieldsPerQuery: 50,
  resolutionAlternatives: 3,
  /** Queries of one reconciliation batch, candidates of one by default and at most, and characters of a JSONP callback. */
  reconciliationQueriesPerCall: 100,
  reconciliationCandidates: 5,
  reconciliationCandidatesMax: 12,
  callbackCharacters: 100,
  /** Corrections of one collection. */
  correctionsPerCollection: 10_000,
  /** Queries of a collection that are kept: as many days unless its workspace says otherwise, at most, and in number. */
  queryLogDays: 30,
  queryLogDaysMax: 365,
  loggedQueriesPerCollection: 1_000_000,
  /** Days that statistics count, by default and at most. */
  statisticsDays: 30,
  statisticsDaysMax: 365,
  topKDefault: 10,
  topKMax: 100,
  pageDefault: 100,
  pageMax: 500,
  /** Characters of a value that an order of records looks at; values that begin with the same ones are in order of their ids. */
  orderCharacters: 128,
  /** Records that a page may skip: as many as a collection can have. */
  offsetMax: 1_000_000_000,
  /**
   * Characters of a page's cursor: base64url, 4 characters for 3 bytes, of JSON that holds one text of at most
   * `idCharacters` and one of `orderCharacters`, each of up to 6 bytes (as \u0001), and at most 96 bytes of times,
   * kinds and UUIDs.
   */
  cursorCharacters: ((512 * 6 + 128 * 6 + 96) / 3) * 4,
  patternsPerGroup: 200,
  patternCharacters: 512,
  /** Hosts whose frames the pages of a workspace show. */
  embedHosts: 20,
  /** Documents that a preview of patterns names. */
  previewedDocuments: 100,
  /** Characters (code points) of a document's path, and bytes of one of its segments. */
  pathCharacters: 512,
  pathSegmentBytes: 255,
  /**
   * Largest file in bytes, as `PUT /raw` and git bring it; uploads of more than `documentBytes` of one workspace that are
   * received or wait at a time.
   */
  fileBytes: 200 * 1024 * 1024,
  largeUploadsPerWorkspace: 4,
  /**
   * Largest document in bytes whose content is text, or is sent in JSON, and largest JSON body that carries documents: one
   * of base64, or many of text.
   */
  documentBytes: 25 * 1024 * 1024,
  documentBodyBytes: 36 * 1024 * 1024,
  /** Characters (UTF-16 units) of a document that are answered at a time when an offset is given. */
  documentPieceCharacters: 60_000,
  /** Of the text of a tool's result. */
  toolResultCharacters: 100_000,
  /**
   * A push by git: bytes as sent, objects, bytes of content once unpacked (40 of the largest documents), those of commits,
   * and bytes of content held at a time while it is unpacked.
   */
  pushBytes: 256 * 1024 * 1024,
  pushObjects: 200_000,
  pushInflatedBytes: 40 * 25 * 1024 * 1024,
  pushCommitBytes: 32 * 1024 * 1024,
  pushHeldBytes: 256 * 1024 * 1024,
  /** Files and folders that the commits of a push change, each commit counted by itself and as one more. */
  pushChanges: 50_000,
  /** Instructions of the deltas of a push, and entries of the folders that its commits are compared by. */
  pushDeltaInstructions: 20_000_000,
  pushFolderEntries: 20_000_000,
  /** Time and memory of the process that unpacks a push. */
  pushUnpackSeconds: 60,
  pushUnpackMegabytes: 1_024,
  /** What a row of a repo's history counts against the workspace's storage, beside the content of objects. */
  storedRowBytes: 256,
  /** Pushes of one workspace that are received, wait or are stored at a time; a further one is `unavailable`. */
  pushesPerWorkspace: 16,
  /**
   * An archive of a workspace that is imported: bytes once unpacked, files, bytes of one line, and how long a process that
   * was killed leaves what it had imported. One archive is imported at a time.
   */
  importBytes: 64 * 1024 * 1024 * 1024,
  importFiles: 50_000,
  importLineBytes: 32 * 1024 * 1024,
  importLeaseSeconds: 120,
  /**
   * Calls of routes with `takesTurns` that run at a time, those of one workspace, and those of one that run or wait; a
   * further one is `unavailable`.
   */
  heavyCallsAtATime: 6,
  heavyCallsAtATimePerWorkspace: 2,
  heavyCallsPerWorkspace: 100,
  /** Documents that one reading page lists, workspaces that a process lists for at a time, and lists of one that run or wait. */
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
  /** Documents whose links one call checks. */
  checkedDocumentsMax: 50,
  /** Versions that blame looks at. */
  blamedVersions: 200,
  /**
   * Processes that parse, render and compare content of callers: how many, and in reserve for workspaces whose tasks were
   * quick; the time of one task, the memory of a process, tasks of one workspace that run or wait, and how long a process is
   * kept without a task.
   */
  isolatedProcesses: 2,
  reservedIsolatedProcesses: 1,
  /** The time of a task that still counts as quick, and how long the reserve is closed after another one. */
  isolatedQuickMilliseconds: 500,
  isolatedReserveClosedSeconds: 60,
  isolatedTaskSeconds: 3,
  isolatedProcessMegabytes: 512,
  isolatedTasksPerWorkspace: 100,
  isolatedIdleSeconds: 120,
  /** Members of one sync, those that it may always revoke, and how many of too many its refusal names. */
  membersPerSync: 10_000,
  revokedAtLeast: 10,
  revokedExamples: 20,
  /** Members of a sync that are written in one transaction. */
  membersPerTransaction: 500,
  /** Groups that one person, token or reader may hold. */
  groupsPerIdentity: 1_000,
  /** Characters (code points) of a display name. */
  nameCharacters: 200,
  /** Largest logo of a workspace in bytes, once decoded. */
  logoBytes: 8_192,
  /** Characters (code points) of a description. */
  descriptionCharacters: 2_000,
  offerTextCharacters: 500,
  offerUrlCharacters: 2_000,
  /** Characters (code points) of a collection's guidance. */
  guidanceCharacters: 20_000,
  /** Characters (code points) of a field's name in a configuration. */
  fieldNameCharacters: 512,
  /** Lists of synonyms of a collection, phrases of one, and characters (code points) of a phrase. */
  synonymLists: 500,
  phrasesPerList: 20,
  phraseCharacters: 100,
  /** Fields of a mapping, characters (code points) of a path, and lists that all its paths together go through. */
  mappedFields: 100,
  mappingPathCharacters: 512,
  mappedLists: 20,
  /** Kinds of event that a mapping reads, and characters (code points) of one. */
  mappedEvents: 50,
  eventKindCharacters: 100,
  /** Values of a record's update clock: each next one decides where those before it are equal. */
  clocksPerRecord: 8,
  /** Characters (code points) of the token with which a webhook's subscription is confirmed. */
  validationTokenCharacters: 2_048,
  /** Characters (code points) of a signature's secret, and the age of a signature that says when it was made. */
  signatureSecretCharacters: 512,
  signatureSeconds: 300,
  /** Values of an enum that describe lists. */
  describedValues: 50,
  /** Records that field inspection looks at. */
  fieldSampleDefault: 1_000,
  fieldSampleMax: 10_000,
  /** Seats of a new workspace. */
  readerSeatsDefault: 100,
  /** Accepted records per credential and UTC day on the agent path. */
  dailyWriteCapDefault: 10_000,
  /** Characters (UTF-16 units) of the filters that a refused record's hint shows; longer ones only describe shows. */
  hintedFilterCharacters: 1_000,
  /** Calls of one credential on the agents' relay, over a sliding minute: fifty busy agents that share a token. */
  relayCallsPerMinuteDefault: 3_000,
  /** Calls of one credential to one process over a sliding minute, on routes without a limit of their own. */
  callsPerMinuteDefault: 30_000,
  /** Wait for a search index that is being built. */
  indexWaitSecondsDefault: 10,
  /** How long a statement waits for a lock that others hold. */
  lockWaitSeconds: 10,
  /** How long the database lets a statement run, and a transaction wait for its next one. */
  statementSecondsDefault: 300,
  idleTransactionSecondsDefault: 60,
  /** `/v1` calls per key and minute. */
  grantsAndWritesPerMinute: 30,
  listsAndRevokesPerMinute: 60,
  /** Refusals of its own text after which a record's embedding counts as failed. */
  embedTries: 5,
  /** Updates in a row that are older than what is stored, from which on a finding says so. */
  staleRun: 20,
  /** How long nobody else sends texts to the provider that a drain has claimed. */
  embedLeaseSeconds: 120,
  /** How long an e-mailed sign-in code is good for, and how often it may be tried. */
  signInCodeSeconds: 600,
  signInCodeTries: 5,
  /** How long a sign-in link of the operator is good for. */
  signInLinkSeconds: 3_600,
  /** Days after which another workspace can take over a host that was never proved. */
  pendingDomainDays: 3,
  /** How long a member's sign-in link works until it is used, and characters of the path that it opens. */
  memberLinkSeconds: 900,
  linkedPathCharacters: 2_000,
  /** Sign-in codes that one client may ask for one address, over a sliding hour and day. */
  signInCodesPerHour: 10,
  signInCodesPerDay: 30,
  /** Mails about its access to a workspace that one address is sent over a sliding day: invites and magic links. */
  invitesPerDay: 5,
  /** How long a call that asks for embedding insists on a provider that fails. */
  patienceSeconds: 45,
  /** Codes to one address over a day, whichever client asked, after which a client that the address never used gets one a day. */
  signInCodesPerDayOfAll: 300,
  signInCodesPerDayWhenFlooded: 1,
  /** What one client address may do a minute without a credential; user codes count per person as well. */
  /** Clients that one address registers for OAuth, and its requests to connect one, in a minute. */
  clientsRegisteredPerMinute: 30,
  connectionsAskedPerMinute: 60,
  /** Documents of OAuth clients that a process fetches at a time, and that one address may have it fetch or wait for. */
  clientDocumentsAtATime: 2,
  clientDocumentsPerAddress: 4,
  /** How long a host that gave no document is not called again. */
  failingHostSeconds: 60,
  /** Time that name servers have to answer. */
  hostLookupSeconds: 2,
  /** Clients that are kept without a connection, for how long, and bytes of what one says of itself. */
  unusedClients: 10_000,
  unusedClientSeconds: 24 * 3_600,
  clientMetadataBytes: 16 * 1024,
  /** How long a step of connecting an assistant may take, and how long its tokens, and the connection, last. */
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
  /** Public pages and files that an address may fetch. */
  publicPagesPerMinute: 600,
  /** Searches of public documents by an address. */
  publicSearchesPerMinute: 60,
  /** Webhooks of a workspace, and characters of the URL of one. */
  webhooksPerWorkspace: 20,
  webhookUrlCharacters: 2_000,
  /** Time that a receiver of webhooks has to answer, and how long nobody else sends what was claimed to be sent. */
  webhookTimeoutSeconds: 10,
  webhookLeaseSeconds: 60,
  /** Pause after the first failed attempt, which each further one multiplies, and the longest pause. */
  webhookRetrySeconds: 5,
  webhookRetryFactor: 4,
  webhookRetrySecondsMax: 24 * 3_600,
  /** Days of failure after which a delivery is given up, and a webhook is turned off. */
  webhookFailureDays: 3,
  /** Days that deliveries are kept. */
  webhookDeliveryDays: 30,
  /** Webhooks that one process sends to at a time, those of one workspace, and deliveries to one of them. */
  webhooksAtATime: 32,
  webhooksAtATimePerWorkspace: 4,
  deliveriesAtATime: 8,
  /** How long a browser session lasts. */
  sessionDays: 30,
  /** How long a device's code is good for, and the least pause between its polls (RFC 8628). */
  deviceCodeSeconds: 900,
  devicePollSeconds: 5,
  /**
   * Device codes that wait for their person at a time, of all devices together: asking for one takes no credential. A
   * further one takes the place of the oldest.
   */
  openDeviceCodes: 10_000,
} as const;
