import { describeError, type Log } from './log.js';
import { traceHeaders, traceIdOf } from './trace.js';

/** An unhandled rejection or an uncaught exception. */
export type StrayFault = 'rejection' | 'exception';

const counts: Record<StrayFault, number> = { rejection: 0, exception: 0 };

/** Maximum number of request ids in one log line. */
const namedRequests = 20;
const inFlight = new Set<string>();

/**
 * Runs the work of a request. If a stray fault occurs meanwhile, its id is logged. The ids of all requests in flight
 * are logged: finding the responsible one with AsyncLocalStorage would take a tenth of a request's time on Node.js 20.
 */
export async function whileInFlight<Result>(requestId: string, work: () => Promise<Result>): Promise<Result> {
  inFlight.add(requestId);
  try {
    return await work();
  } finally {
    inFlight.delete(requestId);
  }
}

/** Number of stray faults of this process by kind. */
export function strayFaults(): Readonly<Record<StrayFault, number>> {
  return { ...counts };
}

/**
 * Logs and counts stray faults. After an unhandled rejection the process continues, because only one request failed,
 * and its transaction was rolled back. After an uncaught exception, `restart` stops the process in order, because its
 * state may be inconsistent.
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
