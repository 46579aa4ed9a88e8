import type { Database } from '../../platform/database/database.js';
import { describeError, type Log } from '../../platform/log.js';
import { listBehind } from './index-changes.js';
import type { SearchIndexes } from './indexes.js';

const everyMs = 250;
/** How long a slice's index is kept fresh without being asked; it is dropped then, and built anew when it is needed. */
const idleMs = 3_600_000;

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
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    if (!stopping.signal.aborted) {
      timer = setTimeout(() => {
        running = refreshBehind(parts, stopping.signal).catch(warn(parts.log)).finally(wait);
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

async function refreshBehind({ indexes, database, log }: FreshnessParts, signal: AbortSignal): Promise<void> {
  indexes.dropIdleSlices(idleMs);
  const slices = indexes.slices();
  if (slices.length === 0) {
    return;
  }
  const standings = slices.map(({ place, seen }) => ({ ...place, seen }));
  for (const at of await database.asSystem((transaction) => listBehind(transaction, standings))) {
    const slice = slices[at];
    if (slice !== undefined && !signal.aborted) {
      // One that fails must not keep the others waiting.
      await indexes.refresh(slice.place).catch(warn(log));
    }
  }
}

const warn = (log: Log) => (error: unknown) =>
  log.warn({ error: describeError(error) }, 'the index of a slice could not be kept fresh');
