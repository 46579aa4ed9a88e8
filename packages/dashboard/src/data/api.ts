import { ApiError, type Client, ConnectionError, createClient } from '@tessera/client';

let current: Client = createClient({ baseUrl: '' });

/**
 * The client of this page. Every call names the displayed workspace, so that it is refused after a switch in another
 * tab.
 */
export function api(): Client {
  return current;
}

/** Pins the client to the workspace that the page shows. */
export function pinTo(workspaceId: string | undefined): void {
  current = createClient({ baseUrl: '', ...(workspaceId === undefined ? {} : { workspace: workspaceId }) });
}

/** An error in words for a person, with the request id if the service responded. */
export interface Problem {
  readonly message: string;
  readonly requestId?: string | undefined;
  /** By the field's name in the request. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Words an error; the service's messages are used unchanged. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const details = error.details ?? [];
    const fields = Object.fromEntries([...details].reverse().map(({ path, message }) => [path.split('.')[0], message]));
    return { message: error.message, requestId: error.requestId, fields };
  }
  if (error instanceof ConnectionError) {
    const message = error.timedOut
      ? 'The service took too long to answer. Try again.'
      : 'The service cannot be reached. Check your connection and try again.';
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
