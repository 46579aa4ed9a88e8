/** How long one computation runs before others may run. */
const sliceMs = 10;

/** Paused computations in the order in which they resume. */
const paused: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop. Each turn resumes only one computation. If 40 computations resumed in the
 * same turn, a short request would wait for 40 time slices at each of its steps.
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

/**
 * Lets other requests run during a long computation. Await `take` often: it pauses only if the time slice is used up.
 */
export class Pauses {
  private since = performance.now();

  /**
   * Whether the time slice is used up. Check it in loops that are so short that an await in each iteration would be
   * costly.
   */
  get isDue(): boolean {
    return performance.now() - this.since > sliceMs;
  }

  /** Returns immediately, or pauses if the time slice is used up. */
  async take(): Promise<void> {
    if (this.isDue) {
      await nextTurn();
      this.since = performance.now();
    }
  }
}

/** Maps items, and lets other requests run at intervals. */
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
