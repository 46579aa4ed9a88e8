import { spawn } from 'node:child_process';
import type { Stream } from 'node:stream';
import { vi } from 'vitest';
import { sessionOf } from '../dashboard/seed.mjs';
import { makeWorkspace, ok, unique, type WorkspaceReference } from '../http.js';
import type { Target } from '../service.js';

/** A signed-in person who approves assistants for one workspace. */
export interface Person {
  readonly service: Target;
  readonly workspace: WorkspaceReference;
  readonly session: string;
}

/** Creates a member of a new workspace and signs them in. */
export async function personOf(service: Target): Promise<Person> {
  const workspace = await makeWorkspace(service);
  const email = `${unique('ada')}@example.com`;
  const body = { email, role: 'member' };
  await ok(`POST /operator/workspaces/${workspace.id}/people`, { token: service.operatorToken, target: service, body });
  const session = await sessionOf({ ...service, dataFolder: String(service.dataFolder) }, email);
  return { service, workspace, session };
}

/** Opens the URL that a client prints, connects the client to the workspace, and follows the redirect to the client. */
async function approve(address: string, { service, workspace, session }: Person): Promise<void> {
  // The connection is bound to the browser by a cookie.
  const cookies = new Map([['svc_session', session]]);
  const visit = async (at: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const isService = at.startsWith(service.url);
    const headers: Record<string, string> = isService ? { cookie, origin: service.url } : {};
    const request = () => fetch(at, { redirect: 'manual', headers, ...sent });
    // A client can print the URL before it listens for the redirect, which follows faster than with a person.
    const answer = isService ? await request() : await vi.waitFor(request, { timeout: 30_000 });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const follow = async (answer: Response, from: string): Promise<string> => {
    const location = answer.headers.get('location');
    if (location === null) {
      return from;
    }
    const next = new URL(location, from).href;
    return follow(await visit(next), next);
  };
  const consent = await follow(await visit(address), address);
  const answer = await visit(consent.split('?')[0] ?? '', { read: workspace.id, write: '', decision: 'connect' });
  const at = await follow(answer, consent);
  if (at.startsWith(service.url)) {
    throw new Error(`The client was not connected: the browser is at ${at}.`);
  }
}

/** Waits for the URL that a client prints to a stream, and approves it. */
export function approveIn(stream: Stream | null, person: Person): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    let isFound = false;
    stream?.on('data', (chunk) => {
      printed += chunk;
      const address = /(http\S+\/oauth\/authorize\S+)\s/.exec(printed)?.[1];
      if (address !== undefined && !isFound) {
        isFound = true;
        approve(address, person).then(resolve, reject);
      }
    });
    stream?.once('end', () => reject(new Error(`The client ended without a request for approval: ${printed}`)));
  });
}

/** Runs a client that prints the URL to approve, and returns the result, which is its last line. */
export async function connectByProgram(command: readonly string[], person: Person) {
  const [program = '', ...args] = command;
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, { env: { PATH, HOME, BROWSER: 'echo %s' }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await approveIn(child.stdout, person).catch((error: Error) => {
    child.kill();
    throw new Error(`${error.message}\n${errors}`);
  });
  const status = await ended;
  if (status !== 0) {
    throw new Error(`${program} ended with ${status}: ${errors}`);
  }
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as { tools: string[]; called: unknown; read: unknown };
}
