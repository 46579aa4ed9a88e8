import { ApiError, ConnectionError } from '@tessera/client';
import type { ErrorCode } from '@tessera/contract';
import { CommandFailure, exitStatus } from '../failure.js';
import type { Host } from '../host.js';
import { plain } from './text.js';

/**
 * Prints why a command failed, and returns its exit status. With `json`, also prints the body of the service's error on
 * stdout.
 */
export function report(error: unknown, host: Host, json: boolean): number {
  const { message, hints, status } = explain(error);
  if (json && error instanceof ApiError && typeof error.body === 'object') {
    host.stdout.write(`${JSON.stringify(error.body)}\n`);
  }
  host.stderr.write([`svc: ${plain(message)}`, ...hints.map(plain), ''].join('\n'));
  return status;
}

interface Explanation {
  readonly message: string;
  readonly hints: readonly string[];
  readonly status: number;
}

function explain(error: unknown): Explanation {
  if (error instanceof ApiError) return explainRefusal(error);
  if (error instanceof ConnectionError) {
    const hints = ['Is the server running, and is the address right? See --base-url and SVC_BASE_URL.'];
    return { message: error.message, hints, status: exitStatus.unreachable };
  }
  if (error instanceof CommandFailure) return error;
  // The client throws this before sending anything, if a parameter cannot be part of a URL.
  if (error instanceof TypeError) return { message: error.message, hints: [], status: exitStatus.usage };
  const message = error instanceof Error ? error.message : String(error);
  return { message, hints: [], status: exitStatus.refused };
}

/** Messages of workspace errors for people, who use commands and settings instead of an HTTP header. */
const wordings: Partial<Record<string, string>> = {
  workspace_required: 'Name the workspace: choose one with `svc workspaces use <slug>`, or set SVC_WORKSPACE.',
  invalid_workspace_id: 'SVC_WORKSPACE and --workspace take the slug or the id of a workspace.',
  not_a_member:
    'You cannot reach this workspace. Choose another one with `svc workspaces use <slug>`, or fix ' + 'SVC_WORKSPACE.',
  workspace_conflict:
    'This credential is pinned to another workspace. Unset SVC_WORKSPACE and omit --workspace, or name the ' +
    'pinned one.',
} satisfies Partial<Record<ErrorCode, string>>;

function explainRefusal(error: ApiError): Explanation {
  const hints = [
    ...(error.details ?? []).map(({ path, message }) => `  ${path === '' ? 'request' : path}: ${message}`),
    ...(error.hint === undefined ? [] : [error.hint]),
    ...writableHints(error),
    ...(error.retryAfterSeconds === undefined ? [] : [`Try again in ${error.retryAfterSeconds} seconds.`]),
    ...(error.requestId === undefined || error.status < 500 ? [] : [`Request id: ${error.requestId}`]),
  ];
  const status = error.code === 'unexpected_answer' ? exitStatus.unreachable : exitStatus.refused;
  return { message: `${wordings[error.code] ?? error.message} (${error.code})`, hints, status };
}

function writableHints(error: ApiError): string[] {
  if (error.writableWorkspaces === undefined) return [];
  if (error.writableWorkspaces.length === 0) return ['You cannot write to any workspace.'];
  return [
    `You can write to: ${error.writableWorkspaces.map(({ slug }) => slug).join(', ')}.`,
    'Choose one with `svc workspaces use <slug>`, or name it for one call with --workspace.',
  ];
}
