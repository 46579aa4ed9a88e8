import { readFileSync } from 'node:fs';

/** While other programs use the processor, a task may take its time limit times this factor by the clock. */
const patience = 10;
/** Shortest interval between two checks of a task's processor time. Even on a busy machine a process runs within it. */
const shortestLookMs = 1_000;
/** Shortest wait between two checks whether a task is slow. */
const shortestWorkMs = 50;

/** The reason why a task is stopped: it used up its time, or its process got no processor time. */
export type Overrun = 'late' | 'stalled';

/** The longest duration of a task by the clock. */
export function longestMs(timeoutMs: number): number {
  return timeoutMs * patience;
}

/**
 * Calls `overrun` when the process `pid` has used `timeoutMs` of processor time for a task. Elapsed time is not used,
 * because documents would then fail on a busy machine. The task is `stalled` if the process does not work at all or
 * takes ten times as long by the clock. If the system does not report processor time, elapsed time is used. Returns a
 * function that ends the watch.
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

/**
 * Calls `worked` when the process `pid` has used `workedMs` of processor time. Returns a function that ends the watch.
 */
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

/** Linux reports processor time in hundredths of a second on every architecture that Node.js supports. */
const ticksPerSecond = 100;

/**
 * Processor time of a process's main thread in milliseconds. Undefined if the system does not report it, if the process
 * has ended, or if it has no id.
 */
export function cpuTimeMs(pid: number | undefined): number | undefined {
  if (pid === undefined) {
    return undefined;
  }
  try {
    // The second field is the program's name in parentheses, which may contain spaces. User and system time are fields
    // 14 and 15.
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? (ticks * 1_000) / ticksPerSecond : undefined;
  } catch {
    return undefined;
  }
}
