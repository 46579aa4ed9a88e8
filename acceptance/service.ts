import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const builtEntry = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url));
const startTimeoutMs = 120_000;

/** A service under test: where it answers and the credential of its operator routes. */
export interface Target {
  readonly url: string;
  readonly operatorToken: string;
  /** Where its mails are; undefined where they are out of reach. */
  readonly dataFolder?: string | undefined;
}

/** A service that this process started from the build. */
export interface OwnService extends Target {
  readonly process: ChildProcess;
  readonly dataFolder: string;
  /** What it has printed so far. */
  readonly printed: () => string;
  /** Sends a signal and waits for the end; the exit status, or null when the signal itself ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Ends the service if it still runs; removes its data folder unless one was handed in. */
  readonly dispose: () => Promise<void>;
}

/** Where a service keeps its data and on what it runs; left out: a fresh folder, the embedded database, a free port. */
export interface ServiceOptions {
  readonly dataFolder?: string;
  readonly databaseUrl?: string | undefined;
  readonly operatorToken?: string;
  readonly port?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** The program to start; by default the build's. */
  readonly entry?: string;
}

/** A new operator token. */
export function newOperatorToken(): string {
  return `svc_op_${randomBytes(32).toString('base64url')}`;
}

/** Starts the built service and waits until it answers; throws with what it wrote when it does not come up. */
export async function startService(options: ServiceOptions = {}): Promise<OwnService> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'tessera-acceptance-')));
  const operatorToken = options.operatorToken ?? newOperatorToken();
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [options.entry ?? builtEntry], {
    env: {
      PATH: process.env.PATH,
      SVC_HOST: '127.0.0.1',
      SVC_PORT: String(port),
      SVC_DATA_DIR: dataFolder,
      SVC_OPERATOR_TOKEN: operatorToken,
      SVC_DEMO: '0',
      SVC_LOG_LEVEL: 'warn',
      // Of every service: those that share a database send each other's webhooks, and receivers of tests are local.
      SVC_WEBHOOK_PRIVATE: '1',
      ...(options.databaseUrl ? { SVC_DATABASE_URL: options.databaseUrl } : {}),
      ...options.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const output: Buffer[] = [];
  const printed = (): string => Buffer.concat(output).toString();
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    return child.exitCode;
  };
  const dispose = async (): Promise<void> => {
    await end('SIGKILL');
    if (!options.dataFolder) await rm(dataFolder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  if (!(await answers(url, child))) {
    await dispose();
    throw new Error(`The service did not come up:\n${printed()}`);
  }
  return { url, operatorToken, process: child, dataFolder, printed, end, dispose };
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const healthy = await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return true;
    await sleep(50);
  }
  return false;
}

/** A database that all scenarios share, each in workspaces of its own, where one is named: such as one on several servers. */
export const sharedDatabaseUrl = process.env.ACCEPTANCE_DATABASE_URL;

/** Makes an empty database beside the given one and answers its URL, or that of the shared one. Needs `psql`. */
export async function createDatabase(url: string): Promise<string> {
  if (sharedDatabaseUrl) return sharedDatabaseUrl;
  const name = `acceptance_${randomBytes(6).toString('hex')}`;
  await promisify(execFile)('psql', [url, '-qXc', `create database ${name}`]);
  const database = new URL(url);
  database.pathname = `/${name}`;
  return database.href;
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('The operating system gave no port.'));
      });
    });
  });
}
