import type { CompiledFilter } from '@tessera/resolver';
import type { Transaction } from '../../platform/database/database.js';
import { describeError } from '../../platform/log.js';
import { BuildTurns } from './build-turns.js';
import { IndexHost, IndexThreadError } from './index-host.js';
import { IndexLoader, type IndexState, type LoaderParts } from './index-loader.js';
import { columnKey, columnsOf, type IndexPlace, isOutdatedBy, keyOf } from './index-place.js';
import type { AnswerOf, Asked, Asks } from './index-questions.js';

/** Share of the memory up to which indexes are built that nobody waits for. */
const roomyShare = 0.75;
/** Share of the memory that slices may take, also where whole collections must give way. */
const slicesShare = 0.5;

/** What the indexes are made from. */
export interface IndexParts extends Omit<LoaderParts, 'turns'> {
  readonly memoryBytes: number;
}

/** What an index has seen. */
export type Progress = Pick<IndexState, 'place' | 'seen'>;

/** What the metrics show. */
export interface IndexStatistics {
  readonly indexes: number;
  readonly records: number;
  readonly bytes: number;
  readonly building: number;
}

/**
 * The search indexes of this process, one per collection (or slice) in use, built when first asked for. Before each answer an
 * index catches up inside the request's own transaction, so that every process reads its own and all committed writes.
 * The least recently used ones go when memory runs short, those of whole collections first: half of it is for slices.
 */
export class SearchIndexes {
  private readonly ready = new Map<string, IndexState>();
  private readonly building = new Map<string, Promise<IndexState>>();
  /** What is prepared without anybody waiting for it; slices do not wait for whole collections. */
  private readonly later = { slices: new Map<string, Promise<void>>(), wholes: new Map<string, Promise<void>>() };
  private readonly turns: BuildTurns;
  private readonly host: IndexHost;
  private readonly loader: IndexLoader;
  private isClosed = false;

  constructor(private readonly parts: IndexParts) {
    this.host = new IndexHost((error) => {
      this.ready.clear();
      parts.log.warn({ error: describeError(error) }, 'the index thread was lost; indexes are built anew when needed');
    });
    this.turns = new BuildTurns(parts.memoryBytes * slicesShare * (1 - roomyShare));
    this.loader = new IndexLoader({ ...parts, turns: this.turns }, this.host);
  }

  /** Whether the collection could be ranked right now, with these filters, without building anything. */
  isReady(place: IndexPlace, filters: readonly CompiledFilter[]): boolean {
    const state = this.ready.get(keyOf(place));
    return state !== undefined && columnsOf(filters).every((column) => state.loadedColumns.has(columnKey(column)));
  }

  /** Who made the vectors of an index; none while it is not there. */
  embedderIds(place: IndexPlace): readonly string[] {
    return this.ready.get(keyOf(place))?.embedderIds ?? [];
  }

  /**
   * Builds the index and the columns of these filters where they are missing. Takes transactions of its own. Nothing where
   * there is one of a later version: whoever opens the collection anew asks that one.
   */
  async prepare(place: IndexPlace, filters: readonly CompiledFilter[]): Promise<void> {
    if (this.isOutdated(place)) {
      return;
    }
    const state = await this.obtain(place);
    for (const column of this.isOutdated(place) ? [] : columnsOf(filters)) {
      const key = columnKey(column);
      const loading = state.columns.get(key) ?? this.loader.loadColumn(state, column);
      state.columns.set(key, loading);
      try {
        await loading;
      } catch (error) {
        // So that the next query tries again.
        state.columns.delete(key);
        if (this.isGone(state, error)) {
          return;
        }
        throw error;
      }
    }
  }

  /**
   * The same without anybody waiting for it, unless those of its kind take most of their memory as it is: whole collections
   * one after the other, slices in turn.
   */
  prepareLater(place: IndexPlace, filters: readonly CompiledFilter[]): void {
    const key = [keyOf(place), ...columnsOf(filters).map(columnKey)].join(' ');
    const later = place.slice === null ? this.later.wholes : this.later.slices;
    if (later.has(key)) {
      return;
    }
    const prepared = Promise.allSettled(place.slice === null ? later.values() : [])
      .then(() => (this.isClosed || !this.hasRoomFor(place) ? undefined : this.prepare(place, filters)))
      .catch((error: unknown) => {
        this.parts.log.warn(
          { error: describeError(error) },
          'a search index could not be built and will be tried again',
        );
      })
      .finally(() => later.delete(key));
    later.set(key, prepared);
  }

  /**
   * Asks an index about the records that the given transaction sees, in the same message that brings it up to date with them;
   * undefined when it must be prepared (again) first.
   */
  async ask<Kind extends Asks>(
    transaction: Transaction,
    place: IndexPlace,
    asked: Asked<Kind>,
  ): Promise<AnswerOf<Kind> | undefined> {
    const state = this.ready.get(keyOf(place));
    if (state === undefined) {
      return undefined;
    }
    try {
      const { answer } = await this.loader.catchUp(transaction, state, { kind: 'ask', ...(asked as Asked) });
      this.noteUse(state);
      return answer as AnswerOf<Kind> | undefined;
    } catch (error) {
      // One of a later version may have taken its place meanwhile, or another one its memory.
      if (this.isGone(state, error)) {
        return undefined;
      }
      throw error;
    }
  }

  /** The slices that have an index, and what each of these has seen. */
  slices(): readonly Progress[] {
    return this.readyOf('slices');
  }

  /** Drops the indexes of slices that nobody has asked anything for so long. */
  dropIdleSlices(idleMs: number): void {
    const since = performance.now() - idleMs;
    for (const state of this.ready.values()) {
      if (state.place.slice !== null && state.usedMs < since) {
        this.drop(state);
      }
    }
  }

  /** Brings an index up to date where it is, without a question. */
  async refresh(place: IndexPlace): Promise<void> {
    const state = this.ready.get(keyOf(place));
    if (state !== undefined) {
      await this.loader.refresh(state);
    }
  }

  /** Brings the indexes of a collection's slices up to date with a write that changed more than they should meet at once. */
  async refreshSlices({ workspaceId, collectionId }: Pick<IndexPlace, 'workspaceId' | 'collectionId'>): Promise<void> {
    const slices = this.slices().filter(
      ({ place }) => place.workspaceId === workspaceId && place.collectionId === collectionId,
    );
    for (const { place } of slices) {
      await this.refresh(place).catch((error: unknown) => {
        this.parts.log.warn({ error: describeError(error) }, 'the index of a slice will be brought up to date later');
      });
    }
  }

  /** What is held and what is being built. */
  statistics(): IndexStatistics {
    const states = [...this.ready.values()];
    return {
      indexes: states.length,
      records: states.reduce((sum, state) => sum + state.records, 0),
      bytes: bytesOf(states),
      building: this.building.size,
    };
  }

  /** Ends the thread that holds the indexes. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.host.close();
  }

  private async obtain(place: IndexPlace): Promise<IndexState> {
    const key = keyOf(place);
    const known = this.ready.get(key);
    if (known !== undefined) {
      return known;
    }
    const underWay = this.building.get(key) ?? this.build(place).finally(() => this.building.delete(key));
    this.building.set(key, underWay);
    return underWay;
  }

  private async build(place: IndexPlace): Promise<IndexState> {
    const state = await this.loader.build(place);
    this.ready.set(state.key, state);
    this.dropOutdated();
    this.evict();
    return state;
  }

  /** Notes that an index was used last. */
  private noteUse(state: IndexState): void {
    state.usedMs = performance.now();
    if (this.ready.get(state.key) === state) {
      this.ready.delete(state.key);
      this.ready.set(state.key, state);
    }
  }

  /** Whether the thread failed because an index was dropped meanwhile. */
  private isGone(state: IndexState, error: unknown): boolean {
    return error instanceof IndexThreadError && this.ready.get(state.key) !== state;
  }

  /** The indexes of a kind, the least recently used one first. */
  private readyOf(kind: 'slices' | 'wholes'): IndexState[] {
    return [...this.ready.values()].filter(({ place }) => (place.slice === null) === (kind === 'wholes'));
  }

  /** Whether another index would most likely fit without one of its kind being dropped. */
  private hasRoomFor({ slice }: IndexPlace): boolean {
    const { memoryBytes } = this.parts;
    return slice === null
      ? bytesOf([...this.ready.values()]) < memoryBytes * roomyShare
      : bytesOf(this.readyOf('slices')) + this.turns.bytes < memoryBytes * slicesShare * roomyShare;
  }

  /** Whether there is an index of a later version of the collection: nobody can ask for this one any more. */
  private isOutdated(place: IndexPlace): boolean {
    return [...this.ready.values()].some((state) => isOutdatedBy(place, state.place));
  }

  private dropOutdated(): void {
    for (const state of this.ready.values()) {
      if (this.isOutdated(state.place)) {
        this.drop(state);
      }
    }
  }

  /**
   * Slices give way to slices alone: whether one has an index, which its callers can time, would else tell how large the
   * collection is. The last one used always stays, and the last one of slices.
   */
  private evict(): void {
    const { memoryBytes } = this.parts;
    const slices = this.readyOf('slices');
    this.dropOldest(slices, { memoryBytes: memoryBytes * slicesShare, kept: slices.at(-1) });
    const left = memoryBytes - bytesOf(this.readyOf('slices'));
    this.dropOldest(this.readyOf('wholes'), { memoryBytes: left, kept: [...this.ready.values()].at(-1) });
  }

  /** Drops the first ones of these until the others fit or one is to be kept. */
  private dropOldest(
    states: readonly IndexState[],
    { memoryBytes, kept }: { readonly memoryBytes: number; readonly kept: IndexState | undefined },
  ): void {
    let total = bytesOf(states);
    for (const state of states) {
      if (total <= memoryBytes || state === kept) {
        return;
      }
      this.drop(state);
      total -= state.bytes;
      this.parts.log.info({ index: state.key, bytes: state.bytes }, 'dropped a search index to free memory');
    }
  }

  private drop(state: IndexState): void {
    this.ready.delete(state.key);
    this.host.call({ kind: 'drop', key: state.shelf }).catch((error: unknown) => {
      this.parts.log.warn({ error: describeError(error) }, 'an index could not be dropped');
    });
  }
}

function bytesOf(states: readonly IndexState[]): number {
  return states.reduce((sum, { bytes }) => sum + bytes, 0);
}
