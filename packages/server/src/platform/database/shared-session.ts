import pg from 'pg';
import type { NamedStatement, Queryable, SystemTransaction } from './database.js';
import { asError, type Begin, beginOn, runStatement, send } from './transactions.js';

interface Waiting {
  readonly isShared: boolean;
  readonly start: () => void;
}

/**
 * The one session of the embedded engine. Reads share it for one round trip each, so that none occupies it while it waits
 * for an index. A write has it alone. Access is in order of arrival: a read after a write waits for it.
 */
export class SharedSession {
  private readonly queue: Waiting[] = [];
  private sharing = 0;
  private isAlone = false;

  /** How many wait for the session. */
  get waiting(): number {
    return this.queue.length;
  }

  /** Runs work that shares the session: it occupies it during its statements, but not while it waits for anything else. */
  async share<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter(true);
    try {
      return await work();
    } finally {
      this.sharing -= 1;
      this.startNext();
    }
  }

  /** Runs work that has the session alone. */
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

/** A statement, and who waits for its rows. */
interface AskedStatement {
  readonly statement: string | NamedStatement;
  readonly values: readonly unknown[] | undefined;
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs work that only reads, on a pool of one session. Statements sent together are one transaction, so that the session
 * serves others while the work waits for an index. It sees the same as in one transaction, where at "read
 * committed" each statement sees what is committed when it starts.
 */
export async function readInTurns<Result>(
  pool: pg.Pool,
  begin: Begin,
  work: (transaction: SystemTransaction) => Promise<Result>,
): Promise<Result> {
  const callbacks: (() => void)[] = [];
  const sent: Promise<unknown>[] = [];
  let turn: AskedStatement[] = [];
  const endTurn = (): void => {
    void runTurn(pool, begin, turn);
    turn = [];
  };
  const query: Queryable['query'] = <Row>(statement: string | NamedStatement, values?: readonly unknown[]) =>
    new Promise<Row[]>((resolve, reject) => {
      if (turn.length === 0) {
        process.nextTick(endTurn);
      }
      turn.push({ statement, values, resolve: (rows) => resolve(rows as Row[]), reject });
    });
  const result = await work({
    query,
    send: (statement, values) => {
      const answered = query(statement, values);
      answered.catch(() => undefined);
      sent.push(answered);
    },
    afterCommit: (callback) => callbacks.push(callback),
  });
  await Promise.all(sent);
  for (const callback of callbacks) {
    callback();
  }
  return result;
}

/** Runs statements in a transaction. Never rejects: an error rejects the promise of its statement. */
async function runTurn(pool: pg.Pool, begin: Begin, asked: readonly AskedStatement[]): Promise<void> {
  let broken: Error | undefined;
  const client = await pool.connect().catch((error: unknown) => {
    for (const { reject } of asked) {
      reject(error);
    }
  });
  if (client === undefined) {
    return;
  }
  const begun = beginOn(client, begin);
  const answers = asked.map(async ({ statement, values, resolve, reject }) => {
    try {
      const [rows] = await Promise.all([runStatement<unknown>(client, statement, values), begun]);
      resolve(rows);
    } catch (error) {
      broken = error instanceof pg.DatabaseError ? broken : asError(error);
      reject(error);
    }
  });
  // Errors have already rejected their statements; this only ends the transaction.
  await Promise.all([
    ...answers,
    send(client, 'commit').catch((error: unknown) => {
      broken = asError(error);
    }),
  ]);
  client.release(broken);
}
