interface Waiting {
  readonly isShared: boolean;
  readonly start: () => void;
}

/**
 * Shares the single session of the embedded engine. A read uses it for one round trip at a time, so that a read that
 * waits for an index does not block it. A write has it exclusively. Access is granted in order of arrival.
 */
export class SharedSession {
  private readonly queue: Waiting[] = [];
  private sharing = 0;
  private isAlone = false;

  /** Number of waiting callers. */
  get waiting(): number {
    return this.queue.length;
  }

  /** Runs work that shares the session. It occupies the session only during its statements. */
  async share<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter(true);
    try {
      return await work();
    } finally {
      this.sharing -= 1;
      this.startNext();
    }
  }

  /** Runs work with exclusive use of the session. */
  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter(false);
    try {
      return await work();
    } finally {
      this.isAlone = false;
      this.startNext();
    }
  }

  private enter(isShared: boolean): Promise<void> {
    return new Promise((start) => {
      this.queue.push({ isShared, start });
      this.startNext();
    });
  }

  private startNext(): void {
    for (let [next] = this.queue; next !== undefined; [next] = this.queue) {
      if (this.isAlone || (!next.isShared && this.sharing > 0)) {
        return;
      }
      this.queue.shift();
      if (next.isShared) {
        this.sharing += 1;
      } else {
        this.isAlone = true;
      }
      next.start();
    }
  }
}
