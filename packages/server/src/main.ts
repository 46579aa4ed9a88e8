#!/usr/bin/env node
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { adminLink } from './admin-link.js';
import { type App, buildApp } from './app.js';
import { backup, restore } from './backup.js';
import { check } from './check.js';
import { CommandError } from './command.js';
import { createHttpServer, plainRefusal } from './http/server.js';
import { move } from './move.js';
import { BackupError } from './platform/database/backup-file.js';
import type { OpenDatabase } from './platform/database/database.js';
import { DistributeError, distribute } from './platform/database/distribute.js';
import { FolderInUseError } from './platform/database/folder-lock.js';
import { migrate } from './platform/database/migrate.js';
import { watchSchema } from './platform/database/schema-watch.js';
import { errors } from './platform/errors.js';
import { createLog, describeError, type Log } from './platform/log.js';
import { createMailer } from './platform/mail/mailer.js';
import { hashSecret, newSecret, pooledBytes, secretPrefixes } from './platform/secrets.js';
import type { Services } from './platform/services.js';
import { operatorTokens } from './platform/setting-values.js';
import { InvalidSettingError, readSettings, type Settings } from './platform/settings.js';
import { connectionTo, DatabaseStartError, openDatabase, operatorToken } from './platform/start.js';
import { StorageMeter } from './platform/storage.js';
import { welcome } from './sample/welcome.js';
import { type Lifecycle, runUntilStopped } from './stopping.js';

/** The address is in use, or the process may not listen on it. */
class CannotListenError extends Error {}

const usage = `svc-server [command]

Without a command it serves. Settings are environment variables, which README.md lists.

  admin-link EMAIL   print a link that signs EMAIL in once, as an admin of the only or a first workspace
  check              report whether this version can take over the database, which stays unchanged: free space, version,
                     and pending migrations, which are tried and rolled back if no service runs
  backup FILE        store the embedded database in FILE, also while the service runs
  restore FILE       restore FILE into SVC_DATA_DIR, which must be empty or absent
  move --to TARGET   copy the embedded database to an empty PostgreSQL database (postgres://…), or, with
                     SVC_DATABASE_URL, that database to a folder; the service must be stopped
  generate-token [NAME:SCOPES:LAST-DAY]
                     print a new operator token, for SVC_OPERATOR_TOKEN; with a name, such as
                     prometheus:metrics:2030-12-31, also its entry for SVC_OPERATOR_TOKENS
  distribute         spread the tables over the nodes of a Citus database
`;

/**
 * By how much V8 lets the heap of a thread grow before it collects old objects. Its default is up to 300, which leaves
 * about 80 MB of garbage in memory after an import of 100,000 records.
 */
const heapGrowthPercent = 100;

/** The commands of `svc-server COMMAND ARGUMENT`. Each returns the message to print on success. */
const commands: Readonly<Record<string, (settings: Settings, argument: string | undefined) => Promise<string>>> = {
  'admin-link': adminLink,
  check,
  backup,
  restore,
  move,
  'generate-token': async (_settings, entry) => {
    const { secret, hash } = newSecret(secretPrefixes.operator);
    const line = `${entry}:${hash.toString('hex')}`;
    const refusal = entry === undefined ? undefined : operatorTokens.safeParse(line).error?.issues[0];
    if (refusal !== undefined) {
      throw new CommandError(`${entry} ${refusal.message}`);
    }
    return entry === undefined ? secret : `${secret}\n${line}`;
  },
  distribute: async (settings) => {
    const { SVC_DATABASE_URL: url } = settings;
    if (url === undefined) {
      throw new CommandError('the embedded database cannot be distributed: set SVC_DATABASE_URL');
    }
    await migrate(connectionTo(url, settings));
    return (await distribute(connectionTo(url, settings))).join('\n');
  },
};

try {
  const words = process.argv.slice(2);
  const [name] = words;
  // For `move`, the argument follows `--to`.
  const argument = name === 'move' && words[1] === '--to' ? words[2] : words[1];
  if ([name, argument].some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(usage);
    process.exit(0);
  }
  const settings = readSettings(process.env);
  if (name !== undefined) {
    if (argument?.startsWith('-')) {
      throw new CommandError(`${name} has no option ${argument}: see svc-server --help`);
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) {
      throw new CommandError(`no command is called ${name}: there are ${Object.keys(commands).join(', ')}`);
    }
    process.stdout.write(`${await command(settings, argument)}\n`);
  } else {
    // Lines for people on a terminal, JSON for other programs.
    const log = createLog(settings.SVC_LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'));
    await runUntilStopped(log, (life) => start(settings, log, life));
  }
} catch (error) {
  process.stderr.write(`tessera: ${reasonOf(error)}\n`);
  process.exit(1);
}

/** The reason why the service does not start, in one line. Includes a stack trace only for an internal error. */
function reasonOf(error: unknown): string {
  const known = [
    CommandError,
    BackupError,
    DistributeError,
    InvalidSettingError,
    FolderInUseError,
    DatabaseStartError,
    CannotListenError,
  ];
  if (known.some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  const fromSystem = error instanceof Error && 'syscall' in error;
  return `cannot start: ${fromSystem ? error.message : JSON.stringify(describeError(error))}`;
}

async function start(settings: Settings, log: Log, life: Lifecycle): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
  const token = operatorToken(settings);
  const database = await openDatabase(settings, log);
  life.running.database = database;
  life.running.close = () => database.close();
  if (life.isStopping) {
    return;
  }
  let app: App | undefined;
  const server = createHttpServer(
    (request, connection) =>
      app === undefined ? plainRefusal(errors.unavailable(), request) : app.http.fetch(request, connection),
    { trustedProxies: settings.SVC_TRUSTED_PROXIES, brokenOff: life.brokenOff },
  );
  life.running.server = server;
  const port = await listen(server, settings);
  const schema = watchSchema(database, log, life.stop);
  const unready = () => (life.isStopping ? 'stopping' : schema.isCurrent() ? undefined : 'migrations');
  const services = { ...createServices({ settings, log, database, port, token }), unready };
  if (life.isStopping) {
    return;
  }
  const built = buildApp(services);
  app = built;
  life.running.drainMs = settings.SVC_DRAIN_SECONDS * 1_000;
  life.running.close = async () => {
    await schema.stop();
    await built.close();
    services.mailer.close();
    await database.close();
  };
  // Logged last, because a program that reads this line may stop the process at once.
  log.info({ host: settings.SVC_HOST, port, engine: database.engine }, 'listening');
  const print = (text: string) => process.stdout.write(text);
  const isTerminal = process.stdout.isTTY === true;
  await welcome({ services, dispatcher: app.dispatcher, operatorToken: token, print, isTerminal });
}

function createServices(dependencies: {
  settings: Settings;
  log: Log;
  database: OpenDatabase;
  port: number;
  token: string;
}): Services {
  const { settings, log, database, port, token } = dependencies;
  const clock = () => new Date();
  return {
    settings,
    baseUrl: settings.SVC_BASE_URL ?? `http://${authority(settings.SVC_HOST, port)}`,
    database,
    isDatabaseAnswering: database.isAnswering,
    log,
    clock,
    random: pooledBytes,
    mailer: createMailer({ settings, log, clock, random: pooledBytes, tell: terminalPrinter() }),
    storage: new StorageMeter(database, settings.SVC_WORKSPACE_STORAGE_MB),
    operatorTokenHash: hashSecret(token),
  };
}

/** A function that prints to the terminal; undefined if there is none. */
function terminalPrinter(): ((text: string) => void) | undefined {
  return process.stdout.isTTY ? (text) => void process.stdout.write(text) : undefined;
}

/** The host and port in the form that a URL requires. */
function authority(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Starts to listen and returns the port, which the system chooses if the setting is 0. */
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
