import { cpuTimeMs } from './cpu-time.js';

/** A task may take this multiple of its time limit by the clock while other programs use the processor. */
const patience = 10;
/**
 * Shortest interval between two checks of a task's processor time. A process on a busy machine gets a turn within it.
 */
const shortestLookMs = 1_000;
/** Shortest wait between two looks whether a task was slow. */
const shortestWorkMs = 50;

/** Why a task ends without an answer: it used up its time, or its process got no processor time. */
export type Overrun = 'late' | 'stalled';

/** The longest duration of a task by the clock. */
export function longestMs(timeoutMs: number): number {
  return timeoutMs * patience;
}

/**
 * Calls `overrun` once process `pid` has used `timeoutMs` of processor time for a task, so that a busy machine does not
 * make documents fail. A process that does not work at all, or takes ten times as long, is `stalled`. Without processor
 * time from the system, the clock counts. Returns a function that ends the watch.
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
