import {
  type Elsewhere,
  type ErrorCode,
  errorCodes,
  type Offer,
  type RouteDefinition,
  routes,
  type ValidationDetail,
  validationMessage,
  type WorkspaceReference,
} from '@tessera/contract';
import { type LimitState, rateLimitHeaders } from './limits/headers.js';

/** Additional keys of an error envelope. */
export interface ErrorExtras {
  readonly details?: readonly ValidationDetail[];
  readonly writable_workspaces?: readonly WorkspaceReference[];
  readonly required?: string;
  readonly operation?: string;
  readonly field?: string | null;
  readonly hint?: string;
  /** The document that exists instead of the expected one; null if there is none. */
  readonly current?: { readonly blob: string; readonly updated_at: string; readonly updated_by: string } | null;
  readonly count?: number;
  readonly examples?: readonly string[];
  readonly elsewhere?: Elsewhere;
  /** The part of a locked document that is shown, with the link to get access. */
  readonly title?: string;
  readonly description?: string | null;
  readonly offer?: Offer;
  /** The OAuth error name (RFC 6749, RFC 8628), on routes with that response format. */
  readonly oauth?: string;
}

/** An error for the caller. Its code determines the status; `extras` are added to the envelope. */
export class ServiceError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly extras: ErrorExtras = {},
    /** Response headers, such as `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  /** The HTTP status from the catalog. */
  get status(): number {
    return errorCodes[this.code].status;
  }

  /** The response body. */
  toEnvelope(): { error: { code: ErrorCode; message: string } & ErrorExtras } {
    return { error: { code: this.code, message: this.message, ...this.extras } };
  }
}

/** Error codes that mean "this object does not exist". */
export type NotFoundCode = Extract<ErrorCode, `${string}_not_found`>;

/** For each code: what does not exist, and how to list what exists. */
const notFoundMessages: Readonly<Record<NotFoundCode, string>> = {
  route_not_found: 'No such route: see /openapi.json for all routes.',
  workspace_not_found: 'No such workspace: check the id.',
  person_not_found: 'No such person: check the id or e-mail address.',
  member_not_found: 'No such member in this workspace: check the id or e-mail address.',
  reader_not_found: 'No such magic link in this workspace: check the id or e-mail address.',
  group_not_found: 'No such group in this workspace: check the id.',
  api_key_not_found: 'No such API key in this workspace: check the id.',
  token_not_found: 'No such token: check the id, or list the tokens.',
  webhook_not_found: 'No such webhook in this workspace: check the id, or list them.',
  delivery_not_found: 'No such delivery of this webhook: check the id, or list those that are kept.',
  session_not_found: 'No such session: check the id, or list those that are open.',
  collection_not_found: 'No such collection in this workspace: check the name, or list those that you can see.',
  record_not_found: 'No live record with this id in this collection: check the id, or query for the record.',
  reconciliation_url_not_found:
    'This reconciliation URL is unknown, has been replaced or was deleted: create one, or use the current one.',
  finding_not_found: 'No such finding on this collection: it may have been dismissed already.',
  query_not_found: 'No such query in the log of this collection: list the queries.',
  correction_not_found: 'No such correction on this collection that you can read: list the corrections.',
  match_not_found: 'No such match on this collection that you can read: list the matches.',
  view_not_found: 'No such view on this collection that you can see: list the views.',
  domain_not_found: 'No such host: set one with PUT /settings/workspace/domain, and prove it by its DNS record.',
  grant_not_found: 'The collection is not shared with this group: check the group id, or share it first.',
  repo_not_found: 'No such repo in this workspace: check its name, or list those that you can see.',
  document_not_found: 'No such document in this workspace: check its path.',
  version_not_found: 'No such version of this document: see its history.',
};

const documentOperations = new Set(
  Object.values<RouteDefinition>(routes)
    .filter(({ id }) => /^(repos|documents)\./.test(id))
    .map(({ id, operation }) => operation ?? id.split('.')[1]),
);

/** Advice where a caller sees what it may do. `describe` cannot be used for a collection that does not exist yet. */
function whereAllowed(operation: string): string {
  const isDescribed = !documentOperations.has(operation) && operation !== routes['collections.create'].operation;
  return isDescribed ? '; describe lists what you may do' : '';
}

/** Advice for a call that would exceed the daily cap. */
function dailyWriteAdvice(cap: number, records: number, remaining: number): string {
  if (remaining > 0) {
    return `send at most ${remaining} now, and others after midnight UTC`;
  }
  return records > cap ? `send at most ${cap} after midnight UTC` : 'go on after midnight UTC';
}

/** All errors that callers can receive. Their messages say what to do. */
export const errors = {
  /** `count` is the number of problems if `details` lists only some of them. */
  invalidRequest: (details: readonly ValidationDetail[], count = details.length) =>
    new ServiceError('invalid_request', validationMessage(details, undefined, count), { details }),
  invalidMark: () =>
    new ServiceError(
      'invalid_mark',
      '`since` is not a mark of this collection, or its records have other ids since: start again without `since`.',
      { field: 'since' },
    ),
  invalidJson: () => new ServiceError('invalid_json', 'The body is not valid JSON: send one JSON value in UTF-8.'),
  unsupportedMediaType: (takesForms: boolean) =>
    new ServiceError(
      'unsupported_media_type',
      `Send the body as application/json${takesForms ? ' or application/x-www-form-urlencoded' : ''}.`,
    ),
  unsupportedEncoding: (encodings: readonly string[]) =>
    new ServiceError(
      'unsupported_media_type',
      `Send the body ${['without Content-Encoding', ...encodings.map((encoding) => `with ${encoding}`)].join(' or ')}.`,
    ),
  payloadTooLarge: (limitBytes: number) =>
    new ServiceError('payload_too_large', `The body is larger than ${limitBytes} bytes: send it in smaller parts.`),
  headersTooLarge: () =>
    new ServiceError('headers_too_large', 'The address and headers of the request are too large: shorten them.'),
  requestTimeout: () =>
    new ServiceError(
      'request_timeout',
      'The request was not received completely in time: send it again without pauses.',
    ),
  expectationFailed: () =>
    new ServiceError('expectation_failed', 'Only "Expect: 100-continue" is supported: omit other expectations.'),
  routeNotFound: () => errors.notFound('route_not_found'),
  methodNotAllowed: (allow: readonly string[]) =>
    new ServiceError('method_not_allowed', `This route takes ${allow.join(', ')}.`, {}, { Allow: allow.join(', ') }),
  unauthenticated: (hint = 'Send a credential as "Authorization: Bearer <credential>".') =>
    new ServiceError('unauthenticated', hint),
  invalidCredential: () =>
    new ServiceError('invalid_credential', 'This credential is unknown, expired or revoked: use a current one.'),
  /** For a credential of the wrong kind. Its owner may learn that the credential itself is valid. */
  wrongCredential: (message: string) => new ServiceError('invalid_credential', message),
  invalidIngestSecret: () =>
    new ServiceError('invalid_ingest_secret', 'This ingest URL is unknown or has been replaced: use the current one.'),
  forbidden: (message: string, required?: string) =>
    new ServiceError('forbidden', message, required === undefined ? {} : { required }),
  missingCapability: (required: string) =>
    new ServiceError('missing_capability', `This API key lacks the capability ${required}.`, { required }),
  /** `needed` names the right that the caller lacks. */
  operationNotAllowed: (operation: string, needed: string) =>
    new ServiceError(
      'operation_not_allowed',
      `You may not do ${operation} here: it takes ${needed}${whereAllowed(operation)}.`,
      { operation },
    ),
  workspaceRequired: (writable: readonly WorkspaceReference[]) =>
    new ServiceError('workspace_required', 'Name the workspace: send its id in the header X-Svc-Workspace.', {
      writable_workspaces: writable,
    }),
  /** For a browser session, whose workspace the header cannot change. */
  hostTaken: (host: string) =>
    new ServiceError('host_taken', `${host} belongs to another workspace or to the service: choose another host.`),
  workspaceNotChosen: (writable: readonly WorkspaceReference[]) =>
    new ServiceError(
      'workspace_required',
      'Choose a workspace at /sign-in/workspace: a browser session stays in the one that was chosen there.',
      {
        writable_workspaces: writable,
      },
    ),
  belongsNowhere: () =>
    new ServiceError(
      'not_a_member',
      'You do not belong to a workspace: your access has ended, or was not granted yet. Ask the person who gave you access.',
      { writable_workspaces: [] },
    ),
  invalidWorkspaceId: (writable: readonly WorkspaceReference[]) =>
    new ServiceError('invalid_workspace_id', 'X-Svc-Workspace must be the UUID of a workspace, not its slug.', {
      writable_workspaces: writable,
    }),
  notAMember: (writable: readonly WorkspaceReference[]) =>
    new ServiceError(
      'not_a_member',
      'This credential has no access to that workspace: GET /workspaces lists its workspaces.',
      {
        writable_workspaces: writable,
      },
    ),
  readOnlyHere: (writable: readonly WorkspaceReference[], { suspended }: { readonly suspended: boolean }) =>
    new ServiceError(
      'read_only_here',
      suspended
        ? 'This workspace is suspended, so nobody can write to it. The operator can lift the suspension.'
        : 'You cannot write in this workspace: ask one of its admins, or write in another one.',
      { writable_workspaces: writable },
    ),
  workspaceConflict: (writable: readonly WorkspaceReference[]) =>
    new ServiceError(
      'workspace_conflict',
      'This credential is pinned to another workspace: omit X-Svc-Workspace, or send the pinned one.',
      {
        writable_workspaces: writable,
      },
    ),
  workspaceHeaderNotAllowed: () =>
    new ServiceError(
      'workspace_header_not_allowed',
      'This call covers all workspaces: omit the header X-Svc-Workspace.',
    ),
  notFound: (code: NotFoundCode): ServiceError => new ServiceError(code, notFoundMessages[code]),
  workspaceExists: (slug: string) =>
    new ServiceError('workspace_exists', `A workspace with the slug ${slug} exists: choose another slug.`),
  collectionExists: (name: string) =>
    new ServiceError('collection_exists', `A collection named ${name} exists: use it or choose another name.`),
  /** `reason` is a clause that says what is wrong with the URL. */
  invalidUrl: (reason: string) => new ServiceError('invalid_url', `The url ${reason}.`),
  tooManyRecords: (limit: number) =>
    new ServiceError('too_many_records', `One call takes at most ${limit} records: send more calls.`),
  idConflict: (idField: string, conflicts: { readonly count: number; readonly examples: readonly string[] }) =>
    new ServiceError(
      'id_conflict',
      `By "${idField}" ${conflicts.count} live records would share an id or have none: choose another field, or fix the records first.`,
      conflicts,
    ),
  tooManyTombstones: (found: { readonly count: number; readonly examples: readonly string[] }, max: number) =>
    new ServiceError(
      'too_many_tombstones',
      `${found.count} records would be deleted, more than max_tombstones (${max}): check that live_ids is complete, or send a larger max_tombstones.`,
      found,
    ),
  unknownIds: (live: number) =>
    new ServiceError(
      'unknown_ids',
      `None of live_ids is the id of one of the ${live} live records, so nothing was deleted: check that it is a list of ids, or send max_tombstones.`,
    ),
  tooManyRevoked: (found: { readonly count: number; readonly examples: readonly string[] }, max: number) =>
    new ServiceError(
      'too_many_revoked',
      `${found.count} members would be revoked, more than max_revoked (${max}): check that members is complete, or send a larger max_revoked.`,
      found,
    ),
  appendOnly: (message: string) => new ServiceError('append_only', message),
  dailyWriteCap: ({ cap, records }: { cap: number; records: number }, { remaining, resetSeconds }: LimitState) =>
    new ServiceError(
      'daily_write_cap',
      `This call counts ${records} against the cap of ${cap} records a day for this credential, which has ${remaining} left today: ${dailyWriteAdvice(cap, records, remaining)}.`,
      {},
      {
        'Retry-After': String(resetSeconds),
        ...rateLimitHeaders({ bucket: 'daily_writes', limit: cap, windowSeconds: 86_400 }, { remaining, resetSeconds }),
      },
    ),
  rateLimited: (message: string, retryAfterSeconds: number, headers: Readonly<Record<string, string>> = {}) =>
    new ServiceError('rate_limited', message, {}, { ...headers, 'Retry-After': String(retryAfterSeconds) }),
  unavailable: (message = 'The service is unavailable: try again shortly.') =>
    new ServiceError('unavailable', message, {}, { 'Retry-After': '5' }),
  storageFull: (bytes: number) =>
    new ServiceError(
      'storage_full',
      `The storage of this workspace, ${bytes} bytes, is full: delete collections or groups, or ask the operator for more.`,
    ),
  diskFull: () =>
    new ServiceError(
      'unavailable',
      'The database accepts no writes (disk full): the operator of the service has to free space.',
      {},
      { 'Retry-After': '10' },
    ),
  internal: () => new ServiceError('internal', 'The service failed: report the request id if it happens again.'),
};

/** The caller disconnected while it sent its body. No response can be sent, and the service did not fail. */
export class AbortedRequest extends Error {}

/** The status of an aborted request in the log and metrics. It is never sent. */
export const abortedStatus = 499;
