import { type IndexPlace, type IndexState, keyOf } from './index-state.js';

/** Share of the memory up to which indexes are built that nobody waits for. */
const roomyShare = 0.75;

/** The indexes that there are, the one used last at the end, within a bound of memory. */
export class HeldIndexes {
  private readonly states = new Map<string, IndexState>();

  /** Memory that all together may take. */
  constructor(private readonly memoryBytes: number) {}

  /** Memory that they take. */
  get bytes(): number {
    return this.all().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Whether there is room for one that nobody waits for. */
  get isRoomy(): boolean {
    return this.bytes < this.memoryBytes * roomyShare;
  }

  /** All, the one used longest ago first. */
  all(): IndexState[] {
    return [...this.states.values()];
  }

  /** The index of a place, where it is there. */
  get(place: IndexPlace): IndexState | undefined {
    return this.states.get(keyOf(place));
  }

  /** Whether an index is still the one of its place. */
  has(state: IndexState): boolean {
    return this.get(state.place) === state;
  }

  /** Adds an index, or notes that it was used. */
  use(state: IndexState): void {
    const key = keyOf(state.place);
    this.states.delete(key);
    this.states.set(key, state);
  }

  /** Takes out the indexes of earlier versions of a collection: nobody can ask for them any more. */
  takeEarlier({ collectionId, keyVersion }: IndexPlace): IndexState[] {
    return this.take(({ place }) => place.collectionId === collectionId && place.keyVersion < keyVersion);
  }

  /** Takes out the ones used longest ago until the others fit; the one used last always stays. */
  takeBeyondMemory(): IndexState[] {
    let { bytes } = this;
    const last = this.all().at(-1);
    return this.take((state) => {
      const isBeyond = bytes > this.memoryBytes && state !== last;
      bytes -= isBeyond ? state.bytes : 0;
      return isBeyond;
    });
  }

  clear(): void {
    this.states.clear();
  }

  private take(isTaken: (state: IndexState) => boolean): IndexState[] {
    const taken = this.all().filter(isTaken);
    for (const { place } of taken) {
      this.states.delete(keyOf(place));
    }
    return taken;
  }
}
