import { type ErrorCode, errorCodes } from './errors.js';
import type { Policy } from './policy.js';
import type { RouteDefinition } from './route.js';

/**
 * Every error code that a route can answer, by status and in the order of the catalogue: its own and those that
 * follow from its policy and from what it takes.
 */
export function answerableErrors(route: RouteDefinition): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...(route.errors ?? []),
    ...credentialErrors(route.policy),
    ...workspaceErrors(route.policy),
    ...requestErrors(route),
    'internal',
    'unavailable',
  ]);
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => codes.has(code));
}

function credentialErrors({ credentials, capability, role, permission, bucket, unconfined }: Policy): ErrorCode[] {
  if (credentials.includes('anonymous') || credentials.includes('ingest_secret')) {
    return [];
  }
  return [
    'unauthenticated',
    'invalid_credential',
    ...when(role !== undefined || !credentials.includes('api_key'), 'forbidden'),
    ...when(capability !== undefined, 'missing_capability'),
    ...when(permission === 'write' || permission === 'manage' || unconfined === true, 'operation_not_allowed'),
    ...when(bucket !== undefined, 'rate_limited'),
  ];
}

function workspaceErrors({ credentials, workspace, effect }: Policy): ErrorCode[] {
  if (workspace === 'none' || credentials.includes('ingest_secret')) {
    return [];
  }
  return [
    'invalid_workspace_id',
    'workspace_conflict',
    ...when(credentials.includes('personal_token'), 'workspace_required', 'not_a_member'),
    ...when(effect === 'write', 'read_only_here'),
  ];
}

function requestErrors(route: RouteDefinition): ErrorCode[] {
  return [
    'invalid_request',
    ...when(route.body !== undefined, 'invalid_json', 'unsupported_media_type', 'payload_too_large'),
  ];
}

function when(condition: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : [];
}
