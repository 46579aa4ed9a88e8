import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { type App, buildApp } from './app.js';
import { renumberRestored } from './collections/query/restored.js';
import { createHttpServer, plainRefusal } from './http/server.js';
import type { Database } from './platform/database/database.js';
import { FolderInUseError } from './platform/database/folder-lock.js';
import { errors } from './platform/errors.js';
import { createLog, describeError, type Log } from './platform/log.js';
import { createMailer } from './platform/mail/index.js';
import { hashSecret } from './platform/secrets.js';
import type { Services } from './platform/services.js';
import { InvalidSettingError, readSettings, type Settings } from './platform/settings.js';
import { DatabaseStartError, openDatabase, operatorToken } from './platform/start.js';
import { welcome } from './sample/welcome.js';

const drainMs = 10_000;

/** The address is taken or not ours. */
class CannotListenError extends Error {}

try {
  const settings = readSettings(process.env);
  await run(settings, createLog(settings.SVC_LOG_LEVEL));
} catch (error) {
  process.stderr.write(`tessera: ${reasonOf(error)}\n`);
  process.exit(1);
}

/** Why the service does not start, in one line; with the place in the code only when it is a fault of ours. */
function reasonOf(error: unknown): string {
  const known = [InvalidSettingError, FolderInUseError, DatabaseStartError, CannotListenError];
  if (known.some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  const fromSystem = error instanceof Error && 'syscall' in error;
  return `cannot start: ${fromSystem ? error.message : JSON.stringify(describeError(error))}`;
}

async function run(settings: Settings, log: Log): Promise<void> {
  const token = operatorToken(settings);
  const database = await openDatabase(settings, log);
  let app: App | undefined;
  let isStopping = false;
  const server = createHttpServer((request) =>
    app === undefined || isStopping ? plainRefusal(errors.unavailable(), request) : app.http.fetch(request),
  );
  const port = await listen(server, settings);
  const services = createServices({ settings, log, database, port, token });
  await renumberRestored(services);
  app = buildApp(services);
  let welcomed = Promise.resolve();
  const stop = once(() => {
    isStopping = true;
    return shutDown(server, log, {
      unfinished: welcomed,
      close: async () => {
        await app?.close();
        services.mailer.close();
        await database.close();
      },
    });
  });
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Whoever reads that it is there may stop it at once.
  log.info({ host: settings.SVC_HOST, port, engine: database.engine }, 'listening');
  const print = (text: string) => process.stdout.write(text);
  welcomed = welcome({ services, dispatcher: app.dispatcher, operatorToken: token, print }).catch((error: unknown) => {
    // Cut off in the middle of its sample, which the next start makes anew.
    if (!isStopping) {
      throw error;
    }
  });
  await welcomed;
}

function createServices(parts: {
  settings: Settings;
  log: Log;
  database: Database;
  port: number;
  token: string;
}): Services {
  const { settings, log, database, port, token } = parts;
  const clock = () => new Date();
  return {
    settings,
    baseUrl: settings.SVC_BASE_URL ?? `http://${authority(settings.SVC_HOST, port)}`,
    database,
    log,
    clock,
    random: randomBytes,
    mailer: createMailer({ settings, log, clock, random: randomBytes }),
    operatorTokenHash: hashSecret(token),
  };
}

/** Host and port as an address names them. */
function authority(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Starts to listen and returns the port, which the system chooses when the setting is 0. */
function listen(server: Server, { SVC_HOST, SVC_PORT }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new CannotListenError(`cannot listen on ${authority(SVC_HOST, SVC_PORT)}: ${error.message}`)),
    );
    server.listen(SVC_PORT, SVC_HOST, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : SVC_PORT);
    });
  });
}

/** What the process still does by itself, and how to close what is below. */
interface Stopping {
  readonly unfinished: Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** No new connections, what is in flight finishes, then what is below closes. Exits with status 0. */
async function shutDown(server: Server, log: Log, { unfinished, close }: Stopping): Promise<void> {
  log.info('stopping');
  const drained = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const limit = new Promise((resolve) => setTimeout(resolve, drainMs));
  await Promise.race([Promise.allSettled([drained, unfinished]), limit]);
  server.closeAllConnections();
  await drained;
  await close();
  log.info('stopped');
  process.exit(0);
}

function once(work: () => Promise<void>): () => void {
  let started = false;
  return () => {
    if (!started) {
      started = true;
      work().catch((error: unknown) => {
        process.stderr.write(`tessera: did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      });
    }
  };
}
