import { errors } from '../errors.js';

/**
 * Runs work outside of the caller's turn, so that others use the turn meanwhile. Only one aside of a caller runs at a
 * time.
 */
export type OutOfTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Waits for a turn, then runs work in it. */
export type Turn = <Result>(work: (aside: OutOfTurn) => Promise<Result>) => Promise<Result>;

/** Maximum running work, in total and per share, and maximum admitted work per share. */
export interface GateSize {
  readonly atATime: number;
  /** Running work per share. Default: 1. */
  readonly perShare?: number;
  readonly slotsPerShare: number;
  /** Maximum wait for a turn before work is refused. Default: unlimited. */
  readonly waitMs?: number | undefined;
  /**
   * The highest number of running tasks, over all shares, up to which a task of this share may start. Default:
   * `atATime`.
   */
  readonly reachOf?: (share: string) => number;
}

/**
 * Divides heavy work among shares, such as workspaces. A few tasks of a share run at a time, and the share with the
 * fewest running tasks is next. No share can delay the others, however many tasks it adds.
 */
export class FairGate {
  private readonly slotsTaken = new Map<string, number>();
  /** Shares with waiting work, in the order of their turns. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private readonly running = new Map<string, number>();
  private runningInAll = 0;

  constructor(private readonly size: GateSize) {}

  /** Number of tasks that wait for their turn. */
  get queued(): number {
    return [...this.waiting.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  /** Runs work of a share when its turn comes. Throws `unavailable` if all slots of the share are taken. */
  run<Result>(share: string, work: (aside: OutOfTurn) => Promise<Result>): Promise<Result> {
    return this.admit(share, (turn) => turn(work));
  }

  /**
   * Takes a slot of a share for the duration of `visit`. Only the work that is passed to `turn` waits for a turn.
   * Throws the refusal, by default `unavailable`, if all slots of the share are taken.
   */
  async admit<Result>(
    share: string,
    visit: (turn: Turn) => Promise<Result>,
    refusal: () => Error = tooMuch,
  ): Promise<Result> {
    if ((this.slotsTaken.get(share) ?? 0) >= this.size.slotsPerShare) {
      throw refusal();
    }
    add(this.slotsTaken, share, 1);
    try {
      return await visit((work) => this.inTurn(share, work));
    } finally {
      add(this.slotsTaken, share, -1);
    }
  }

  /** Starts waiting work after `reachOf` has changed. */
  next(): void {
    for (let share = this.nextShare(); share !== undefined; share = this.nextShare()) {
      const queue = this.waiting.get(share) ?? [];
      const start = queue.shift();
      // The share is inserted again at the end, so that other shares come before its next task.
      this.waiting.delete(share);
      if (queue.length > 0) {
        this.waiting.set(share, queue);
      }
      this.count(share, 1);
      start?.();
    }
  }

  private async inTurn<Result>(share: string, work: (aside: OutOfTurn) => Promise<Result>): Promise<Result> {
    await this.enter(share, this.size.waitMs);
    try {
      return await work(async (other) => {
        this.leave(share);
        try {
          return await other();
        } finally {
          await this.enter(share);
        }
      });
    } finally {
      this.leave(share);
    }
  }

  private enter(share: string, waitMs?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let hasStarted = false;
      let timer: NodeJS.Timeout | undefined;
      const start = () => {
        hasStarted = true;
        clearTimeout(timer);
        resolve();
      };
      const queue = this.waiting.get(share);
      if (queue === undefined) {
        this.waiting.set(share, [start]);
      } else {
        queue.push(start);
      }
      this.next();
      if (waitMs !== undefined && !hasStarted) {
        timer = setTimeout(() => {
          this.forget(share, start);
          reject(errors.unavailable());
        }, waitMs);
      }
    });
  }

  private forget(share: string, start: () => void): void {
    const queue = this.waiting.get(share) ?? [];
    queue.splice(queue.indexOf(start), 1);
    if (queue.length === 0) {
      this.waiting.delete(share);
    }
  }

  private leave(share: string): void {
    this.count(share, -1);
    this.next();
  }

  private count(share: string, change: 1 | -1): void {
    add(this.running, share, change);
    this.runningInAll += change;
  }

  /** The share to start next: the one with the least running work, and among those the one that waited longest. */
  private nextShare(): string | undefined {
    const { atATime, perShare = 1, reachOf } = this.size;
    let found: string | undefined;
    let least = perShare;
    for (const share of this.runningInAll < atATime ? this.waiting.keys() : []) {
      const running = this.running.get(share) ?? 0;
      if (running < least && (reachOf === undefined || this.runningInAll < reachOf(share))) {
        found = share;
        least = running;
      }
    }
    return found;
  }
}

function tooMuch() {
  return errors.unavailable('This workspace has too much work of this kind under way: try again shortly.');
}

/** Adds to a count, and deletes it at 0. */
function add(counts: Map<string, number>, key: string, change: number): void {
  const sum = (counts.get(key) ?? 0) + change;
  if (sum === 0) {
    counts.delete(key);
  } else {
    counts.set(key, sum);
  }
}
