import { type IncomingMessage, request } from 'node:http';
import type { Settings } from './platform/settings.js';
import { operatorToken } from './platform/start.js';

/** A command of `svc-server` failed; the message says why. */
export class CommandError extends Error {}

/**
 * Calls the running service as its operator. Throws `CommandError` if none responds. Does not use `fetch`, which reads
 * less than one megabyte per second of a response of hundreds of megabytes.
 */
export function askService(
  settings: Settings,
  path: string,
  { method = 'GET', body }: { readonly method?: string; readonly body?: unknown } = {},
): Promise<IncomingMessage> {
  const host = settings.SVC_HOST === '0.0.0.0' || settings.SVC_HOST === '::' ? '127.0.0.1' : settings.SVC_HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${settings.SVC_PORT}${path}`;
  const headers = { authorization: `Bearer ${operatorToken(settings)}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, resolve);
    call.once('error', (cause) =>
      reject(new CommandError(`no service answers at ${url}: start it first, with the same settings`, { cause })),
    );
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Converts an error of the service to one for the command line. */
export function refusalIn(status: number | undefined, body: unknown): CommandError {
  const { error } = (body ?? {}) as { readonly error?: { readonly message?: string } };
  return new CommandError(error?.message ?? `the service answered ${status}`);
}
