import pg from 'pg';
import type { NamedStatement, Queryable, SystemTransaction } from './database.js';
import { asError, beginOn, runStatement, send, type TransactionOptions } from './transactions.js';

/** A statement that was requested, and the promise of its rows. */
interface RequestedStatement {
  readonly statement: string | NamedStatement;
  readonly values: readonly unknown[] | undefined;
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Where reads run: in the pool, or on the connection of an open write of another workspace that lends it. */
export interface ReadingSessions {
  readonly pool: pg.Pool;
  readonly lent: () => pg.PoolClient | undefined;
}

/**
 * Runs read-only work. Statements requested together form one transaction, which is written to the socket at once with
 * its begin and commit, because each write wakes the server. The work uses no connection while it waits for something
 * else. At the level "read committed" each statement sees the latest commits, so several transactions give the same
 * result as one.
 */
export async function runReading<Result>(
  sessions: ReadingSessions,
  begin: TransactionOptions,
  work: (transaction: SystemTransaction) => Promise<Result>,
): Promise<Result> {
  const callbacks: (() => void)[] = [];
  const sent: Promise<unknown>[] = [];
  let turn: RequestedStatement[] = [];
  const endTurn = (): void => {
    void runTurn(sessions, begin, turn);
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

/** Runs statements in one transaction. Never rejects: an error rejects the promise of its statement. */
async function runTurn(
  sessions: ReadingSessions,
  begin: TransactionOptions,
  asked: readonly RequestedStatement[],
): Promise<void> {
  const lent = sessions.lent();
  if (lent !== undefined && (await runLent(lent, begin, asked))) {
    return;
  }
  let broken: Error | undefined;
  const client = await sessions.pool.connect().catch((error: unknown) => {
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
  // An error has already rejected the promise of its statement; this only ends the transaction.
  await Promise.all([
    ...answers,
    send(client, 'commit').catch((error: unknown) => {
      broken = asError(error);
    }),
  ]);
  client.release(broken);
}

/**
 * Runs statements in a savepoint of another workspace's write, whose rows they cannot see. All of them are sent at once,
 * so that no statement of the write comes between them. Returns false if the write has failed, so that they must run
 * again.
 */
async function runLent(
  client: pg.PoolClient,
  { mode, setting }: TransactionOptions,
  asked: readonly RequestedStatement[],
): Promise<boolean> {
  const opened = Promise.all(
    ['savepoint lent', ...(mode === 'read' ? ['set transaction read only'] : []), setting].map((each) =>
      send(client, each),
    ),
  );
  const results = asked.map(({ statement, values }) => runStatement<unknown>(client, statement, values));
  const closed = ['rollback to savepoint lent', 'release savepoint lent'].map((each) => send(client, each));
  const [isOpen] = await Promise.allSettled([opened, ...results, ...closed]);
  if (isOpen.status === 'rejected') {
    return false;
  }
  for (const [index, result] of (await Promise.allSettled(results)).entries()) {
    result.status === 'fulfilled' ? asked[index]?.resolve(result.value) : asked[index]?.reject(result.reason);
  }
  return true;
}
