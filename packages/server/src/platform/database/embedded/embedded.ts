import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { lockFolder } from '../folder-lock.js';
import { codeOf } from '../sqlstate.js';
import { isRoot } from './account.js';
import { copyCluster } from './backup.js';
import { findBinaries } from './binaries.js';
import { createCluster, superuser } from './cluster.js';
import { backupCopyPrefix, type DatabaseHome, openHome, passwordOf, sharedFolder } from './home.js';
import { addressFor, ensureServer, lastLines, type ServerStart, stopServer } from './postmaster.js';
import { findPostmaster } from './processes.js';

const pauseMs = 100;
const connectPatienceMs = 10_000;
/** Connections besides the pool: the watching session, the probe, migrations, backups and an administrator. */
const otherConnections = 10;
const restartWindowMs = 60_000;
const restartsBeforeLost = 3;
/** PostgreSQL starts, recovers or stops. */
const cannotConnectNow = '57P03';

/** The embedded PostgreSQL of a data folder, in use by this process alone. */
export interface EmbeddedServer {
  readonly connection: pg.ClientConfig;
  /** The real folder of the database. */
  readonly folder: string;
  /** Copies a consistent state of the database to a new folder, while it is used. */
  copyTo(folder: string): Promise<void>;
  /** Stops PostgreSQL and waits for its end. */
  close(): Promise<void>;
}

/** How the embedded database runs, and callbacks for its failures. */
export interface EmbeddedOptions {
  /** The account that runs PostgreSQL if this process runs as root. Default: `nobody`. */
  readonly user?: string | undefined;
  /** Connections of the service's pool. */
  readonly pool?: number;
  /** How long to wait for another process, which may be stopping. Default: 5 s. */
  readonly patienceMs?: number | undefined;
  /** Whether a restart may succeed. It may not while the disk is full, for example. */
  readonly mayRestart?: () => boolean;
  /** PostgreSQL has ended, or the session with it, and is started again. */
  readonly onEnd?: (lastLines: string) => void;
  /** PostgreSQL has ended three times in a minute, or does not start again. */
  readonly onLost?: (reason: Error) => void;
}

/**
 * Starts the PostgreSQL of a data folder, which is created at the first start, or adopts the one that a killed process
 * left running. Keeps it running until it is closed. Throws `FolderInUseError` if another process uses it, and errors
 * whose message is the sentence for the operator.
 */
export async function startEmbedded(dataFolder: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(dataFolder, options.patienceMs);
  try {
    await removeCopies(dataFolder);
    const home = await openHome(dataFolder, options.user);
    const binaries = await findBinaries(home.account, isRoot() ? sharedFolder : home.folder);
    await createCluster(home, binaries);
    const maxConnections = (options.pool ?? 0) + otherConnections;
    const start = { home, binaries, address: await addressFor(home), maxConnections };
    const connection = { ...start.address, user: superuser, password: passwordOf(home), database: superuser };
    const stop = keepRunning({ start, connection, session: await takeServer(start, connection), options });
    return {
      connection,
      folder: home.folder,
      copyTo: (folder) => copyCluster(home, { connection, folder }),
      close: async () => {
        await stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A server that is kept running. */
interface KeptServer {
  readonly start: ServerStart;
  readonly connection: pg.ClientConfig;
  readonly session: pg.Client;
  readonly options: EmbeddedOptions;
}

/** Starts the server again whenever the session breaks. Returns the function that stops it. */
function keepRunning({ start, connection, session: first, options }: KeptServer): () => Promise<void> {
  const { mayRestart = () => true, onEnd, onLost } = options;
  let session = first;
  let isClosing = false;
  let restarting: Promise<void> | undefined;
  const restarts: number[] = [];
  const restart = async (): Promise<void> => {
    onEnd?.(lastLines(start.home));
    while (!isClosing) {
      const now = performance.now();
      if (restarts.filter((at) => at > now - restartWindowMs).length >= restartsBeforeLost) {
        const text = `PostgreSQL ended again after ${restartsBeforeLost} restarts within a minute`;
        onLost?.(new Error(`${text}: ${lastLines(start.home)}`));
        return;
      }
      while (!mayRestart() && !isClosing) {
        await pause(pauseMs);
      }
      restarts.push(now);
      try {
        session = await takeServer(start, connection);
        watch();
        return;
      } catch {
        // Tried again.
      }
    }
  };
  const watch = (): void => {
    session.once('end', () => {
      if (!isClosing) {
        restarting = restart();
      }
    });
  };
  watch();
  return async () => {
    isClosing = true;
    await restarting;
    await session.end().catch(() => undefined);
    await stopServer(start.home.cluster);
  };
}

/** Makes sure that the server runs. Returns a session that ends when the server ends. */
async function takeServer(start: ServerStart, connection: pg.ClientConfig): Promise<pg.Client> {
  await ensureServer(start);
  return connect(start.home, connection);
}

/** Deletes copies left by a process that was killed during a backup. */
async function removeCopies(dataFolder: string): Promise<void> {
  const names = await readdir(dataFolder);
  for (const name of names.filter((each) => each.startsWith(backupCopyPrefix))) {
    await rm(join(dataFolder, name), { recursive: true, force: true });
  }
}

/** Connects, and waits while the server recovers from a crash. */
async function connect({ cluster }: DatabaseHome, connection: pg.ClientConfig): Promise<pg.Client> {
  for (;;) {
    const session = new pg.Client({
      ...connection,
      application_name: `process ${process.pid}`,
      connectionTimeoutMillis: connectPatienceMs,
    });
    session.on('error', () => undefined);
    try {
      await session.connect();
      return session;
    } catch (error) {
      if (codeOf(error) !== cannotConnectNow || findPostmaster(cluster) === undefined) {
        throw error;
      }
    }
    await pause(pauseMs);
  }
}
