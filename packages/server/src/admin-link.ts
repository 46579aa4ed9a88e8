import { json } from 'node:stream/consumers';
import { askService, CommandError, refusalIn } from './command.js';
import type { AnswerOf } from './dispatch/operation.js';
import type { Settings } from './platform/settings.js';

/**
 * `svc-server admin-link EMAIL`: requests a one-time sign-in link from the running service and returns it. If the
 * address belongs to no workspace, it first becomes an admin of the only workspace. If there is no workspace, creates
 * one. Throws `CommandError`.
 */
export async function adminLink(settings: Settings, email: string | undefined): Promise<string> {
  if (email === undefined) {
    throw new CommandError('say whose link: svc-server admin-link EMAIL');
  }
  const person = `/operator/people/${encodeURIComponent(email)}/sign-in-links`;
  const first = await ask(settings, 'POST', person);
  if (first.status !== 404) {
    return linkIn(first);
  }
  const { workspaces } = (await ask(settings, 'GET', '/operator/workspaces'))
    .body as AnswerOf<'operator.list_workspaces'>;
  const [workspace, ...others] = workspaces;
  if (others.length > 0) {
    const named = workspaces.map(({ id, slug }) => `${slug} (${id})`).join(', ');
    throw new CommandError(
      `${email} belongs to no workspace: add them with \`svc operator add-person <id> ${email} --role admin\` to ${named}`,
    );
  }
  const added =
    workspace === undefined
      ? await ask(settings, 'POST', '/operator/workspaces', { ...firstWorkspace, admin_email: email })
      : await ask(settings, 'POST', `/operator/workspaces/${workspace.id}/people`, { email, role: 'admin' });
  if (added.status !== 200) {
    throw refusalIn(added.status, added.body);
  }
  return linkIn(await ask(settings, 'POST', person));
}

/** The name of a workspace that this command creates. Admins can change it in the settings. */
const firstWorkspace = { slug: 'main', name: 'Main workspace' };

interface Answer {
  readonly status: number | undefined;
  readonly body: unknown;
}

function linkIn({ status, body }: Answer): string {
  if (status !== 200) {
    throw refusalIn(status, body);
  }
  return (body as AnswerOf<'operator.create_sign_in_link'>).url;
}

async function ask(settings: Settings, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await askService(settings, path, { method, body });
  return { status: answer.statusCode, body: await json(answer) };
}
