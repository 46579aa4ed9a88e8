/** Limits of documents: files, git, drafts, search, isolated processes. */
export const documentLimits = {
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
  /** Pushes of one workspace in progress or waiting. A further one is refused as `unavailable`. */
  pushesPerWorkspace: 16,
  /**
   * How many bytes each row of a repo's history counts for in the storage of a workspace. The content of objects counts
   * separately.
   */
  storedRowBytes: 256,
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
  /** Results of a search for documents, by default and at most. */
  documentSearchDefault: 10,
  documentSearchMax: 50,
  /** Documents that one check of links covers. */
  checkedDocumentsMax: 50,
  /** Versions that one blame reads. */
  blamedVersions: 200,
  /** Isolated processes: how many there are, and how many are reserved for workspaces with quick tasks. */
  isolatedProcesses: 2,
  reservedIsolatedProcesses: 1,
  /** Longest time of a quick task, and how long a workspace may not use the reserve after a slower one. */
  isolatedQuickMilliseconds: 500,
  isolatedReserveClosedSeconds: 60,
  /** Time of one task, memory of a process, tasks of one workspace that run or wait, and idle time. */
  isolatedTaskSeconds: 3,
  isolatedProcessMegabytes: 512,
  isolatedTasksPerWorkspace: 100,
  isolatedIdleSeconds: 120,
} as const;
