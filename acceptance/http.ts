import { randomBytes } from 'node:crypto';
import { expect, inject } from 'vitest';
import type { Target } from './service.js';

/** The options of a call besides method and path. `body` is sent as JSON, `raw` unchanged. */
export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly target?: Target;
}

/** A response. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The envelope of a refusal. */
export interface Refusal {
  readonly error: { readonly code: string; readonly message: string; readonly [key: string]: unknown };
}

/** A workspace, as responses to writes name it. */
export interface WorkspaceReference {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** Sends `'POST /path'` to the service under test. */
export async function call<Body = unknown>(request: string, options: CallOptions = {}): Promise<Answer<Body>> {
  const [method, path] = request.split(' ') as [string, string];
  const { url } = options.target ?? inject('target');
  const headers = new Headers(options.headers);
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  if (options.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const body = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
  const answer = await fetch(url + path, { method, headers, body, redirect: 'manual' });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return { status: answer.status, headers: answer.headers, body: (isJson && text ? JSON.parse(text) : text) as Body };
}

/** Calls, expects success and returns the body. */
export async function ok<Body = unknown>(request: string, options: CallOptions = {}): Promise<Body> {
  const answer = await call<Body>(request, options);
  expect(answer.status, `${request} answered ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

/** Calls and expects an error envelope with this code. */
export async function refused(expected: string, request: string, options: CallOptions = {}): Promise<Answer<Refusal>> {
  const answer = await call<Refusal>(request, options);
  expect(`${answer.status} ${answer.body?.error?.code}`, `${request} answered ${JSON.stringify(answer.body)}`).toBe(
    expected,
  );
  expect(Object.keys(answer.body)).toEqual(['error']);
  expect(answer.body.error.message).toMatch(/\S/);
  return answer;
}

/** All entries of a paged list, which responses contain under `key`. */
export async function listedBy(
  target: Target,
  request: string,
  { token, key }: { readonly token: string; readonly key: string },
): Promise<Readonly<Record<string, unknown>>[]> {
  const all: Readonly<Record<string, unknown>>[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page: Readonly<Record<string, unknown>> = await ok(`${request}?limit=500${query}`, { target, token });
    all.push(...(page[key] as typeof all));
    cursor = (page.next_cursor ?? null) as string | null;
  }
  return all;
}

/** A unique name. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

/** Creates a workspace as the operator. */
export async function makeWorkspace(target: Target = inject('target')): Promise<WorkspaceReference> {
  const slug = unique('ws');
  const body = { slug, name: `Workspace ${slug}` };
  const made = await ok<{ workspace: WorkspaceReference }>('POST /operator/workspaces', {
    token: target.operatorToken,
    body,
    target,
  });
  return { id: made.workspace.id, slug: made.workspace.slug, name: made.workspace.name };
}

/** Returns a function that calls as an admin of a new workspace. */
export async function asNewAdmin(service: Target) {
  const workspace = await makeWorkspace(service);
  const operator = { target: service, token: service.operatorToken };
  const admin = `${unique('admin')}@example.com`;
  await ok(`POST /operator/workspaces/${workspace.id}/people`, { ...operator, body: { email: admin, role: 'admin' } });
  const { secret: token } = await ok<{ secret: string }>(`POST /operator/people/${admin}/personal-tokens`, {
    ...operator,
    body: { name: 'laptop' },
  });
  return { workspace, asAdmin: { target: service, token, headers: { 'x-svc-workspace': workspace.id } } };
}

/** Options of a new token. */
export interface TokenOptions {
  readonly role?: 'admin' | 'member' | 'reader';
  readonly access?: 'read_only' | 'read_write';
  readonly groups?: readonly string[];
  readonly target?: Target;
}

/** Creates a pinned token for a workspace, by default an admin's with write access. */
export async function makeToken(workspaceId: string, options: TokenOptions = {}): Promise<string> {
  const { target = inject('target'), role = 'admin', access = 'read_write', groups } = options;
  const made = await ok<{ secret: string }>(`POST /operator/workspaces/${workspaceId}/tokens`, {
    token: target.operatorToken,
    body: { name: unique('agent'), role, access, ...(groups ? { groups } : {}) },
    target,
  });
  return made.secret;
}

/** Creates an API key for a workspace with these capabilities. */
export async function makeApiKey(workspaceId: string, capabilities: readonly string[]): Promise<string> {
  const made = await ok<{ secret: string }>(`POST /operator/workspaces/${workspaceId}/api-keys`, {
    token: inject('target').operatorToken,
    body: { name: unique('key'), capabilities },
  });
  return made.secret;
}

/** The response to creating a collection. */
export interface MadeCollection {
  readonly id: string;
  readonly name: string;
  readonly ingest_url: string;
  readonly secret: string;
  readonly note: string;
  readonly workspace: WorkspaceReference;
}

/** Creates a collection and pushes records to it. */
export async function makeCollection(token: string, records: readonly object[] = []): Promise<MadeCollection> {
  const made = await ok<MadeCollection>('POST /collections', { token, body: { name: unique('c') } });
  if (records.length) await ok(`POST /collections/${made.name}/import`, { token, body: { records } });
  return made;
}
