import { Script } from 'node:vm';
import { tasks } from '../tasks.js';
import type { ProcessMessage, ProcessRequest, TaskMessage } from './messages.js';
import { longestMs } from './task-clock.js';

/** How much longer than its time a task may run here: the service, if it is there, kills the process before. */
const graceMs = 1_000;

const entry = 'runIsolatedTask';
// V8 interrupts a script that is late, also inside a loop or a regular expression, which no timer of this thread could.
const script = new Script(`globalThis.${entry}()`);

async function run({ name, input, timeoutMs }: TaskMessage): Promise<ProcessMessage> {
  try {
    const work = (await tasks[name]()) as (input: unknown) => unknown;
    await send('started');
    Object.assign(globalThis, { [entry]: () => work(input) });
    return { answer: script.runInThisContext({ timeout: longestMs(timeoutMs) + graceMs }) };
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function send(message: ProcessMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

process.on('message', (message: ProcessRequest) => {
  if ('load' in message) {
    // Should it fail, the task that needs it says so.
    void Promise.allSettled(message.load.map((name) => tasks[name]()));
  } else {
    void run(message).then(send);
  }
});
process.once('disconnect', () => process.exit());
// Both reach a whole group of processes. The service stops this one, after what it still answers.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
