/** Work that runs, by key. Concurrent callers with the same key share its result. */
export class SharedWork<Key, Result> {
  private readonly running = new Map<Key, Promise<Result>>();

  /** Runs work, unless work of the same key is running. If that fails, each caller runs its own. */
  run(key: Key, work: () => Promise<Result>): Promise<Result> {
    const running = this.running.get(key);
    if (running !== undefined) {
      return running.catch(work);
    }
    const started = work().finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }
}
