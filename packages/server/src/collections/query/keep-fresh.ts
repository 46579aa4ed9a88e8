import type { Database } from '../../platform/database/database.js';
import { describeError, type Log } from '../../platform/log.js';
import { listBehind } from './index-queries.js';
import type { SearchIndexes } from './indexes.js';

const everyMs = 250;

/** What slices are kept fresh with. */
interface FreshnessParts {
  readonly indexes: SearchIndexes;
  readonly database: Database;
  readonly log: Log;
}

/**
 * Brings the indexes of slices up to date soon after a write, of whichever process. A request would do it, too, but
 * then take the longer the more was written outside its caller's slice. Returns what stops it.
 */
export function keepFresh(parts: FreshnessParts): () => Promise<void> {
  const stopping = new AbortController();
  // The newest change that each index has seen, by its key.
  let seen: ReadonlyMap<string, string> = new Map();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    if (!stopping.signal.aborted) {
      timer = setTimeout(() => {
        running = refreshBehind(parts, seen, stopping.signal)
          .then((now) => {
            seen = now;
          })
          .catch((error: unknown) =>
            parts.log.warn({ error: describeError(error) }, 'the indexes of slices could not be kept fresh'),
          )
          .finally(wait);
      }, everyMs);
      timer.unref();
    }
  };
  wait();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

/** Refreshes what is behind and was not already refreshed for the same change; returns what every index has seen. */
async function refreshBehind(
  { indexes, database }: FreshnessParts,
  seen: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const slices = indexes.slices();
  if (slices.length === 0) {
    return new Map();
  }
  const standings = slices.map(({ place, floor }) => ({ ...place, floor }));
  const behind = await database.asSystem((transaction) => listBehind(transaction, standings));
  const now = new Map<string, string>();
  for (const { place: at, newest, settled } of behind) {
    const slice = slices[at];
    if (slice === undefined || signal.aborted) {
      break;
    }
    // As long as an older transaction runs, an index has to read the same changes again.
    if (settled || seen.get(slice.key) !== newest) {
      await indexes.refresh(slice.place);
    }
    now.set(slice.key, newest);
  }
  return now;
}
