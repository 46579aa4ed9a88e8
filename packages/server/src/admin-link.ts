import type { AnswerOf } from './dispatch/operation.js';
import type { Settings } from './platform/settings.js';
import { operatorToken } from './platform/start.js';

/** The command cannot do what it was asked; the message says why. */
export class AdminLinkError extends Error {}

/**
 * `svc-server admin-link EMAIL`: asks the running service for a one-time sign-in link and returns it. An address that
 * belongs nowhere becomes an admin first, where there is one workspace only. Throws `AdminLinkError`.
 */
export async function adminLink(settings: Settings, email: string | undefined): Promise<string> {
  if (email === undefined) {
    throw new AdminLinkError('say whose link: svc-server admin-link EMAIL');
  }
  const person = `/operator/people/${encodeURIComponent(email)}/sign-in-links`;
  const made = await ask(settings, 'POST', person);
  if (made.status !== 404) {
    return linkIn(made);
  }
  const { workspaces } = (await ask(settings, 'GET', '/operator/workspaces'))
    .body as AnswerOf<'operator.list_workspaces'>;
  const [workspace, ...others] = workspaces;
  if (workspace === undefined || others.length > 0) {
    throw new AdminLinkError(
      `${email} belongs to no workspace: make them an admin first, with POST /operator/workspaces/{id}/people`,
    );
  }
  await ask(settings, 'POST', `/operator/workspaces/${workspace.id}/people`, { email, role: 'admin' });
  return linkIn(await ask(settings, 'POST', person));
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function linkIn({ status, body }: Answer): string {
  if (status !== 200) {
    const { error } = body as { readonly error?: { readonly message?: string } };
    throw new AdminLinkError(error?.message ?? `the service answered ${status}`);
  }
  return (body as AnswerOf<'operator.create_sign_in_link'>).url;
}

async function ask(settings: Settings, method: string, path: string, body?: unknown): Promise<Answer> {
  const host = settings.SVC_HOST === '0.0.0.0' || settings.SVC_HOST === '::' ? '127.0.0.1' : settings.SVC_HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${settings.SVC_PORT}${path}`;
  const headers = { authorization: `Bearer ${operatorToken(settings)}`, 'content-type': 'application/json' };
  try {
    const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    throw new AdminLinkError(`no service answers at ${url}: start it first, with the same settings`, { cause: error });
  }
}
