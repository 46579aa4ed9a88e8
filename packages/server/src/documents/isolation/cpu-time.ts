import { readFileSync } from 'node:fs';

/** What Linux counts a second of processor time in, on every architecture that Node.js runs on. */
const ticksPerSecond = 100;

/**
 * Milliseconds of processor time that the main thread of a process has used. Undefined where the system does not say,
 * and for a process that has ended or has no id.
 */
export function cpuTimeMs(pid: number | undefined): number | undefined {
  if (pid === undefined) {
    return undefined;
  }
  try {
    // The name of the program is in parentheses and may contain spaces. User and system time are fields 14 and 15.
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? (ticks * 1_000) / ticksPerSecond : undefined;
  } catch {
    return undefined;
  }
}
