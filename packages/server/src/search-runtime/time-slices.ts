import { setImmediate as nextTick } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';

/** How long work for one key continues before other keys get a time slice. */
const sliceMs = 10;

/** A call as it is sent to a thread. */
export interface SentCall<Call> {
  readonly id: number;
  readonly call: Call;
}

/** The reply to a call. */
export type ThreadReply<Answer> = { readonly id: number } & ({ readonly answer: Answer } | { readonly error: string });

/** Work that is divided into steps. Each step is short enough for other calls to wait for it. */
export type Steps<Answer> = AsyncGenerator<void, Answer>;

/** How calls are executed: those of one key one after another, those of different keys in time slices. */
export interface SliceRules<Call, Answer> {
  readonly keyOf: (call: Call) => string;
  readonly execute: (call: Call) => Steps<Answer>;
}

interface Started<Answer> {
  readonly id: number;
  readonly steps: Steps<Answer>;
}

/**
 * Answers the calls that arrive at a port in time slices that alternate between keys. A key waits for at most one slice
 * of each other key.
 */
export function answerInTimeSlices<Call, Answer>(
  port: Pick<MessagePort, 'on' | 'postMessage'>,
  { keyOf, execute }: SliceRules<Call, Answer>,
): void {
  // The first key in the map has the next slice.
  const queues = new Map<string, Started<Answer>[]>();
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    // The loop also reaches keys that are added while it runs.
    for (const [key, queue] of queues) {
      const [work] = queue;
      const reply = work && (await runSlice(work));
      if (reply !== undefined) {
        queue.shift();
        port.postMessage(reply);
      }
      queues.delete(key);
      if (queue.length > 0) {
        queues.set(key, queue);
      }
      // Lets messages arrive that were sent meanwhile.
      await nextTick();
    }
    isRunning = false;
  };
  port.on('message', ({ id, call }: SentCall<Call>) => {
    const key = keyOf(call);
    const queue = queues.get(key) ?? [];
    queue.push({ id, steps: execute(call) });
    queues.set(key, queue);
    if (!isRunning) {
      void run();
    }
  });
}

/** Continues a call. Returns undefined if it is not finished at the end of its slice. */
async function runSlice<Answer>({ id, steps }: Started<Answer>): Promise<ThreadReply<Answer> | undefined> {
  const end = performance.now() + sliceMs;
  try {
    do {
      const step = await steps.next();
      if (step.done) {
        return { id, answer: step.value };
      }
    } while (performance.now() < end);
    return undefined;
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
