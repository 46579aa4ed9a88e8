/** How long the work of one request runs before others may run. */
const sliceMs = 10;

/** Computations that pause, in the order in which they go on. */
const paused: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop. Each turn has only one computation go on: with all that pause in one turn,
 * 40 of them would keep a short request waiting for 40 slices at each of its steps.
 */
function nextTurn(): Promise<void> {
  return new Promise((goOn) => {
    paused.push(goOn);
    if (paused.length === 1) {
      setImmediate(resumeOne);
    }
  });
}

function resumeOne(): void {
  paused[0]?.();
  paused.shift();
  if (paused.length > 0) {
    setImmediate(resumeOne);
  }
}

/** Lets other requests in while a long computation runs: awaited often, it pauses once every few milliseconds. */
export class Pauses {
  private since = performance.now();

  /** Whether the computation has been at it for long: for loops so short that to await in each turn would cost more. */
  get isDue(): boolean {
    return performance.now() - this.since > sliceMs;
  }

  /** Goes on at once, or after what else waits when the computation has been at it for long. */
  async take(): Promise<void> {
    if (this.isDue) {
      await nextTurn();
      this.since = performance.now();
    }
  }
}

/** Iterates over items, and lets other requests run at intervals. */
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
