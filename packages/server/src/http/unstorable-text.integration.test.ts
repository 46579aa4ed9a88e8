import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperationId, type RouteDefinition, routes, tools } from '@tessera/contract';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey } from '../access/testing/keys.js';
import { createLog } from '../platform/log.js';
import { startSuiteService, type TestRequest } from '../testing/service.js';
import type { Caller, Sent } from './reference/testing/example-recorder.js';
import { exampleRecorder } from './reference/testing/example-recorder.js';
import { runExamples } from './reference/testing/example-run.js';

/** Text that PostgreSQL refuses: NUL, and half of a surrogate pair. */
const unstorable = ['a\0b', 'a\ud800b'] as const;

const folder = await mkdtemp(join(tmpdir(), 'tessera-unstorable-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const errorLines: string[] = [];
const log = createLog('error', { write: (line) => void errorLines.push(line) });
const receiver = async () => new Response(null, { status: 204 });
const settings = { SVC_BASE_URL: 'http://127.0.0.1:8080', SVC_DATA_DIR: folder };
const service = await startSuiteService(settings, { log, webhooks: { fetch: receiver } });

/** Calls that store any text of a document. They are attacked after their example, whose `base` is then outdated. */
const writesDocuments: ReadonlySet<OperationId> = new Set(['documents.write', 'documents.commit']);

/** The names of a schema's fields. */
function namesIn(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) {
    return [];
  }
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

/** Arguments of a tool that come before the hostile one. */
const usual = { collection: 'items', path: 'docs/a.md', query: 'lamp' };

/** The value with one of its strings, or names of fields, replaced at a time. */
function* replacedIn(value: unknown, text: string): Generator<unknown> {
  if (typeof value === 'string') {
    yield text;
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.slice(0, 2).entries()) {
      for (const replaced of replacedIn(item, text)) {
        yield value.with(at, replaced);
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      for (const replaced of replacedIn(item, text)) {
        yield { ...value, [name]: replaced };
      }
    }
  }
}

/** The inputs of a call with one unstorable text each. */
function* hostileInputs({ query, body, headers = [] }: RouteDefinition, sent: Sent): Generator<Sent> {
  // Half of a surrogate pair cannot be sent in an address.
  const [nul] = unstorable;
  for (const name of Object.keys(sent.params ?? {})) {
    yield { ...sent, params: { ...sent.params, [name]: nul } };
  }
  for (const name of namesIn(query).filter((name) => !headers.includes(name))) {
    yield { ...sent, query: { ...sent.query, [name]: nul } };
  }
  for (const text of unstorable) {
    for (const replaced of replacedIn(sent.body, text)) {
      yield { ...sent, body: replaced };
    }
    for (const name of namesIn(body)) {
      yield { ...sent, body: { ...(sent.body as object), [name]: text } };
    }
  }
}

it('every route > refuses text that cannot be stored, without an error in the log', async () => {
  const { record } = exampleRecorder(service);
  const attacked = new Set<OperationId>();
  const failures: string[] = [];
  const attack = async (operation: OperationId, caller: Caller, sent: Sent) => {
    for (const input of hostileInputs(routes[operation], sent)) {
      await service.services.database.asSystem((transaction) => transaction.query('delete from call_windows'));
      const { status, body } = await send(operation, caller, input);
      const lines = errorLines.splice(0);
      // Only the database knows it: a schema lacks the check.
      const isLate = JSON.stringify(body).includes('holds a character that cannot be stored');
      if (status >= 500 || lines.length > 0 || isLate) {
        failures.push(`${operation} ${JSON.stringify(input)}: ${status} ${lines}`);
      }
    }
  };
  await runExamples(service, async (operation, caller, sent = {}) => {
    const isNew = !attacked.has(operation) && sent.file === undefined;
    attacked.add(operation);
    if (isNew && !writesDocuments.has(operation)) {
      await attack(operation, caller, sent);
    }
    const answer = await record(operation, caller, sent);
    if (isNew && writesDocuments.has(operation)) {
      await attack(operation, caller, sent);
    }
    return answer;
  });
  expect(failures).toEqual([]);
});

it('pages, SCIM, OAuth and assistants > refuse text that cannot be stored, without an error in the log', async () => {
  const { id, slug, token } = await service.createWorkspace();
  const key = await createKey(service, id, ['provision']);
  const redirect_uris = ['https://client.example.com/'];
  const registration = (body: object) => ['POST', '/oauth/register', { body }] as const;
  const client = await service.call(...registration({ redirect_uris }));
  const authorization = new URLSearchParams({
    ...{ client_id: client.body.client_id, redirect_uri: redirect_uris[0] ?? '', response_type: 'code' },
    ...{ code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' },
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: service.services.baseUrl };
  const headers = { accept: 'application/json, text/event-stream' };
  const toolCalls = tools.flatMap(({ name, input }) =>
    unstorable.flatMap((text) =>
      namesIn(input).map((field) => {
        const body = {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: { ...usual, [field]: text } },
        };
        return ['POST', '/mcp/http/', { token, headers, body }] as const;
      }),
    ),
  );
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'a\0@example.com' };
  const scim = { token: key.secret };
  const calls: (readonly [string, string, TestRequest?])[] = [
    ...['/d/%00', '/d/?q=%00', '/d/?name=%00', `/d/@${slug}/%00`, '/d/@%00/', '/raw/%00', '/d/docs/a.md?at=%00'].map(
      (path) => ['GET', path, { token }] as const,
    ),
    ...['/%00', '/app/%00', '/docs/%00', '/sign-in?next=%00', '/sign-in/link?token=%00', '/reconcile/%00'].map(
      (path) => ['GET', path] as const,
    ),
    ...['/oauth/authorize?client_id=%00', '/oauth/authorize/%00', '/ingest/%00'].map((path) => ['GET', path] as const),
    ...['/sign-in', '/sign-in/code', '/sign-in/member', '/device', '/oauth/token', '/oauth/revoke'].map(
      (path) =>
        [
          'POST',
          path,
          { headers: form, body: 'email=a%00b&code=%00&user_code=%00&client_id=%00&token=%00&grant_type=%00' },
        ] as const,
    ),
    ...unstorable.flatMap((text) => [
      registration({ client_name: text, redirect_uris }),
      registration({ redirect_uris: [`${redirect_uris[0]}${text}`] }),
    ]),
    ['GET', `/oauth/authorize?${authorization}&state=a%00b`],
    ['GET', '/scim/v2/Users/%00', scim],
    ['GET', '/scim/v2/Users?filter=userName%20eq%20%22a%00b%22', scim],
    ['GET', '/scim/v2/Groups?filter=displayName%20eq%20%22a%00b%22', scim],
    ['POST', '/scim/v2/Users', { ...scim, body: user }],
    ['POST', '/scim/v2/Users', { ...scim, body: { ...user, userName: 'a@example.com', displayName: 'a\0b' } }],
    ['POST', '/scim/v2/Users', { ...scim, body: { ...user, userName: 'b@example.com', externalId: 'a\ud800b' } }],
    ['POST', '/scim/v2/Groups', { ...scim, body: { schemas: [], displayName: 'a\0b' } }],
    ...toolCalls,
  ];
  const failures: string[] = [];
  for (const [method, path, request] of calls) {
    const { status, body } = await service.call(method, path, request);
    const lines = errorLines.splice(0);
    if (status >= 500 || lines.length > 0) {
      failures.push(`${method} ${path} ${JSON.stringify(request)}: ${status} ${JSON.stringify(body)} ${lines}`);
    }
  }
  expect(failures).toEqual([]);
});

/** Sends a call. */
function send(operation: OperationId, caller: Caller, { params = {}, query = {}, body }: Sent) {
  const { method, path, headers: inHeaders = [] } = routes[operation] as RouteDefinition;
  const encoded = encodeURIComponent;
  const address = Object.entries(query).filter(([name]) => !inHeaders.includes(name));
  const search = address.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return service.call(
    method,
    `${path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name] ?? ''))}?${search}`,
    {
      ...caller,
      ...(body === undefined ? {} : { body }),
    },
  );
}
