import type { TaskName } from '../tasks.js';

/** One task. `timeoutMs` limits it even if the service is gone (`longestMs`). */
export interface TaskMessage {
  readonly name: TaskName;
  readonly input: unknown;
  readonly timeoutMs: number;
}

/** A request to a process: one task, or the names of tasks whose code to load ahead. */
export type ProcessRequest = TaskMessage | { readonly load: readonly TaskName[] };

/** A message from a process: the task's code is loaded and its time starts, or the task's result. */
export type ProcessMessage = 'started' | { readonly answer: unknown } | { readonly error: string };
