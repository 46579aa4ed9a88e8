import pg from 'pg';
import type { NamedStatement, Queryable, SystemTransaction } from './database.js';
import { asError, beginOn, connectTo, runStatement, send, type TransactionOptions } from './transactions.js';

/** A statement that was requested, and the promise of its rows. */
interface RequestedStatement {
  readonly statement: string | NamedStatement;
  readonly values: readonly unknown[] | undefined;
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs read-only work. Statements requested together form one transaction, which is written to the socket at once with
 * its begin and commit, because each write wakes the server. The work uses no connection while it waits for something
 * else. At the level "read committed" each statement sees the latest commits, so several transactions give the same
 * result as one.
 */
export async function runReading<Result>(
  pool: pg.Pool,
  begin: TransactionOptions,
  work: (transaction: SystemTransaction) => Promise<Result>,
): Promise<Result> {
  const callbacks: (() => void)[] = [];
  const sent: Promise<unknown>[] = [];
  let turn: RequestedStatement[] = [];
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

/** Runs statements in one transaction. Never rejects: an error rejects the promise of its statement. */
async function runTurn(pool: pg.Pool, begin: TransactionOptions, sent: readonly RequestedStatement[]): Promise<void> {
  let broken: Error | undefined;
  const client = await connectTo(pool).catch((error: unknown) => {
    for (const { reject } of sent) {
      reject(error);
    }
  });
  if (client === undefined) {
    return;
  }
  const begun = beginOn(client, begin);
  const answers = sent.map(async ({ statement, values, resolve, reject }) => {
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
