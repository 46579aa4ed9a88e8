import { describeError, type Log } from './log.js';
import { traceHeaders, traceIdOf } from './trace.js';

/** An unhandled rejection or an uncaught exception. */
export type StrayFault = 'rejection' | 'exception';

const counts: Record<StrayFault, number> = { rejection: 0, exception: 0 };

/** Ids that one log line names. */
const namedRequests = 20;
const inFlight = new Set<string>();

/**
 * Runs the work of a request, so that a stray fault meanwhile is logged with its id. The ids of all requests in flight are,
 * since to know the one would cost every request a tenth of its time on Node.js 20 (AsyncLocalStorage).
 */
export async function whileInFlight<Result>(requestId: string, work: () => Promise<Result>): Promise<Result> {
  inFlight.add(requestId);
  try {
    return await work();
  } finally {
    inFlight.delete(requestId);
  }
}

/** How many stray faults this process has had, by kind. */
export function strayFaults(): Readonly<Record<StrayFault, number>> {
  return { ...counts };
}

/**
 * Logs and counts the stray faults of this process. After a rejection it serves on: one request's work failed, and its
 * transaction with it. After an exception any state may be half changed: `restart` stops in order, for a new process.
 */
export function watchStrayFaults(log: Log, restart: () => void): void {
  process.on('unhandledRejection', (error) => note(log, 'rejection', error));
  process.on('uncaughtException', (error) => {
    note(log, 'exception', error);
    restart();
  });
}

function note(log: Log, kind: StrayFault, error: unknown): void {
  counts[kind] += 1;
  const traceId = traceIdOf(traceHeaders().traceparent);
  const trace = traceId === undefined ? {} : { trace_id: traceId };
  const requests = { requests_in_flight: [...inFlight].slice(0, namedRequests) };
  log[kind === 'rejection' ? 'error' : 'fatal'](
    { ...trace, ...requests, error: describeError(error) },
    `stray ${kind}`,
  );
}
