import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterAccepting, setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from './platform/database/database.js';
import { describeError, type Log } from './platform/log.js';
import { watchStrayFaults } from './platform/stray-faults.js';

/** How long kept connections stay open after a stop begins. A proxy may send a request on one before it notices. */
const proxyMs = 1_000;
/** Time limits for requests in progress to finish, and for aborted ones to end. */
const drainMs = 10_000;
const endMs = 2_000;
/** Time limit for an aborted request to respond. */
const answerMs = 1_000;

/** What has to be stopped. It depends on how much of the start is done. */
export interface Resources {
  server?: Server;
  database?: OpenDatabase;
  /** How long new connections are accepted after a signal. */
  drainMs?: number;
  /** Stops background work and closes the database. */
  close?: () => Promise<void>;
}

/** A process that can be stopped at any time, also during its start. */
export interface Lifecycle {
  readonly running: Resources;
  /** If true, nothing new may start. */
  readonly isStopping: boolean;
  /** Aborted when requests in progress have had their time to finish. */
  readonly brokenOff: AbortSignal;
  /** Stops the process in order, as a signal does, and exits with status 1. */
  readonly stop: () => void;
}

/**
 * Starts the process and runs it until a signal arrives. After `drainMs`, it accepts no new connections, gives requests
 * 10 s to finish, aborts the rest, and exits with status 0. After an uncaught exception it does the same at once and
 * exits with status 1. Rejects with the reason of a failed start, unless it was stopped meanwhile.
 */
export async function runUntilStopped(log: Log, start: (life: Lifecycle) => Promise<void>): Promise<void> {
  const running: Resources = {};
  const brokenOff = new AbortController();
  let isStopping = false;
  let started: Promise<void> = Promise.resolve();
  const stop = (status: number): void => {
    if (!isStopping) {
      isStopping = true;
      void (async () => {
        log.info('stopping');
        await pause(status === 0 ? running.drainMs : 0);
        await shutDown(log, { running, brokenOff, started });
        process.exit(status);
      })();
    }
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  watchStrayFaults(log, () => stop(1));
  started = start({
    running,
    get isStopping() {
      return isStopping;
    },
    brokenOff: brokenOff.signal,
    stop: () => stop(1),
  });
  await started.catch(async (error: unknown) => {
    // A stop may interrupt the start, for example while it creates the sample. The next start repeats that work.
    if (!isStopping) {
      // Otherwise the embedded PostgreSQL would continue without the service.
      await running.close?.();
      throw error;
    }
  });
}

interface ShutDown {
  readonly running: Resources;
  readonly brokenOff: AbortController;
  readonly started: Promise<void>;
}

async function shutDown(log: Log, { running, brokenOff, started }: ShutDown): Promise<void> {
  const drained = closeServer(running.server);
  const finished = finish(running, [drained, started]).catch((error: unknown) => {
    log.error({ error: describeError(error) }, 'did not stop cleanly');
  });
  if (!(await isWithin(drainMs, finished))) {
    log.warn('what is still in flight is broken off');
    brokenOff.abort();
    await isWithin(endMs, breakOff(log, running, drained));
    await isWithin(endMs - answerMs, finished);
  }
  log.info('stopped');
}

async function finish(running: Resources, underWay: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(underWay);
  await running.close?.();
}

/** Aborts requests in progress before their commit, lets them respond, and then closes the remaining connections. */
async function breakOff(log: Log, { server, database }: Resources, drained: Promise<unknown>): Promise<void> {
  await database?.breakOff().catch((error: unknown) => {
    log.warn({ error: describeError(error) }, 'the database did not end what was in flight');
  });
  await isWithin(answerMs, drained);
  server?.closeAllConnections();
}

async function closeServer(server: Server | undefined): Promise<unknown> {
  if (server === undefined) {
    return;
  }
  // Connections that wait to be accepted when the socket closes are reset. Just after the event loop has accepted, there
  // are the fewest.
  await afterAccepting();
  // The HTTP server's own `close` also closes idle connections, on which a proxy may just be sending a request. This
  // only refuses new connections, which a proxy then sends to another process. Each further response closes its
  // connection.
  const drained = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  await isWithin(proxyMs, drained);
  server.closeIdleConnections();
  return drained;
}

function isWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), pause(limitMs, false)]);
}
