/** Limits of people and workspaces: members, groups, sign-in, OAuth, appearance, archives. */
export const accessLimits = {
  /** Members of one sync, members that it may always revoke, and members that its refusal lists. */
  membersPerSync: 10_000,
  revokedAtLeast: 10,
  revokedExamples: 20,
  /** Members of a sync that one transaction writes. */
  membersPerTransaction: 500,
  /** Characters (code points) of a grant's source, and how long an ended source is remembered. */
  sourceCharacters: 200,
  endedSourceDays: 30,
  /** Groups of one person, token or reader. */
  groupsPerIdentity: 1_000,
  /** Values of the claim of groups that a workspace maps, and values that are read from an identity token. */
  directoryValues: 1_000,
  tokenValues: 200,
  /** Bytes of a SCIM request, and resources in one page of a list. */
  scimBytes: 256 * 1024,
  /** Values in a SCIM message, and characters of a filter, path or list of attributes. */
  scimValues: 5_000,
  scimCharacters: 1_000,
  scimPage: 200,
  /** Patterns of a group, and characters of one pattern. */
  patternsPerGroup: 200,
  patternCharacters: 512,
  /** Documents in a preview of patterns. */
  previewedDocuments: 100,
  /** Hours for which a replaced secret can work too. */
  overlapHoursMax: 168,
  /** Seats of a new workspace. */
  readerSeatsDefault: 100,
  /** Characters (code points) of a display name. */
  nameCharacters: 200,
  /** Characters (code points) of a description, and of the text and the link of an offer. */
  descriptionCharacters: 2_000,
  offerTextCharacters: 500,
  offerUrlCharacters: 2_000,
  /** Other workspaces, and ids or paths, that are compared with a person's write. */
  comparedWorkspaces: 20,
  comparedKeys: 50,
  /** Hosts whose frames a workspace allows on its pages. */
  embedHosts: 20,
  /** Largest decoded logo of a workspace in bytes. */
  logoBytes: 8_192,
  /** Characters (code points) of a name in mails. */
  mailNameCharacters: 60,
  /** Mails that a workspace sends to people in a sliding hour. A new workspace sends a quarter, and all after so many days. */
  mailsPerHourDefault: 200,
  newWorkspaceDays: 3,
  /** Mails about access to a workspace (invitations and magic links) that one address receives per sliding day. */
  invitesPerDay: 5,
  /** Lifetime of a mailed sign-in code, and the number of tries. */
  signInCodeSeconds: 600,
  signInCodeTries: 5,
  /** Sign-in codes that one client can request for one address, per sliding hour and per sliding day. */
  signInCodesPerHour: 10,
  signInCodesPerDay: 30,
  /** Codes for one address per day from all clients. Above it, an unknown client gets one code per day. */
  signInCodesPerDayOfAll: 300,
  signInCodesPerDayWhenFlooded: 1,
  /** Lifetime of the operator's sign-in link. */
  signInLinkSeconds: 3_600,
  /** Lifetime of an unused member's sign-in link, and characters of the path that it opens. */
  memberLinkSeconds: 900,
  linkedPathCharacters: 2_000,
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
  /** Simultaneous fetches of OAuth client documents: per process, and per client address including waiting ones. */
  clientDocumentsAtATime: 2,
  clientDocumentsPerAddress: 4,
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
} as const;
