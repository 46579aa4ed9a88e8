import { join } from 'node:path';
import { describeError } from '../../../platform/log.js';
import type { Thread } from '../../../platform/threads/thread.js';
import type { IndexFollower } from './index-follower.js';
import { findSums } from './index-queries.js';
import type { ShelfAnswer, ShelfCall } from './index-shelf.js';
import { type IndexPlace, type IndexState, inTurn, keyOf, type LoaderParts, noteSize } from './index-state.js';
import { forgetStored } from './stored-index.js';

/** Records from which an index is stored: smaller ones are built in no time. */
const storedFrom = 2_000;
/** How often a restored index is compared with a collection that is being written to. */
const comparisonsMax = 3;

/** Indexes in the data folder, which one process leaves for the next. */
export class IndexStorage {
  constructor(
    private readonly parts: LoaderParts,
    private readonly thread: Thread<ShelfCall, ShelfAnswer>,
    private readonly follower: IndexFollower,
  ) {}

  /** Takes in what the process before has stored of an index; false where there is nothing of use. */
  async restore(state: IndexState): Promise<boolean> {
    const { folder, embedderId, log } = this.parts;
    const { place, shelf: key, seen: standing } = state;
    if (folder === undefined) {
      return false;
    }
    const startMs = performance.now();
    try {
      const answer = await this.thread.call({ kind: 'restore', key, path: pathOf(folder, place), embedderId });
      state.seen = answer.seen ?? standing;
      noteSize(state, answer);
      if (answer.seen === undefined || !(await this.isOfThisPast(state))) {
        throw new Error('it is of another version, or of another past of the collection');
      }
    } catch (error) {
      await this.thread.call({ kind: 'drop', key });
      state.seen = standing;
      log.debug({ collection: place.collectionId, error: describeError(error) }, 'no stored search index was used');
      return false;
    }
    const { records, bytes } = state;
    const duration_ms = Math.round(performance.now() - startMs);
    log.info({ collection: place.collectionId, records, bytes, duration_ms }, 'restored a search index');
    return true;
  }

  /** Whether an index that was stored lacks nothing but later writes, as where the database was not restored meanwhile. */
  private async isOfThisPast(state: IndexState): Promise<boolean> {
    const { database } = this.parts;
    const { place, shelf: key } = state;
    for (let tries = 0; tries < comparisonsMax; tries += 1) {
      await this.follower.catchUpApart(state);
      const found = await database.inWorkspace(place.workspaceId, (transaction) =>
        findSums(transaction, place.collectionId),
      );
      if (found?.change_mark === state.seen) {
        const { sums } = await this.thread.call({ kind: 'sums', key });
        return (['records', 'marks', 'updatedMs'] as const).every((name) => found[name] === sums?.[name]);
      }
    }
    return false;
  }

  /** Stores indexes for the process that comes after this one, in place of what was stored before. */
  async store(states: Iterable<IndexState>): Promise<void> {
    const { folder, log } = this.parts;
    if (folder === undefined) {
      return;
    }
    try {
      forgetStored(folder);
      for (const state of states) {
        const { place, shelf: key, seen, records } = state;
        if (records >= storedFrom) {
          await inTurn(state, () => this.thread.call({ kind: 'store', key, path: pathOf(folder, place), seen }));
        }
      }
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a search index could not be stored and will be built anew');
    }
  }
}

/** Where an index is stored. */
function pathOf(folder: string, place: IndexPlace): string {
  return join(folder, keyOf(place).replaceAll('/', '.'));
}
