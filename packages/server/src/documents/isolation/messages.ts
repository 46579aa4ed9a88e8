import type { TaskName } from '../tasks.js';

/** One task. `timeoutMs` limits it even if the service has ended (see `longestMs`). */
export interface TaskMessage {
  readonly name: TaskName;
  readonly input: unknown;
  readonly timeoutMs: number;
}

/** A request to a process: one task, or the names of tasks whose code to load ahead. */
export type ProcessRequest = TaskMessage | { readonly load: readonly TaskName[] };

/** A message from a process: `started` when the task's code is loaded and its time starts, then the task's result. */
export type ProcessMessage = 'started' | { readonly answer: unknown } | { readonly error: string };
