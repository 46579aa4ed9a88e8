import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one request's work goes on before other requests have their turn. */
const sliceMs = 10;

/** Lets other requests in while a long computation runs: awaited often, it pauses once every few milliseconds. */
export class Pauses {
  #since = performance.now();

  /** Whether the computation has been at it for long: for loops so short that to await in each turn would cost more. */
  get isDue(): boolean {
    return performance.now() - this.#since > sliceMs;
  }

  /** Goes on at once, or after what else waits when the computation has been at it for long. */
  async take(): Promise<void> {
    if (this.isDue) {
      await nextTurn();
      this.#since = performance.now();
    }
  }
}

/** Goes through items in order, and lets other requests go on whenever that has taken a while. */
export async function mapWithPauses<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const pauses = new Pauses();
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (pauses.isDue) {
      await pauses.take();
    }
  }
  return results;
}
