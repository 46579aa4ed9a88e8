import { describeError, type Log } from './log.js';
import { traceHeaders, traceIdOf } from './trace.js';

/** A promise that nobody waited for, or an exception that nobody caught. */
export type StrayFault = 'rejection' | 'exception';

const counts: Record<StrayFault, number> = { rejection: 0, exception: 0 };

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
  log[kind === 'rejection' ? 'error' : 'fatal']({ ...trace, error: describeError(error) }, `stray ${kind}`);
}
