import type { TaskName } from '../tasks.js';

/** One task. `timeoutMs` bounds it even if the service is gone meanwhile (`longestMs`). */
export interface TaskMessage {
  readonly name: TaskName;
  readonly input: unknown;
  readonly timeoutMs: number;
}

/** What a process is sent: one task, or the names of those whose code it loads ahead. */
export type ProcessRequest = TaskMessage | { readonly load: readonly TaskName[] };

/** What a process sends: that the code of the task is loaded and its time starts, and then how it ended. */
export type ProcessMessage = 'started' | { readonly answer: unknown } | { readonly error: string };
