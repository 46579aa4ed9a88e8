/** A caller that waits: for its result, or to do the work for all that wait. */
interface Waiting<Item, Result> {
  readonly item: Item;
  readonly sinceMs: number;
  readonly settle: (answer: 'lead' | { readonly result: Result } | { readonly error: unknown }) => void;
}

/** Does work on items and returns the results of the first of them, at least one. Calls `take` once it can start. */
type Work<Item, Result> = (take: () => readonly Item[]) => Promise<readonly Result[]>;

/**
 * Does work for items of one key together, in the order of their arrival, if they arrive while other work on the key waits
 * or runs. The first caller that waits does it for all.
 */
export class JoinedWork<Item, Result> {
  private readonly queues = new Map<string, Waiting<Item, Result>[]>();

  /** Further items are refused while one of their key waits longer than this. */
  constructor(private readonly limit: { readonly waitMs: number; readonly refusal: () => Error }) {}

  /** Returns the result of an item. If the work fails, it fails for all items that it has taken. */
  async run(key: string, item: Item, work: Work<Item, Result>): Promise<Result> {
    const queue = this.queues.get(key) ?? [];
    const sinceMs = performance.now();
    const [oldest] = queue;
    if (oldest !== undefined && sinceMs - oldest.sinceMs > this.limit.waitMs) {
      throw this.limit.refusal();
    }
    this.queues.set(key, queue);
    const answer = await new Promise<Parameters<Waiting<Item, Result>['settle']>[0]>((settle) => {
      queue.push({ item, sinceMs, settle });
      if (queue.length === 1) {
        settle('lead');
      }
    });
    if (answer === 'lead') {
      return this.lead(key, queue, work);
    }
    if ('error' in answer) {
      throw answer.error;
    }
    return answer.result;
  }

  private async lead(key: string, queue: Waiting<Item, Result>[], work: Work<Item, Result>): Promise<Result> {
    let taken = 1;
    try {
      const results = await work(() => {
        taken = queue.length;
        return queue.map(({ item }) => item);
      });
      for (const [index, { settle }] of queue.splice(0, results.length).entries()) {
        settle({ result: results[index] as Result });
      }
      return results[0] as Result;
    } catch (error) {
      for (const { settle } of queue.splice(0, taken)) {
        settle({ error });
      }
      throw error;
    } finally {
      if (queue.length === 0) {
        this.queues.delete(key);
      }
      queue[0]?.settle('lead');
    }
  }
}
