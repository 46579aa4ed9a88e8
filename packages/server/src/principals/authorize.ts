import { type CredentialKind, includesPermission, type Policy, workspaceCredentials } from '@tessera/contract';
import { errors, type ServiceError } from '../platform/errors.js';
import { secretPrefixes } from '../platform/secrets.js';
import { refuseScope } from './operators.js';
import { canWrite, type Principal, type WorkspaceScope } from './principal.js';
import { wireKind } from './wire.js';

/**
 * Decides whether the policy allows a principal to call an operation. Returns the error, or undefined. Levels in a
 * collection are checked later, when the collection is opened.
 */
export function refusalFor(principal: Principal, policy: Policy, operation: string): ServiceError | undefined {
  const wrongKind = refuseKind(principal, policy);
  if (wrongKind !== undefined) {
    return wrongKind;
  }
  const incapable = refuseCapability(principal, policy);
  if (incapable !== undefined) {
    return incapable;
  }
  const beyondScope = policy.credentials.every((kind) => kind === 'operator')
    ? refuseScope(principal, policy.operatorScope ?? 'all')
    : undefined;
  if (beyondScope !== undefined) {
    return beyondScope;
  }
  const { scope } = principal;
  if (policy.role === 'admin' && principal.kind !== 'operator' && (scope?.role !== 'admin' || scope.groups !== null)) {
    return policy.permission === undefined
      ? errors.forbidden('This needs an admin of the workspace.')
      : errors.operationNotAllowed(operation, 'an admin who is confined to no groups');
  }
  if (policy.effect === 'write' && scope !== null && policy.workspace === 'one' && !mayWrite(scope, policy)) {
    const personal = principal.kind === 'personal_token' || principal.kind === 'session';
    return scope.workspace.suspended || personal
      ? errors.readOnlyHere([], scope.workspace)
      : errors.operationNotAllowed(operation, neededToWrite(policy));
  }
  const beyondToken = refuseBeyondToken(policy, scope, operation);
  if (beyondToken !== undefined) {
    return beyondToken;
  }
  if (policy.unconfined === true && scope !== null && scope.groups !== null) {
    return errors.operationNotAllowed(operation, neededToWrite(policy));
  }
  return undefined;
}

// Checked before the collection is opened, so that a missing collection returns the same error.
function refuseBeyondToken(
  { permission }: Policy,
  scope: WorkspaceScope | null,
  operation: string,
): ServiceError | undefined {
  return permission === undefined || scope === null || includesPermission(scope.collections, permission)
    ? undefined
    : errors.operationNotAllowed(
        operation,
        `\`${permission}\` on collections, and this token has \`${scope.collections}\``,
      );
}

function neededToWrite({ unconfined }: Policy): string {
  return unconfined ? 'a credential that may write and is confined to no groups' : 'a credential that may write';
}

// In a suspended workspace, writes that end access are still allowed. Otherwise access could not be revoked.
function mayWrite(scope: WorkspaceScope, { endsAccess, own }: Policy): boolean {
  if (own) {
    return !scope.workspace.suspended;
  }
  return canWrite(endsAccess ? { ...scope, workspace: { ...scope.workspace, suspended: false } } : scope);
}

/** Whether the policy allows a principal to call. Used for lists of permitted operations. */
export function isAllowed(principal: Principal, policy: Policy): boolean {
  return refusalFor(principal, policy, '') === undefined;
}

/** The error for a kind of credential that the policy does not accept; undefined if it accepts the kind. */
export function refuseKind(principal: Principal, policy: Policy): ServiceError | undefined {
  const sent = wireKind(principal.kind);
  if (policy.credentials.includes(sent)) {
    return undefined;
  }
  if (principal.kind === 'anonymous') {
    return errors.unauthenticated();
  }
  const kinds: readonly string[] = workspaceCredentials;
  const servesWorkspaceCredentials = policy.credentials.some((kind) => kinds.includes(kind));
  return servesWorkspaceCredentials && kinds.includes(sent)
    ? errors.forbidden(`A ${sent.replace('_', ' ')} cannot be used here: ${insteadOf(policy)}.`)
    : errors.wrongCredential(`${acceptedRoutes(sent)}: send ${acceptedCredentials(policy)} here.`);
}

function acceptedRoutes(kind: CredentialKind): string {
  switch (kind) {
    case 'api_key':
      return 'An API key serves /v1 and /me only';
    case 'operator':
      return 'The operator token serves /operator, /metrics and /me only';
    default:
      return `A ${kind.replace('_', ' ')} does not serve here`;
  }
}

const credentialNames: Readonly<Partial<Record<CredentialKind, string>>> = {
  api_key: `an API key (${secretPrefixes.api_key}…)`,
  pinned_token: `a pinned token (${secretPrefixes.pinned_token}…)`,
  personal_token: `a personal token (${secretPrefixes.personal_token}…)`,
  operator: `the operator token (${secretPrefixes.operator}…)`,
};

/** The accepted credentials that programs can send, for error messages. */
function acceptedCredentials({ credentials }: Policy): string {
  return credentials.flatMap((kind) => credentialNames[kind] ?? []).join(' or ');
}

/** Advice for a caller whose credential is of the wrong kind. */
function insteadOf(policy: Policy): string {
  const browser = policy.credentials.includes('session') ? ['sign in with a browser'] : [];
  const accepted = acceptedCredentials(policy);
  return [...(accepted === '' ? [] : [`send ${accepted}`]), ...browser].join(', or ');
}

/** The error for an API key without the policy's capability; undefined for other callers. */
export function refuseCapability(principal: Principal, { capability }: Policy): ServiceError | undefined {
  return principal.kind === 'api_key' && capability !== undefined && !principal.capabilities?.includes(capability)
    ? errors.missingCapability(capability)
    : undefined;
}
