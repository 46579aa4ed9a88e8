import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type App, type AppOptions, buildApp } from '../app.js';
import { createContentProcesses } from '../documents/isolation/content-processes.js';
import { createLog, type Log } from '../platform/log.js';
import type { Mail, Mailer } from '../platform/mail/mailer.js';
import { hashSecret, newSecret, secretPrefixes } from '../platform/secrets.js';
import type { Services } from '../platform/services.js';
import { readSettings } from '../platform/settings.js';
import { StorageMeter } from '../platform/storage.js';
import { openTestDatabase, type TestDatabase } from './database.js';

/** A call in a test: JSON body in, status and parsed JSON out. */
export interface TestAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
  readonly body: any;
  readonly headers: Headers;
}

/** The optional parts of a test's call. A body of text or bytes is sent unchanged. */
export interface TestRequest {
  readonly token?: string;
  readonly workspace?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A workspace in a test, with an admin's pinned token. */
export interface TestWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly token: string;
}

/** The whole service on its own database, called without a socket. Responses are checked against the contract. */
export interface TestService {
  readonly app: App;
  readonly services: Services;
  readonly testDatabase: TestDatabase;
  readonly operatorToken: string;
  /** Every mail that was sent, oldest first. */
  readonly mails: readonly Mail[];
  /** Sets the service's clock; `undefined` restores the real one. */
  setTime(at: Date | undefined): void;
  call(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
  createWorkspace(options?: { name?: string; reader_seats?: number; billing_active?: boolean }): Promise<TestWorkspace>;
  close(): Promise<void>;
}

/** Options of a test: a database that it opened, or a log that it reads. */
export interface TestDependencies {
  readonly testDatabase?: TestDatabase;
  readonly log?: Log;
  readonly processes?: AppOptions['processes'];
  readonly oauth?: AppOptions['oauth'];
  readonly webhooks?: AppOptions['webhooks'];
}

/** All services of a worker share these processes, because starting them takes longer than most files of tests. */
const sharedProcesses = { ...createContentProcesses(createLog('silent')), close: () => Promise.resolve() };

/** Starts a service for the tests of a file or `describe`, and closes it after the last test. */
export async function startSuiteService(...options: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...options);
  afterAll(() => service.close());
  return service;
}

/** Starts a service that the caller closes. `environment` contains settings. */
export async function startTestService(
  environment: Readonly<Record<string, string>> = {},
  dependencies: TestDependencies = {},
): Promise<TestService> {
  const testDatabase = dependencies.testDatabase ?? (await openTestDatabase());
  // Its own folder, because a start removes unfinished exports from its data folder.
  const dataFolder = await mkdtemp(join(tmpdir(), 'tessera-data-'));
  const settings = readSettings({ SVC_LOG_LEVEL: 'silent', SVC_DATA_DIR: dataFolder, ...environment });
  const operatorToken = newSecret(secretPrefixes.operator).secret;
  let time: Date | undefined;
  const mails: Mail[] = [];
  const services: Services = {
    settings,
    baseUrl: settings.SVC_BASE_URL ?? 'http://tessera.test',
    database: testDatabase.database,
    isDatabaseAnswering: testDatabase.isAnswering,
    log: dependencies.log ?? createLog(settings.SVC_LOG_LEVEL ?? 'silent'),
    clock: () => time ?? new Date(),
    random: randomBytes,
    mailer: keepingMailer(mails),
    storage: new StorageMeter(testDatabase.database, settings.SVC_WORKSPACE_STORAGE_MB),
    operatorTokenHash: hashSecret(operatorToken),
  };
  const app = buildApp(services, {
    checkAnswers: true,
    sweeps: false,
    processes: dependencies.processes ?? sharedProcesses,
    ...(dependencies.oauth === undefined ? {} : { oauth: dependencies.oauth }),
    ...(dependencies.webhooks === undefined ? {} : { webhooks: dependencies.webhooks }),
  });
  const call = caller(app, services.baseUrl);
  return {
    app,
    services,
    testDatabase,
    operatorToken,
    mails,
    setTime: (at) => {
      time = at;
    },
    call,
    createWorkspace: (options = {}) => createWorkspace(call, operatorToken, options),
    close: async () => {
      await app.close();
      await testDatabase.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Stores every mail instead of sending it. */
function keepingMailer(mails: Mail[]): Mailer {
  return {
    send: async (mail) => {
      mails.push(mail);
      return { accepted: true };
    },
    close: () => undefined,
  };
}

function caller(app: App, baseUrl: string): TestService['call'] {
  return async (method, path, request = {}) => {
    const headers: Record<string, string> = {
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
      ...(request.workspace === undefined ? {} : { 'x-svc-workspace': request.workspace }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    };
    const isAsSent = typeof request.body === 'string' || request.body instanceof Uint8Array;
    const body = isAsSent ? (request.body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(request.body);
    const answer = await app.http.request(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text, headers: answer.headers };
  };
}

async function createWorkspace(
  call: TestService['call'],
  operatorToken: string,
  { name = 'Test', ...rest }: { name?: string; reader_seats?: number; billing_active?: boolean },
): Promise<TestWorkspace> {
  const slug = `test-${randomBytes(6).toString('hex')}`;
  const created = await call('POST', '/operator/workspaces', { token: operatorToken, body: { slug, name, ...rest } });
  const { id } = created.body.workspace;
  const token = await call('POST', `/operator/workspaces/${id}/tokens`, {
    token: operatorToken,
    body: { name: 'test agent', role: 'admin', access: 'read_write' },
  });
  return { id, slug, name, token: token.body.secret };
}
