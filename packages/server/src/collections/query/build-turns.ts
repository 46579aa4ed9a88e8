import PQueue from 'p-queue';

/** An index of a slice on its way, as far as it has come. */
export interface UnderWay {
  readonly bytes: number;
}

/**
 * The turns that indexes of slices take while they are built: a page each, the one that has come least far first. A small one
 * so never waits for a large one, whose callers it would tell of. When those under way take too much memory together, the
 * large ones among them go on one after the other.
 */
export class BuildTurns {
  private readonly pages = new PQueue({ concurrency: 1 });
  /** With when the work on each ends; the oldest first. */
  private readonly underWay = new Map<UnderWay, Promise<void>>();

  constructor(private readonly memoryBytes: number) {}

  /** What those under way take together, in bytes. */
  get bytes(): number {
    return [...this.underWay.keys()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Takes an index for one under way until the work on it has ended. */
  async during(index: UnderWay, work: () => Promise<void>): Promise<void> {
    const working = Promise.resolve()
      .then(work)
      .finally(() => this.underWay.delete(index));
    this.underWay.set(
      index,
      working.catch(() => undefined),
    );
    await working;
  }

  /** Reads the next page of an index of which so many records have been read. */
  async next<Page>(
    index: UnderWay,
    { read, page }: { readonly read: number; readonly page: () => Promise<Page> },
  ): Promise<Page> {
    for (let first = this.firstBefore(index); first !== undefined; first = this.firstBefore(index)) {
      await first;
    }
    return this.pages.add(page, { priority: -read });
  }

  /** When the large one ends that an index has to wait for, because both take more than their share of the memory. */
  private firstBefore(index: UnderWay): Promise<void> | undefined {
    const isLarge = ({ bytes }: UnderWay) => bytes > this.memoryBytes / this.underWay.size;
    if (this.bytes <= this.memoryBytes || !this.underWay.has(index) || !isLarge(index)) {
      return undefined;
    }
    const first = [...this.underWay].find(([other]) => isLarge(other));
    return first?.[0] === index ? undefined : first?.[1];
  }
}
