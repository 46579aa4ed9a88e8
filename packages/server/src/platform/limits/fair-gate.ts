import { errors } from '../errors.js';

/** Runs one piece of work when its turn comes. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** How much work runs at a time, and how much of one share may run or wait. */
interface GateSize {
  readonly atATime: number;
  readonly placesPerShare: number;
}

/**
 * Divides heavy work among shares, such as workspaces: one piece of a share runs at a time, and shares take turns. So no
 * share delays the others, however much it asks for.
 */
export class FairGate {
  private readonly places = new Map<string, number>();
  /** Shares with work that waits, in the order of their turns. */
  private readonly waiting = new Map<string, (() => Promise<void>)[]>();
  private readonly running = new Set<string>();

  constructor(private readonly size: GateSize) {}

  /** Runs work of a share when its turn comes. Throws `unavailable` while the share has all of its places taken. */
  run<Result>(share: string, work: () => Promise<Result>): Promise<Result> {
    return this.admit(share, (turn) => turn(work));
  }

  /**
   * Gives a share one of its places for all that `visit` does, of which only what it passes to `turn` waits. Throws
   * `unavailable` while the share has all of its places taken.
   */
  async admit<Result>(share: string, visit: (turn: Turn) => Promise<Result>): Promise<Result> {
    const taken = this.places.get(share) ?? 0;
    if (taken >= this.size.placesPerShare) {
      throw errors.unavailable('This workspace has too much work of this kind under way: try again shortly.');
    }
    this.places.set(share, taken + 1);
    try {
      return await visit((work) => this.enqueue(share, work));
    } finally {
      this.leave(share);
    }
  }

  private leave(share: string): void {
    const left = (this.places.get(share) ?? 0) - 1;
    if (left > 0) {
      this.places.set(share, left);
    } else {
      this.places.delete(share);
    }
  }

  private enqueue<Result>(share: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(share) ?? [];
      queue.push(() => work().then(resolve, reject));
      this.waiting.set(share, queue);
      this.next();
    });
  }

  private next(): void {
    const share = [...this.waiting.keys()].find((name) => !this.running.has(name));
    if (share === undefined || this.running.size >= this.size.atATime) {
      return;
    }
    const [work, ...others] = this.waiting.get(share) ?? [];
    this.waiting.delete(share);
    if (others.length > 0) {
      this.waiting.set(share, others);
    }
    this.running.add(share);
    void work?.().finally(() => {
      this.running.delete(share);
      this.next();
    });
  }
}

/** Turns of one share at two gates. */
export interface TwoTurns {
  readonly prepare: Turn;
  readonly finish: Turn;
}

/** Work in two steps. */
export interface TwoSteps<Prepared, Result> {
  readonly prepare: () => Promise<Prepared>;
  readonly finish: (prepared: Prepared) => Promise<Result>;
}

/**
 * Does work in two steps, each in its turn, so that the next work of the share is prepared while this one finishes. Work
 * that is prepared keeps its first turn until its second one starts: no more than one waits, and the order stays.
 */
export async function inTwoTurns<Prepared, Result>(
  turns: TwoTurns,
  { prepare, finish }: TwoSteps<Prepared, Result>,
): Promise<Result> {
  const { result } = await turns.prepare(async () => {
    const prepared = await prepare();
    let start: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const finished = turns.finish(() => {
      start();
      return finish(prepared);
    });
    await Promise.race([started, finished]);
    return { result: finished };
  });
  return result;
}
