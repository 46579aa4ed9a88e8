import { cpuTimeMs } from './cpu-time.js';

/** How often its own time a task may take by the clock while other programs have the processor. */
const patience = 10;
/** Shortest wait between two looks at how much a task has worked. A process on a busy machine has a turn within it. */
const shortestLookMs = 1_000;
/** Shortest wait between two looks whether a task was slow. */
const shortestWorkMs = 50;

/** Why a task ends without an answer: it used up its time, or its process had no processor for it. */
export type Overrun = 'late' | 'stalled';

/** How long a task may take at most, by the clock. */
export function longestMs(timeoutMs: number): number {
  return timeoutMs * patience;
}

/**
 * Calls `overrun` once the process `pid` has worked on a task for `timeoutMs`, counted in processor time: a busy machine
 * makes no document too complex. A process that does not work at all, or for ten times as long, is `stalled`. Where the
 * system does not count, time by the clock counts instead. Returns what ends the watch.
 */
export function watchTask(pid: number | undefined, timeoutMs: number, overrun: (how: Overrun) => void): () => void {
  const worked = () => cpuTimeMs(pid);
  const [startedAt, before] = [performance.now(), worked()];
  let last = before;
  let timer: NodeJS.Timeout;
  const look = () => {
    const now = worked();
    const used = now === undefined || before === undefined ? Number.POSITIVE_INFINITY : now - before;
    if (used >= timeoutMs) {
      overrun('late');
    } else if (now === last || performance.now() - startedAt >= longestMs(timeoutMs)) {
      overrun('stalled');
    } else {
      last = now;
      timer = setTimeout(look, Math.max(timeoutMs - used, shortestLookMs));
    }
  };
  timer = setTimeout(look, timeoutMs);
  return () => clearTimeout(timer);
}

/** Calls `worked` once the process `pid` has worked for `workedMs` in processor time. Returns what ends the watch. */
export function watchWork(pid: number | undefined, workedMs: number, worked: () => void): () => void {
  const before = cpuTimeMs(pid);
  let timer: NodeJS.Timeout;
  const look = () => {
    const now = cpuTimeMs(pid);
    const used = now === undefined || before === undefined ? workedMs : now - before;
    if (used >= workedMs) {
      worked();
    } else {
      timer = setTimeout(look, Math.max(workedMs - used, shortestWorkMs));
    }
  };
  timer = setTimeout(look, workedMs);
  return () => clearTimeout(timer);
}
