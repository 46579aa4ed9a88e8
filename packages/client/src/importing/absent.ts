import { ApiError } from '../errors.js';

/** The body of the `reconcile` call that counts records. */
interface CountRequest {
  readonly live_ids: string[];
  readonly dry_run: true;
  readonly max_tombstones: number;
}

/**
 * Counts the stored records whose ids are not listed, by a dry run of `reconcile`. Null if that is refused, because the
 * caller may not reconcile, the collection is append-only, or the list is too long for one call.
 */
export async function countAbsent(
  ids: readonly string[],
  reconcile: (body: CountRequest) => Promise<{ readonly tombstoned: number }>,
): Promise<number | null> {
  if (ids.length === 0) return null;
  try {
    const all = Number.MAX_SAFE_INTEGER;
    return (await reconcile({ live_ids: [...ids], dry_run: true, max_tombstones: all })).tombstoned;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
