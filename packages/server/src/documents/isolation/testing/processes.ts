import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

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

/** Waits for one of the processes to work on a task, for longer than it takes to load one. Returns its id. */
export async function processAtWork(parent: number = process.pid): Promise<number> {
  const before = new Map(isolatedProcessesOf(parent).map((id) => [id, workOf(id)]));
  let busy: number | undefined;
  await expect
    .poll(
      () => {
        busy = isolatedProcessesOf(parent).find((id) => workOf(id) - (before.get(id) ?? 0) > atWork);
        return busy;
      },
      { timeout: 60_000 },
    )
    .toBeDefined();
  return busy as number;
}

/** Hundredths of a second that a process works before it counts as being at work. */
const atWork = 20;

/** Time that a process has worked, in hundredths of a second. */
function workOf(id: number): number {
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
