import { type ErrorCode, errorCodes } from './errors.js';
import { hasSecretInPath, type Policy } from './policy.js';
import type { RouteDefinition } from './route.js';

/**
 * All error codes of a route, in the order of the error catalogue: its own codes, and those that follow from its policy
 * and input.
 */
export function answerableErrors(route: RouteDefinition): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...(route.errors ?? []),
    ...credentialErrors(route.policy),
    ...workspaceErrors(route),
    ...requestErrors(route),
    // Calls of every credential are counted, either by the route's own limit or by the general one.
    ...when(!route.policy.credentials.includes('anonymous'), 'rate_limited'),
    'internal',
    'unavailable',
  ]);
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => codes.has(code));
}

function credentialErrors(policy: Policy): ErrorCode[] {
  const { credentials, capability, role, permission, unconfined } = policy;
  if (credentials.includes('anonymous') || hasSecretInPath(policy)) {
    return [];
  }
  return [
    'unauthenticated',
    'invalid_credential',
    ...when(role !== undefined || !credentials.includes('api_key'), 'forbidden'),
    ...when(capability !== undefined, 'missing_capability'),
    ...when(permission === 'write' || permission === 'manage' || unconfined === true, 'operation_not_allowed'),
  ];
}

/**
 * Whether a call is refused if its workspace header conflicts with its credential, even if the header has no other
 * effect. The operator, and callers without a credential, may send any header.
 */
export function checksWorkspaceHeader({ policy, errors }: RouteDefinition): boolean {
  const { credentials } = policy;
  const takesAnybody = credentials.includes('anonymous');
  return (
    !takesAnybody &&
    !errors?.includes('workspace_header_not_allowed') &&
    credentials.some((kind) => kind !== 'operator')
  );
}

function workspaceErrors(route: RouteDefinition): ErrorCode[] {
  const { credentials, workspace, effect } = route.policy;
  const checked = checksWorkspaceHeader(route);
  const names = credentials.includes('personal_token');
  const pinned = credentials.some((kind) => kind !== 'personal_token' && kind !== 'operator');
  return [
    ...when(checked, 'invalid_workspace_id'),
    ...when(checked && names, 'not_a_member'),
    ...when(checked && pinned, 'workspace_conflict'),
    ...when(workspace === 'one' && (names || credentials.includes('session')), 'workspace_required'),
    ...when(workspace === 'one' && effect === 'write', 'read_only_here'),
  ];
}

function requestErrors(route: RouteDefinition): ErrorCode[] {
  return [
    'invalid_request',
    // The HTTP server refuses such a request before it reaches a route.
    'request_timeout',
    'headers_too_large',
    ...when(route.method !== 'GET', 'expectation_failed'),
    // An unexpected body is read as well, in order to refuse it.
    ...when(route.method !== 'GET', 'invalid_json', 'unsupported_media_type', 'payload_too_large'),
  ];
}

function when(condition: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : [];
}
