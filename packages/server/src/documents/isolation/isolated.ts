import { limits } from '@tessera/contract';
import type { Log } from '../../platform/log.js';
import { FairGate } from '../../platform/turns/fair-gate.js';
import type { TaskAnswer, TaskInput, TaskName } from '../tasks.js';
import { IsolatedProcess, type Outcome, type ProcessLimits } from './isolated-process.js';
import { SlowWorkspaces } from './slow-workspaces.js';

/**
 * Runs a task on content of callers in a separate process with limits of time and memory. `lost` means that the task
 * gave no answer. Workspaces are served alternately. Throws `unavailable` if a workspace has too many waiting tasks, or
 * if no process starts.
 */
export type Isolated = <Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  workspaceId: string,
) => Promise<Outcome<TaskAnswer<Name>>>;

/** The processes of a service. `close` stops them and their tasks. */
export interface Isolation {
  readonly isolated: Isolated;
  close(): Promise<void>;
}

const usualLimits: ProcessLimits = {
  timeoutMs: limits.isolatedTaskSeconds * 1_000,
  quickMs: limits.isolatedQuickMilliseconds,
  memoryMb: limits.isolatedProcessMegabytes,
  idleMs: limits.isolatedIdleSeconds * 1_000,
};

/**
 * Creates the processes. All of them start with the first task and load its code. A process that starts later would
 * start beside tasks that keep the processors busy, while its first caller waits.
 */
export function createIsolation(log: Log, given: Partial<ProcessLimits> = {}): Isolation {
  const atATime = limits.isolatedProcesses + limits.reservedIsolatedProcesses;
  const slow = new SlowWorkspaces(() => gate.next());
  const gate = new FairGate({
    atATime,
    slotsPerShare: limits.isolatedTasksPerWorkspace,
    reachOf: slow.reachOf,
  });
  const processLimits = { ...usualLimits, ...given };
  const { timeoutMs } = processLimits;
  const used = new Set<TaskName>();
  const processes = Array.from({ length: atATime }, () => new IsolatedProcess(processLimits, used));
  const idle = [...processes];
  const run = async (name: TaskName, input: unknown, workspaceId: string): Promise<Outcome<unknown>> => {
    // Never undefined, because the gate admits one task per process. A workspace with slow tasks waits for the process
    // that replaces its own, so that others keep one that is ready.
    const process = (slow.has(workspaceId) ? idle.shift() : idle.pop()) as IsolatedProcess;
    used.add(name);
    for (const other of idle) {
      other.warm();
    }
    let start = performance.now();
    const started = () => {
      start = performance.now();
    };
    try {
      const outcome = await process.run({ name, input }, started);
      const isLost = 'lost' in outcome && outcome.lost !== 'stalled';
      // At most the time limit counts, because waiting for a busy processor says nothing about the document.
      slow.note(workspaceId, Math.min(performance.now() - start, timeoutMs), isLost);
      return outcome;
    } finally {
      // A replaced process is used last, because it is still starting.
      idle[process.isFresh ? 'unshift' : 'push'](process);
    }
  };
  return {
    isolated: async (name, input, workspaceId) => {
      const outcome = await gate.run(workspaceId, () => run(name, input, workspaceId));
      if ('lost' in outcome) {
        log.warn({ task: name, workspace_id: workspaceId, ...outcome }, 'content could not be processed');
      }
      return outcome as Outcome<TaskAnswer<typeof name>>;
    },
    close: async () => {
      const closed = processes.map((process) => process.close());
      slow.close();
      await Promise.all(closed);
    },
  };
}
