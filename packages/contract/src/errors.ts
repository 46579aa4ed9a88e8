/**
 * Every error code that an answer can carry, with its HTTP status and what it means.
 * The status of an answer is always the status of its code; nothing else chooses one.
 */
export const errorCodes = {
  invalid_request: { status: 400, meaning: 'The body, query or path does not fit; `details` lists each path.' },
  invalid_json: { status: 400, meaning: 'The body is not JSON.' },
  invalid_access: { status: 400, meaning: 'An access level is neither read_only nor read_write.' },
  match_all_pattern: { status: 400, meaning: 'A path pattern would match everything.' },
  invalid_pattern: { status: 400, meaning: 'A path pattern is malformed or too costly to match.' },
  empty_live_ids: { status: 400, meaning: 'Reconcile was sent no ids and would tombstone everything.' },
  identifier_is_semantic: { status: 400, meaning: 'A field is both an identifier and semantic.' },
  too_many_records: { status: 400, meaning: 'More records than one call may carry.' },
  too_many_fields: { status: 400, meaning: 'A record has more top-level fields than allowed.' },
  too_deep: { status: 400, meaning: 'A record is nested deeper than allowed.' },
  invalid_path: { status: 400, meaning: 'A path cannot name a document.' },
  workspace_required: { status: 400, meaning: 'The call must name a workspace.' },
  invalid_workspace_id: { status: 400, meaning: 'The workspace selector is not a workspace UUID.' },
  workspace_header_not_allowed: { status: 400, meaning: 'This call takes no workspace header.' },
  unauthenticated: { status: 401, meaning: 'No credential, or a malformed one.' },
  invalid_credential: { status: 401, meaning: 'The credential is unknown, expired or revoked.' },
  invalid_ingest_secret: { status: 401, meaning: 'The ingest URL is unknown or has been rotated.' },
  seat_cap_reached: { status: 402, meaning: 'Every reader seat is taken.' },
  billing_inactive: { status: 402, meaning: 'Billing of the workspace is not active.' },
  missing_capability: { status: 403, meaning: 'The API key lacks the capability in `required`.' },
  forbidden: { status: 403, meaning: 'This credential may not do this.' },
  not_a_member: { status: 403, meaning: 'The identity does not belong to the named workspace.' },
  read_only_here: { status: 403, meaning: 'The identity cannot write in this workspace.' },
  operation_not_allowed: { status: 403, meaning: 'The caller may not do `operation` on this collection.' },
  outside_scope: { status: 403, meaning: "The path lies outside what the caller's groups let it write." },
  route_not_found: { status: 404, meaning: 'No such route.' },
  workspace_not_found: { status: 404, meaning: 'No such workspace.' },
  person_not_found: { status: 404, meaning: 'No such person.' },
  member_not_found: { status: 404, meaning: 'No such member.' },
  reader_not_found: { status: 404, meaning: 'No such reader.' },
  group_not_found: { status: 404, meaning: 'No such group.' },
  api_key_not_found: { status: 404, meaning: 'No such API key.' },
  token_not_found: { status: 404, meaning: 'No such token.' },
  session_not_found: { status: 404, meaning: 'No such session.' },
  collection_not_found: { status: 404, meaning: 'No such collection.' },
  record_not_found: { status: 404, meaning: 'No such record.' },
  finding_not_found: { status: 404, meaning: 'No such finding.' },
  grant_not_found: { status: 404, meaning: 'The collection is not shared with this group.' },
  repo_not_found: { status: 404, meaning: 'No such repo.' },
  document_not_found: { status: 404, meaning: 'No such document.' },
  version_not_found: { status: 404, meaning: 'No such version of the document.' },
  method_not_allowed: { status: 405, meaning: 'The route exists, but not with this method; see `Allow`.' },
  request_timeout: { status: 408, meaning: 'The request did not come whole in time.' },
  member_exists: { status: 409, meaning: 'The e-mail is already a member.' },
  member_revoked: { status: 409, meaning: 'The member is revoked: grant again first.' },
  collection_exists: { status: 409, meaning: 'A collection of this name exists.' },
  workspace_exists: { status: 409, meaning: 'A workspace of this slug exists.' },
  repo_exists: { status: 409, meaning: 'A repo of this name exists.' },
  path_taken: { status: 409, meaning: 'The path, or a folder on its way, is taken by something else.' },
  document_changed: {
    status: 409,
    meaning: 'The document is not what `base` says; `current` tells what it is, null where there is none.',
  },
  workspace_conflict: { status: 409, meaning: 'The workspace header disagrees with the pinned credential.' },
  append_only: { status: 409, meaning: 'The collection is append-only: records are never changed or deleted.' },
  id_conflict: {
    status: 409,
    meaning: 'By another id field, `count` live records would share an id or have none, such as `examples`.',
  },
  precondition_failed: { status: 412, meaning: 'The file is not what `If-Match` or `If-None-Match` says.' },
  storage_full: { status: 413, meaning: 'The workspace or the folder holds as much as it may.' },
  payload_too_large: { status: 413, meaning: 'The body is larger than this route takes.' },
  unsupported_media_type: { status: 415, meaning: 'The body is not application/json.' },
  range_not_satisfiable: { status: 416, meaning: 'The file has no such bytes; `Content-Range` tells its size.' },
  expectation_failed: { status: 417, meaning: 'The header `Expect` asks for something else than 100-continue.' },
  not_text: { status: 422, meaning: 'The document is no text, or too large to be treated as text.' },
  missing_required_field: { status: 422, meaning: 'A required field is missing.' },
  unknown_field: { status: 422, meaning: 'The collection refuses undeclared fields.' },
  missing_id: { status: 422, meaning: 'The record has no id in the id field.' },
  invalid_id: { status: 422, meaning: 'The record id cannot be used.' },
  invalid_text: { status: 422, meaning: 'Text holds NUL or a lone surrogate, which cannot be stored.' },
  outside_slice: { status: 422, meaning: "The record lies outside the caller's slice of the collection." },
  precondition_required: { status: 428, meaning: 'Send `If-Match`, or `If-None-Match: *` for a new file.' },
  rate_limited: { status: 429, meaning: 'Too many calls; see `Retry-After`.' },
  daily_write_cap: { status: 429, meaning: 'The daily write cap of the credential would be crossed.' },
  headers_too_large: { status: 431, meaning: 'The address and headers of the request are larger than is read.' },
  internal: { status: 500, meaning: 'A fault of the service; quote the request id.' },
  unavailable: {
    status: 503,
    meaning:
      'The database cannot be reached, the process is stopping, or others write to the collection for long: try again.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

/** A stable, machine-readable error code. */
export type ErrorCode = keyof typeof errorCodes;

/** Codes whose envelope also carries `writable_workspaces`. */
export const workspaceErrorCodes = [
  'workspace_required',
  'invalid_workspace_id',
  'not_a_member',
  'read_only_here',
  'workspace_conflict',
] as const satisfies readonly ErrorCode[];

/** Codes of one refused record, alone on a one-record route or as `error` of its result in a batch. */
export const recordErrorCodes = [
  'invalid_request',
  'missing_required_field',
  'unknown_field',
  'missing_id',
  'invalid_id',
  'invalid_text',
  'outside_slice',
  'append_only',
  'too_many_fields',
  'too_deep',
] as const satisfies readonly ErrorCode[];

/** A code of one refused record. */
export type RecordErrorCode = (typeof recordErrorCodes)[number];
