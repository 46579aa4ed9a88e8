/** Limits of collections: records, queries, configuration, embedding. */
export const collectionLimits = {
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
  resolutionAlternatives: 3,
  /** Fields of a query by fields. */
  fieldsPerQuery: 50,
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
  /** Cases of one evaluation, judged queries of a collection, and the share of wrong `high` that it can require. */
  casesPerEvaluation: 5_000,
  labelsPerCollection: 20_000,
  highErrorsMin: 0.001,
  highErrorsMax: 0.1,
  /** Saved views of a collection: of one person or token, shared ones, characters of a name and bytes of one. */
  viewsPerOwner: 50,
  sharedViewsPerCollection: 100,
  viewNameCharacters: 100,
  viewBytes: 16 * 1024,
  /** Logged queries of a collection: the days by default, the days at most, and the maximum number. */
  queryLogDays: 30,
  queryLogDaysMax: 365,
  loggedQueriesPerCollection: 1_000_000,
  /**
   * Logged queries that a forecast replays, among how many of the newest, and how long it may take; the second time applies
   * to changes that lock the collection, because its writes wait.
   */
  replayedQueries: 1_000,
  replayedAmong: 20_000,
  forecastSeconds: 25,
  lockingForecastSeconds: 8,
  /** Days of statistics, by default and at most. */
  statisticsDays: 30,
  statisticsDaysMax: 365,
  /** Results of one query, by default and at most. */
  topKDefault: 10,
  topKMax: 100,
  /** Characters of a value that are compared when records are sorted. If they are equal, records are sorted by id. */
  orderCharacters: 128,
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
  /** Records per credential and UTC day that agents may write. */
  dailyWriteCapDefault: 10_000,
  /** Characters (UTF-16 units) of the filters in a refused record's hint. Longer filters are only shown by describe. */
  hintedFilterCharacters: 1_000,
  /** How long a query waits for a search index that is being built. */
  indexWaitSecondsDefault: 10,
  /** After this many refusals of a record's own text, its embedding counts as failed. */
  embedTries: 5,
  /** After this many outdated updates in a row, a finding is added. */
  staleRun: 20,
  /** How long a call's claim to embed a record is valid. */
  embedLeaseSeconds: 120,
  /** How long a call that requires an embedding retries a failing provider. */
  patienceSeconds: 45,
} as const;
