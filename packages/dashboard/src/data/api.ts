import { ApiError, type Client, ConnectionError, createClient } from '@tessera/client';
import { textOf } from '../text.js';

let current: Client = createClient({ baseUrl: '' });

/**
 * The client of this page. Every call names the workspace that the page shows, so that calls are refused if another tab
 * has switched.
 */
export function api(): Client {
  return current;
}

/** Pins the client to the workspace that the page shows. */
export function pinTo(workspaceId: string | undefined): void {
  current = createClient({ baseUrl: '', ...(workspaceId === undefined ? {} : { workspace: workspaceId }) });
}

/** An error in words for people. It has a request id if the service responded. */
export interface Problem {
  readonly message: string;
  readonly requestId?: string | undefined;
  /** Messages by the name of a field in the request. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Converts an error to words. Messages of the service are not changed. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const details = error.details ?? [];
    const fields = Object.fromEntries([...details].reverse().map(({ path, message }) => [path.split('.')[0], message]));
    return { message: error.message, requestId: error.requestId, fields };
  }
  if (error instanceof ConnectionError) {
    const message = error.timedOut
      ? textOf('The service took too long to answer. Try again.')
      : textOf('The service cannot be reached. Check your connection and try again.');
    return { message, fields: {} };
  }
  return { message: error instanceof Error ? error.message : String(error), fields: {} };
}

/** Whether the service could not be reached. */
export function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError && !error.timedOut;
}

/** Whether the service refused with this code. */
export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
