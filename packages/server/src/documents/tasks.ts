/**
 * All tasks on callers' content that run in isolated processes. To add one, write a synchronous function `(input) =>
 * answer` in a module that only the task needs, and add it here. Its input and answer must be cloneable.
 */
export const tasks = {
  outlines: async () => (await import('./rendering/outline.js')).outlinesOf,
  render: async () => (await import('./rendering/render-document.js')).renderDocument,
  compare: async () => (await import('./history/compare.js')).compareVersions,
  unpack: async () => (await import('./git/push/read-pack.js')).readPackInFile,
  follow: async () => (await import('./history/compare.js')).followLines,
} as const;

/** A task by its name. */
export type TaskName = keyof typeof tasks;

type Work<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;

/** The input of a task. */
export type TaskInput<Name extends TaskName> = Parameters<Work<Name>>[0];

/** The result of a task. */
export type TaskAnswer<Name extends TaskName> = ReturnType<Work<Name>>;
