import { readFileSync } from 'node:fs';

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
