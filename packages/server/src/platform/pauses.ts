import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one request's work goes on before other requests have their turn. */
const sliceMs = 10;

/** Goes through items in order, and lets other requests go on whenever that has taken a while. */
export async function mapWithPauses<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let end = performance.now() + sliceMs;
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (performance.now() > end) {
      await nextTurn();
      end = performance.now() + sliceMs;
    }
  }
  return results;
}
