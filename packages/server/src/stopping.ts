import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from './platform/database/database.js';
import { describeError, type Log } from './platform/log.js';
import { watchStrayFaults } from './platform/stray-faults.js';

/** How long kept connections stay open, on which a proxy may have sent a request before it learns of the stop. */
const proxyMs = 1_000;
/** How long what is in flight may take to finish, and then what was broken off to end. */
const drainMs = 10_000;
const endMs = 2_000;
/** How long a request that was broken off has to answer so. */
const answerMs = 1_000;

/** What there is to stop, depending on how far the start came. */
export interface Resources {
  server?: Server;
  database?: OpenDatabase;
  /** Ends what the process does by itself, and closes what is below. */
  close?: () => Promise<void>;
}

/** A process that may be asked to stop, also while it starts. */
export interface Lifecycle {
  readonly running: Resources;
  /** Once it is true, nothing more is to be begun. */
  readonly isStopping: boolean;
}

/**
 * Starts the process, and ends it with status 0 when it is asked to stop: no new connections, what is in flight finishes
 * within 10 s, and what does not is broken off. After an exception that nobody caught it ends so with status 1. Rejects with why it did not start, unless it was asked to stop meanwhile.
 */
export async function runUntilAsked(log: Log, start: (life: Lifecycle) => Promise<void>): Promise<void> {
  const running: Resources = {};
  let isStopping = false;
  let started: Promise<void> = Promise.resolve();
  const stop = (status: number): void => {
    if (!isStopping) {
      isStopping = true;
      void shutDown(log, running, started).then(() => process.exit(status));
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
  });
  await started.catch((error: unknown) => {
    // Cut off in the middle, such as of its sample, which the next start makes anew.
    if (!isStopping) {
      throw error;
    }
  });
}

async function shutDown(log: Log, running: Resources, started: Promise<void>): Promise<void> {
  log.info('stopping');
  const drained = closeServer(running.server);
  const finished = finish(running, [drained, started]).catch((error: unknown) => {
    log.error({ error: describeError(error) }, 'did not stop cleanly');
  });
  if (!(await isWithin(drainMs, finished))) {
    log.warn('what is still in flight is broken off');
    await isWithin(endMs, breakOff(log, running, drained));
    await isWithin(endMs - answerMs, finished);
  }
  log.info('stopped');
}

async function finish(running: Resources, underWay: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(underWay);
  await running.close?.();
}

/** Ends what is in flight where it would be committed, has it answered, and then cuts who is still connected. */
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
  // The HTTP server's own `close` also closes idle connections, on one of which a proxy may be sending a request. Without
  // it, new connections are refused, which a proxy takes elsewhere, and each response ends its connection.
  const drained = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  await isWithin(proxyMs, drained);
  server.closeIdleConnections();
  return drained;
}

function isWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => true), pause(limitMs, false)]);
}
