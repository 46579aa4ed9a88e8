/** Time slice of one computation before others may run. */
const sliceMs = 10;

/** Paused computations in the order in which they resume. */
const paused: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop. Each turn resumes only one computation. If all resumed at once, 40 of
 * them would delay a short request by 40 time slices at each step.
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

/** Yields to other requests during a long computation: await `take` often, and it pauses every few milliseconds. */
export class Pauses {
  private since = performance.now();

  /** Whether the time slice is used up. For loops so short that awaiting in each iteration would cost more. */
  get isDue(): boolean {
    return performance.now() - this.since > sliceMs;
  }

  /** Continues immediately, or yields if the time slice is used up. */
  async take(): Promise<void> {
    if (this.isDue) {
      await nextTurn();
      this.since = performance.now();
    }
  }
}

/** Maps items, and yields to other requests at intervals. */
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
