import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Ids of the isolated processes that a process has started. Reads `/proc` of Linux. */
export function isolatedProcessesOf(parent: number = process.pid): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => Number.isInteger(id) && Number(statOf(id)[1]) === parent && commandOf(id).includes('/isolation/'));
}

/** Whether a process runs. A zombie does not count as running. */
export function isRunning(id: number): boolean {
  return !['', 'Z', 'X'].includes(statOf(id)[0] ?? '');
}

/** Waits until one of the processes has used more processor time than loading its code needs. Returns its id. */
export async function busyProcess(parent: number = process.pid): Promise<number> {
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

/** Processor time, in hundredths of a second, after which a process counts as busy. Loading takes less. */
const atWork = 150;

/** Processor time of a process in hundredths of a second. */
function workOf(id: number): number {
  return Number(statOf(id)[11]);
}

/** The variables of a process's environment. */
export function environmentOf(id: number): string[] {
  return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').filter(Boolean);
}

/** The fields of `/proc/<pid>/stat` from the process state on. Empty if the process does not exist. */
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
    // The process has ended.
    return '';
  }
}
