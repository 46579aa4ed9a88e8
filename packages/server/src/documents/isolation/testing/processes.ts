import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the processes for content that a process of this machine has started. Reads `/proc`, as Linux has it. */
export function isolatedProcessesOf(parent: number = process.pid): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => Number.isInteger(id) && Number(statOf(id)[1]) === parent && commandOf(id).includes('/isolation/'));
}

/** Whether a process still runs: one that has ended but was not waited for does not. */
export function isRunning(id: number): boolean {
  return !['', 'Z', 'X'].includes(statOf(id)[0] ?? '');
}

/** Time that a process has worked, in units of the system, of which a second has a hundred. */
export function workOf(id: number): number {
  return Number(statOf(id)[11]);
}

/** Settings in the environment of a process. */
export function environmentOf(id: number): string[] {
  return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').filter(Boolean);
}

/** The fields of a process from its state on; none for one that is not there. */
function statOf(id: number): string[] {
  return read(`/proc/${id}/stat`).split(') ')[1]?.split(' ') ?? [];
}

function commandOf(id: number): string {
  return read(`/proc/${id}/cmdline`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
