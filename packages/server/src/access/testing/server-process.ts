import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a separate process on a shared database. */
export interface ServerProcess {
  readonly url: string;
  /** Resolves to the exit status when the process ends. */
  readonly exited: Promise<number | null>;
  /** Sends the process a signal, such as SIGSTOP, which freezes it. */
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

/** A line of the log of a server. */
export interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly port?: number;
}

/** Starts the built server on a free port. Needs `npm run build`. Throws if the process ends before it listens. */
export async function startServerProcess(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  onLine: (line: LogLine) => void = () => undefined,
): Promise<ServerProcess> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tessera-process-'));
  const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      SVC_PORT: '0',
      SVC_DATABASE_URL: databaseUrl,
      SVC_DATA_DIR: dataFolder,
      SVC_DEMO: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const port = await Promise.race([
    listeningPort(child.stdout, onLine),
    exited.then(() => Promise.reject(new Error('the server ended before it listened; run npm run build'))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    exited: exited.then(([status]) => status),
    signal: (name) => void child.kill(name),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

function listeningPort(log: NodeJS.ReadableStream, onLine: (line: LogLine) => void): Promise<number> {
  return new Promise((resolve) => {
    createInterface(log).on('line', (line) => {
      const entry: LogLine = line.startsWith('{') ? JSON.parse(line) : { level: 0 };
      onLine(entry);
      if (entry.msg === 'listening' && entry.port !== undefined) {
        resolve(entry.port);
      }
    });
  });
}
