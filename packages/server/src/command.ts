import type { Settings } from './platform/settings.js';
import { operatorToken } from './platform/start.js';

/** A command of `svc-server` cannot do what it was asked; the message says why. */
export class CommandError extends Error {}

/** Asks the running service, as its operator. Throws `CommandError` when none answers. */
export async function askService(
  settings: Settings,
  path: string,
  request: { readonly method?: string; readonly body?: unknown } = {},
): Promise<Response> {
  const { method = 'GET', body } = request;
  const host = settings.SVC_HOST === '0.0.0.0' || settings.SVC_HOST === '::' ? '127.0.0.1' : settings.SVC_HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${settings.SVC_PORT}${path}`;
  const headers = { authorization: `Bearer ${operatorToken(settings)}`, 'content-type': 'application/json' };
  try {
    return await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch (error) {
    throw new CommandError(`no service answers at ${url}: start it first, with the same settings`, { cause: error });
  }
}

/** What the service refused, as a command says it. */
export function refusalIn(status: number, body: unknown): CommandError {
  const { error } = (body ?? {}) as { readonly error?: { readonly message?: string } };
  return new CommandError(error?.message ?? `the service answered ${status}`);
}
