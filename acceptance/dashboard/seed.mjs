import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A service under test.
 * @typedef {{ url: string, operatorToken: string, dataFolder: string }} Target
 * @typedef {{ id: string, slug: string, name: string }} Workspace
 * @typedef {(address: string, body?: unknown) => Promise<any>} Call
 */

/**
 * Returns a function that calls a service with a credential: `call('POST /collections', body)`. It throws for every
 * status but 200.
 * @param {Target} target
 * @param {string} token
 * @param {string} [workspace] id for a personal token
 * @returns {Call}
 */
export function caller(target, token, workspace) {
  return async (address, body) => {
    const [method = 'GET', path = '/'] = address.split(' ');
    const answer = await fetch(target.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(workspace === undefined ? {} : { 'x-svc-workspace': workspace }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
}

/**
 * Creates a workspace with an admin, and returns functions that call as that admin and as the operator.
 * @param {Target} target
 * @param {{ name: string, slug: string, admin: string, adminName?: string }} options
 * @returns {Promise<{ workspace: Workspace, admin: Call, operator: Call }>}
 */
export async function makeWorkspace(target, { name, slug, admin, adminName }) {
  const operator = caller(target, target.operatorToken);
  const { workspace } = await operator('POST /operator/workspaces', { name, slug });
  const person = { email: admin, role: 'admin', name: adminName ?? admin };
  await operator(`POST /operator/workspaces/${workspace.id}/people`, person);
  const token = await operator(`POST /operator/people/${encodeURIComponent(admin)}/personal-tokens`, {
    name: 'laptop',
  });
  return { workspace, operator, admin: caller(target, token.secret, workspace.id) };
}

/**
 * Signs a person in with the code in their mail, and returns the session's cookie.
 * @param {Target} target
 * @param {string} email
 */
export async function sessionOf(target, email) {
  const asked = await submit(target, '/sign-in', { email }, '');
  const code = await codeFor(target, email);
  const entered = await submit(target, '/sign-in/code', { code }, asked);
  const secret = /svc_session=([^;]+)/.exec(entered)?.[1];
  if (secret === undefined) throw new Error(`${email} was not signed in`);
  return secret;
}

/**
 * @param {Target} target
 * @param {string} path
 * @param {Record<string, string>} fields
 * @param {string} cookie
 */
async function submit(target, path, fields, cookie) {
  const answer = await fetch(target.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: target.url },
    body: new URLSearchParams(fields),
  });
  return answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
}

/**
 * The code in the latest mail to an address. Without a mail server, mails are files in the data folder.
 * @param {Target} target
 * @param {string} email
 */
async function codeFor(target, email) {
  const folder = join(target.dataFolder, 'mail');
  for (let tries = 0; tries < 600; tries += 1) {
    const names = (await readdir(folder).catch(() => [])).sort();
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const codes = mails
      .filter((mail) => new RegExp(`^To: ${email}\\s*$`, 'm').test(mail))
      .flatMap((mail) => /^Subject: (\d{6}) /m.exec(mail)?.[1] ?? []);
    const latest = codes.at(-1);
    if (latest !== undefined) return latest;
    await sleep(100);
  }
  throw new Error(`no code was mailed to ${email}`);
}
