import { ApiError, ConnectionError } from '@tessera/client';
import type { ErrorCode, ValidationFailure, Workspace } from '@tessera/contract';

/** An error envelope as a tool result. */
export interface Envelope {
  readonly error: { readonly code: string; readonly message: string; readonly [key: string]: unknown };
}

/** An error of this process, thrown before anything is sent to the service. */
export class AgentRefusal extends Error {
  constructor(readonly envelope: Envelope) {
    super(envelope.error.message);
  }
}

/** Creates an error from its code, its message and further keys of the envelope. */
export function refuse(code: ErrorCode, message: string, extras: Readonly<Record<string, unknown>> = {}): AgentRefusal {
  return new AgentRefusal({ error: { code, message, ...extras } });
}

/** Creates the error for invalid arguments. */
export function refuseInvalid({ code, message, details }: ValidationFailure): AgentRefusal {
  return refuse(code, message, { details });
}

/** The answer for a person without any workspace. */
export const belongsNowhere = 'You do not belong to a workspace. Ask an admin for an invitation.';

/** Creates the error for a call that names no workspace while none is active. */
export function refuseWithoutWorkspace(reachable: readonly Workspace[]): AgentRefusal {
  const message =
    reachable.length === 0
      ? belongsNowhere
      : `No workspace is active: name one as \`workspace\`${reachable.length > 1 ? ', or choose one with set_active_workspace' : ''}. There are ${listOf(reachable)}.`;
  return refuse('workspace_required', message, { writable_workspaces: writable(reachable) });
}

/** Creates the error for a workspace that cannot be reached. */
export function refuseUnreached(name: string, reachable: readonly Workspace[]): AgentRefusal {
  const reached = reachable.length === 0 ? belongsNowhere : `You can reach ${listOf(reachable)}.`;
  const message = `You cannot reach a workspace "${name}". ${reached}`;
  return refuse('not_a_member', message, { writable_workspaces: writable(reachable) });
}

/** Creates the error for every call while the pinned workspace cannot be reached. */
export function refuseLostPin(pin: string, reachable: readonly Workspace[]): AgentRefusal {
  const next =
    reachable.length === 0 ? belongsNowhere : `You can reach ${listOf(reachable)}: fix the setting and restart.`;
  const message = `SVC_WORKSPACE pins this process to "${pin}", which you cannot reach. ${next}`;
  return refuse('not_a_member', message, { writable_workspaces: writable(reachable) });
}

/** Creates the error for any workspace except the pinned one, for reads and writes. */
export function refuseOtherWorkspace(pin: string, named: string): AgentRefusal {
  const message =
    `This process works in "${pin}" only (SVC_WORKSPACE_ONLY=1), and the call names "${named}". Omit \`workspace\`, or ` +
    'start another process for that workspace.';
  return refuse('workspace_conflict', message);
}

const signIn = 'Ask the user to sign in with `svc login`, or to fix SVC_TOKEN.';

/** Messages that replace those of the service, because they can say more to the agent of a person. */
const wordings: Readonly<Record<string, string>> = {
  unauthenticated: `You are not signed in. ${signIn}`,
  invalid_credential: `The sign-in has expired or was revoked. ${signIn}`,
  not_a_member:
    'This sign-in cannot reach the workspace. Name another one, or choose it with set_active_workspace. If an ' +
    'admin removed the user, the user needs a new invitation. If an admin removed only this device, `svc ' +
    'login` helps.',
};

/** The envelope of the error that ended a call. Undefined for an internal error of this program. */
export function envelopeOf(error: unknown): Envelope | undefined {
  if (error instanceof AgentRefusal) {
    return error.envelope;
  }
  if (error instanceof ApiError) {
    const { code, message, body } = error;
    return { error: { ...(isEnvelope(body) ? body.error : {}), code, message: wordings[code] ?? message } };
  }
  if (error instanceof ConnectionError) {
    return { error: { code: 'unavailable', message: error.message } };
  }
  // The client throws this for a path parameter that cannot be part of a URL.
  return error instanceof TypeError ? { error: { code: 'invalid_request', message: error.message } } : undefined;
}

function isEnvelope(body: unknown): body is Envelope {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

function listOf(reachable: readonly Workspace[]): string {
  return reachable.map(({ name, slug }) => `"${name}" (${slug})`).join(', ');
}

function writable(reachable: readonly Workspace[]) {
  return reachable.filter(({ can_write }) => can_write).map(({ id, slug, name }) => ({ id, slug, name }));
}
