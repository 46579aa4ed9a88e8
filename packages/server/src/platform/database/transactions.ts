import pg from 'pg';
import { errors } from '../errors.js';
import type { NamedStatement, Queryable, SystemTransaction, TransactionMode } from './database.js';
import { codeOf, isAfterFailure, isStalePlan } from './sqlstate.js';

const retryableStates = new Set(['40001', '40P01']);
const maxTries = 3;

/** The mode and settings of a transaction, and how long to wait for its start. */
export interface TransactionOptions {
  readonly mode: TransactionMode;
  readonly setting: string;
  readonly timeoutMs: number;
}

/**
 * Runs work in one transaction. Retries after a deadlock, a serialization failure or a change of the schema, up to 3
 * attempts.
 */
export async function runInTransaction<Result>(
  pool: pg.Pool,
  begin: TransactionOptions,
  work: (transaction: SystemTransaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, begin, work);
    } catch (error) {
      if (attempt >= maxTries || !(retryableStates.has(codeOf(error) ?? '') || isStalePlan(error))) {
        throw error;
      }
    }
  }
}

/** Takes a connection from the pool. Throws `unavailable` once the pool is closed, because the process is stopping. */
export function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.ending ? Promise.reject(errors.unavailable()) : pool.connect();
}

async function runOnce<Result>(
  pool: pg.Pool,
  begin: TransactionOptions,
  work: (transaction: SystemTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await connectTo(pool);
  const callbacks: (() => void)[] = [];
  const sent: Promise<unknown>[] = [];
  let broken: Error | undefined;
  let sentFailure: unknown;
  try {
    // Not awaited, so that the begin is pipelined with the first statement. If the begin fails, that statement runs
    // outside of a transaction, but still as the request role, and the await below reports the failure.
    const begun = beginOn(client, begin);
    begun.catch(() => undefined);
    const query: Queryable['query'] = (statement, values) => runStatement(client, statement, values);
    const result = await work({
      query,
      send: (statement, values) => {
        const answered = query(statement, values);
        answered.catch((failure: unknown) => {
          sentFailure ??= failure;
        });
        sent.push(answered);
      },
      afterCommit: (callback) => callbacks.push(callback),
    });
    const committed = commit(client);
    committed.catch(() => undefined);
    // Await the begin first, so that its failure is the one reported.
    await begun;
    await Promise.all(sent);
    if (begin.mode === 'write') {
      await committed;
    }
    for (const callback of callbacks) {
      callback();
    }
    return result;
  } catch (error) {
    const reason = isAfterFailure(error) ? (sentFailure ?? error) : error;
    broken = isStalePlan(reason) ? asError(reason) : undefined;
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw reason;
  } finally {
    client.release(broken);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await send(client, 'commit');
  if (command !== 'COMMIT') {
    // PostgreSQL answers a commit with ROLLBACK if a statement failed and its error was swallowed. Nothing was stored.
    throw new Error('the transaction was rolled back on commit, because a statement in it had failed');
  }
}

/**
 * Starts a transaction. If the server does not respond in time, closes the connection, which discards everything sent
 * on it.
 */
export async function beginOn(client: pg.PoolClient, { mode, setting, timeoutMs }: TransactionOptions): Promise<void> {
  const giveUp = setTimeout(() => client.connection.stream.destroy(), timeoutMs);
  try {
    // Two messages instead of one, because Citus sends the whole text of a message to its workers.
    await Promise.all([send(client, mode === 'read' ? 'begin read only' : 'begin'), send(client, setting)]);
  } finally {
    clearTimeout(giveUp);
  }
}

/** Runs statements outside of a transaction, which saves the round trips of begin and commit. */
export async function runAlone<Result>(
  pool: pg.Pool,
  work: (queryable: Queryable) => Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  const client = await connectTo(pool);
  let broken: Error | undefined;
  try {
    return await work({
      query: async (statement, values) => {
        try {
          return await runStatement(client, statement, values, timeoutMs);
        } catch (error) {
          // After an error of the server, the connection is usable. After any other error it may not be.
          broken = error instanceof pg.DatabaseError && !isStalePlan(error) ? undefined : asError(error);
          throw error;
        }
      },
    });
  } finally {
    client.release(broken);
  }
}

/** Converts a thrown value to an error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Runs one statement on a connection. */
export async function runStatement<Row>(
  client: pg.PoolClient,
  statement: string | NamedStatement,
  values: readonly unknown[] = [],
  timeoutMs?: number,
): Promise<Row[]> {
  const query = typeof statement === 'string' ? { text: statement } : statement;
  const limit = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
  const answer = await send<Row>(client, { ...query, ...limit, values: [...values] });
  return answer.rows;
}

/**
 * Sends a statement in one write to the socket with all other statements of this turn of the event loop. Each write is
 * a system call.
 */
export function send<Row>(
  client: pg.PoolClient,
  query: string | pg.QueryConfig,
): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
  const { stream } = client.connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return client.query<Row & pg.QueryResultRow>(query);
}
