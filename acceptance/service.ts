import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const builtEntry = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url));
const startTimeoutMs = 120_000;

/** A service under test: its URL and operator token. */
export interface Target {
  readonly url: string;
  readonly operatorToken: string;
  /** The folder of its mails; undefined if it is not on this machine. */
  readonly dataFolder?: string | undefined;
}

/** A service from the build that this process has started. */
export interface OwnService extends Target {
  readonly process: ChildProcess;
  readonly dataFolder: string;
  /** Its output so far. */
  readonly printed: () => string;
  /** Sends a signal and waits for the end. Returns the exit status, or null if the signal terminated the process. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
  /** Stops the service if it is running, and deletes its data folder unless it was given. */
  readonly dispose: () => Promise<void>;
}

/** Data folder, database and port of a service; by default a new folder, the embedded database and a free port. */
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

/** Starts the built service and waits until it responds. Throws its output if it does not start. */
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
      // All services set this, because services with a shared database send each other's webhooks, and receivers in
      // tests are local.
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
    await endDatabase(dataFolder);
    if (!options.dataFolder) await rm(dataFolder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  if (!(await answers(url, child))) {
    await dispose();
    throw new Error(`The service did not come up:\n${printed()}`);
  }
  return { url, operatorToken, process: child, dataFolder, printed, end, dispose };
}

/** Ends the embedded PostgreSQL that a killed service leaves running, as a crash would. */
export async function endDatabase(dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'postgres/cluster/postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  const kill = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  };
  if (pid > 0 && kill('SIGQUIT')) {
    while (kill(0)) await sleep(20);
  }
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

/** A given database, for example on several servers, that all scenarios share, each in its own workspaces. */
export const sharedDatabaseUrl = process.env.ACCEPTANCE_DATABASE_URL;

/** Creates an empty database next to the given one and returns its URL, or the URL of the shared database. */
export async function createDatabase(url: string): Promise<string> {
  if (sharedDatabaseUrl) return sharedDatabaseUrl;
  const name = `acceptance_${randomBytes(6).toString('hex')}`;
  await queryDatabase(url, `create database ${name}`);
  const database = new URL(url);
  database.pathname = `/${name}`;
  return database.href;
}

/** Runs SQL on a database, and returns the rows of the last statement. */
export async function queryDatabase(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results = await client.query(sql);
    return (Array.isArray(results) ? results.at(-1) : results).rows;
  } finally {
    await client.end();
  }
}

/** A free port. */
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
