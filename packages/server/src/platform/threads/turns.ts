import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';

/** How long work on one key goes on before others have their turn. */
const sliceMs = 10;

/** A call as it travels to a thread. */
export interface Sent<Call> {
  readonly id: number;
  readonly call: Call;
}

/** What comes back for a call. */
export type ThreadReply<Answer> = { readonly id: number } & ({ readonly answer: Answer } | { readonly error: string });

/** Work in steps, each so short that whoever waits for a turn can wait for it. */
export type Steps<Answer> = AsyncGenerator<void, Answer>;

/** How calls are carried out: those of one key one after another, those of different keys in turns. */
export interface TurnRules<Call, Answer> {
  readonly keyOf: (call: Call) => string;
  readonly carryOut: (call: Call) => Steps<Answer>;
}

interface Started<Answer> {
  readonly id: number;
  readonly steps: Steps<Answer>;
}

/** Answers the calls that arrive at a port, a slice of each key's first one at a time, so that no key waits for another's work. */
export function answerInTurns<Call, Answer>(
  port: Pick<MessagePort, 'on' | 'postMessage'>,
  { keyOf, carryOut }: TurnRules<Call, Answer>,
): void {
  // In the order of their turns.
  const queues = new Map<string, Started<Answer>[]>();
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    for (let next = first(queues); next !== undefined; next = first(queues)) {
      const [key, queue] = next;
      const [work] = queue;
      const reply = work && (await takeTurn(work));
      if (reply !== undefined) {
        queue.shift();
        port.postMessage(reply);
      }
      queues.delete(key);
      if (queue.length > 0) {
        queues.set(key, queue);
      }
      // What has arrived meanwhile takes its place.
      await nextTurn();
    }
    isRunning = false;
  };
  port.on('message', ({ id, call }: Sent<Call>) => {
    const key = keyOf(call);
    const queue = queues.get(key) ?? [];
    queue.push({ id, steps: carryOut(call) });
    queues.set(key, queue);
    if (!isRunning) {
      void run();
    }
  });
}

function first<Key, Value>(map: ReadonlyMap<Key, Value>): [Key, Value] | undefined {
  return map.entries().next().value;
}

/** Goes on with a call; undefined where it is not done by the end of its slice. */
async function takeTurn<Answer>({ id, steps }: Started<Answer>): Promise<ThreadReply<Answer> | undefined> {
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
