/**
 * How much of the database an index contains: `building` until it contains everything for the first time, `behind`
 * while it lacks later writes, and `current` if it lacks nothing.
 */
export type IndexState = 'building' | 'behind' | 'current';

/** Waits for the update of an index. Returns false after `waitMs`; the update continues. */
export async function isDoneInTime(update: Promise<unknown>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, waitMs, false).unref();
  });
  try {
    return await Promise.race([update.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
