import { Script } from 'node:vm';
import { tasks } from '../tasks.js';
import type { ProcessMessage, ProcessRequest, TaskMessage } from './messages.js';
import { longestMs } from './task-clock.js';

/** Additional time of a task before this process stops itself. A running service kills the process earlier. */
const graceMs = 1_000;

const entry = 'runIsolatedTask';
// V8 interrupts a script at its timeout even in a loop or a regular expression, during which timers of this thread do
// not run.
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
    // Errors are ignored here. If loading fails, the task that needs the code reports it.
    void Promise.allSettled(message.load.map((name) => tasks[name]()));
  } else {
    void run(message).then(send);
  }
});
process.once('disconnect', () => process.exit());
// A terminal sends signals to the whole process group. The service stops this process itself, after its last response.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
