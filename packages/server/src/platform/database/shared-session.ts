/** A write, which has the session alone. */
interface Writer<Client> {
  /** The workspace whose rows it changes. Undefined if it may change the rows of several. */
  readonly workspaceId: string | undefined;
  /** The connection of its open transaction while it lends the session. */
  client?: Client | undefined;
}

/** A read of a workspace or a write that waits for the session. */
interface Waiting<Client> {
  readonly caller: { readonly reader: string } | { readonly writer: Writer<Client> };
  readonly start: () => void;
}

/**
 * Lends the session of a write from some time after the start of its transaction. Returns a function that ends the
 * loan; call it before the transaction ends.
 */
export type Lend<Client> = (client: Client) => () => void;

/**
 * Shares the single session of the embedded engine. A read uses it for one round trip at a time, so that a read that
 * waits for an index does not block it. A write has it exclusively, but a long one lends it to reads of other
 * workspaces, in which it changes nothing. Access is granted in order of arrival.
 */
export class SharedSession<Client> {
  private readonly queue: Waiting<Client>[] = [];
  private sharing = 0;
  private writer: Writer<Client> | undefined;

  constructor(private readonly lentAfterMs: number) {}

  /** Number of waiting callers. */
  get waiting(): number {
    return this.queue.length;
  }

  /** The connection of a write that lends the session to the reads that share it. */
  get lent(): Client | undefined {
    return this.writer?.client;
  }

  /** Runs work of a workspace that shares the session. It occupies the session only during its statements. */
  async share<Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> {
    await this.enter({ reader: workspaceId });
    try {
      return await work();
    } finally {
      this.sharing -= 1;
      this.startNext();
    }
  }

  /** Runs work with exclusive use of the session. If the work names its workspace, it can lend the session. */
  async take<Result>(
    workspaceId: string | undefined,
    work: (lend: Lend<Client> | undefined) => Promise<Result>,
  ): Promise<Result> {
    const writer: Writer<Client> = { workspaceId };
    await this.enter({ writer });
    try {
      return await work(workspaceId === undefined ? undefined : (client) => this.lend(writer, client));
    } finally {
      this.writer = undefined;
      this.startNext();
    }
  }

  private lend(writer: Writer<Client>, client: Client): () => void {
    const timer = setTimeout(() => {
      writer.client = client;
      this.startNext();
    }, this.lentAfterMs);
    return () => {
      clearTimeout(timer);
      writer.client = undefined;
    };
  }

  private enter(caller: Waiting<Client>['caller']): Promise<void> {
    return new Promise((start) => {
      this.queue.push({ caller, start });
      this.startNext();
    });
  }

  private startNext(): void {
    for (let [next] = this.takeNext(); next !== undefined; [next] = this.takeNext()) {
      if ('writer' in next.caller) {
        this.writer = next.caller.writer;
      } else {
        this.sharing += 1;
      }
      next.start();
    }
  }

  /** Removes the next caller that may start from the queue. */
  private takeNext(): Waiting<Client>[] {
    if (this.writer === undefined) {
      const [first] = this.queue;
      return first !== undefined && 'writer' in first.caller && this.sharing > 0 ? [] : this.queue.splice(0, 1);
    }
    const { client, workspaceId } = this.writer;
    const isOther = ({ caller }: Waiting<Client>) => 'reader' in caller && caller.reader !== workspaceId;
    const next = client === undefined ? -1 : this.queue.findIndex(isOther);
    return next === -1 ? [] : this.queue.splice(next, 1);
  }
}
