import { parseJson } from '@tessera/json';
import pg from 'pg';
import type {
  Database,
  NamedStatement,
  OpenDatabase,
  Queryable,
  SystemTransaction,
  TransactionMode,
} from './database.js';
import { openProbe } from './probe.js';
import { isAfterFailure } from './sqlstate.js';

/** How to reach the server, how many connections to hold and how a connection becomes the request role. */
export interface PostgresOptions {
  readonly engine: Database['engine'];
  readonly pool: pg.PoolConfig;
  /** The login of the schema's owner, where requests sign in as another role. */
  readonly ownerPool?: pg.PoolConfig | undefined;
  /** How long a server may take to answer what a call sends first. Default: 10 s. */
  readonly firstAnswerTimeoutMs?: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const retryableStates = new Set(['40001', '40P01']);
const maxTries = 3;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.JSON, parseJson);
types.setTypeParser(pg.types.builtins.JSONB, parseJson);

/** A pool, and the sessions that it has open. */
interface SessionPool {
  readonly config: pg.PoolConfig;
  readonly pool: pg.Pool;
  readonly open: Set<pg.PoolClient>;
}

function openPool(config: pg.PoolConfig, { onIdleError }: PostgresOptions): SessionPool {
  const pool = new pg.Pool({ ...config, pipeline: true, types });
  pool.on('error', (error) => onIdleError?.(error));
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    // The pool listens to idle connections only: one that broke while in use would end the process. Its query tells.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => open.delete(client));
  return { config, pool, open };
}

/** Opens pools whose every connection runs as the confined role. The schema must already be migrated. */
export function openPostgres(options: PostgresOptions): OpenDatabase {
  const requests = openPool(options.pool, options);
  const owner = options.ownerPool === undefined ? requests : openPool(options.ownerPool, options);
  const pools = [...new Set([requests, owner])];
  const probe = openProbe(options.pool);
  // A server that no longer answers must not keep all callers waiting. What a call sends first takes no time: who calls, and
  // the beginning of a transaction. The one session of the embedded engine may be busy for long, and ends with its worker.
  const timeoutMs = options.engine === 'postgres' ? (options.firstAnswerTimeoutMs ?? 10_000) : undefined;
  let ended: Promise<unknown> | undefined;
  const end = (): Promise<unknown> => {
    ended ??= Promise.all([...pools.map(({ pool }) => pool.end()), probe.close()]);
    return ended;
  };
  const sum = (count: (pool: pg.Pool) => number) => pools.reduce((total, { pool }) => total + count(pool), 0);
  return {
    engine: options.engine,
    inWorkspace: (workspaceId, work, mode = 'write') => {
      if (!uuidPattern.test(workspaceId)) {
        throw new TypeError('a workspace id must be a UUID');
      }
      const begin = { mode, setting: `set local svc.workspace = '${workspaceId}'`, timeoutMs };
      return runInTransaction(requests.pool, begin, (transaction) => work({ ...transaction, workspaceId }));
    },
    withoutWorkspace: (work) => runAlone(requests.pool, work, timeoutMs),
    asSystem: (work) =>
      runInTransaction(owner.pool, { mode: 'write', setting: 'set local role none', timeoutMs }, work),
    refreshStatistics: (table) =>
      runAsOwner(
        owner.pool,
        `${options.engine === 'pglite' ? 'vacuum (analyze)' : 'analyze'} ${pg.escapeIdentifier(table)}`,
      ),
    connections: () => ({
      open: sum((pool) => pool.totalCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }),
    isAnswering: probe.isAnswering,
    breakOff: async () => {
      void end();
      await Promise.all(pools.map((each) => breakOffSessions(each, options.engine === 'postgres')));
    },
    close: async () => {
      await end();
    },
  };
}

async function breakOffSessions({ config, open }: SessionPool, onServer: boolean): Promise<void> {
  const sessions = [...open];
  try {
    if (onServer) {
      await terminateSessions(config, sessions);
    }
  } finally {
    for (const { connection } of sessions) {
      connection.stream.destroy();
    }
  }
}

/** How a transaction begins, what it sets, and how long the server may take to answer that. */
interface Begin {
  readonly mode: TransactionMode;
  readonly setting: string;
  readonly timeoutMs: number | undefined;
}

async function runInTransaction<Result>(
  pool: pg.Pool,
  begin: Begin,
  work: (transaction: SystemTransaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, begin, work);
    } catch (error) {
      if (attempt >= maxTries || !(error instanceof pg.DatabaseError) || !retryableStates.has(error.code ?? '')) {
        throw error;
      }
    }
  }
}

async function runOnce<Result>(
  pool: pg.Pool,
  begin: Begin,
  work: (transaction: SystemTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const callbacks: (() => void)[] = [];
  const sent: Promise<unknown>[] = [];
  let broken: Error | undefined;
  let sentFailure: unknown;
  try {
    // Not awaited, so that it travels with the first statement. Should it fail, that statement runs outside the
    // transaction but still as the confined role, and the await below reports the failure.
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
    // The first failure is the one reported.
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
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw isAfterFailure(error) ? (sentFailure ?? error) : error;
  } finally {
    client.release(broken);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await send(client, 'commit');
  if (command !== 'COMMIT') {
    // So PostgreSQL answers when a statement had failed and its error was swallowed: nothing has been kept.
    throw new Error('the transaction was rolled back on commit, because a statement in it had failed');
  }
}

/** Begins a transaction. Where the server does not answer in time the connection is given up, with all that was sent on it. */
async function beginOn(client: pg.PoolClient, { mode, setting, timeoutMs }: Begin): Promise<void> {
  const giveUp = timeoutMs && setTimeout(() => client.connection.stream.destroy(), timeoutMs);
  try {
    // Two statements, because Citus would send the whole text of one message on to its workers.
    await Promise.all([send(client, mode === 'read' ? 'begin read only' : 'begin'), send(client, setting)]);
  } finally {
    clearTimeout(giveUp);
  }
}

/** Runs statements each by itself, which saves the round trips that begin and end a transaction. */
async function runAlone<Result>(
  pool: pg.Pool,
  work: (queryable: Queryable) => Promise<Result>,
  timeoutMs: number | undefined,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work({
      query: async (statement, values) => {
        try {
          return await runStatement(client, statement, values, timeoutMs);
        } catch (error) {
          // What the server itself refuses leaves the connection as it was; anything else may not have.
          broken = error instanceof pg.DatabaseError ? undefined : asError(error);
          throw error;
        }
      },
    });
  } finally {
    client.release(broken);
  }
}

/** Runs a statement that takes no transaction as the owner of the schema. */
async function runAsOwner(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('set role none');
    await client.query(statement);
    await client.query('set role svc_app');
  } catch (error) {
    // A connection that may still be the owner's is never used again.
    broken = asError(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function runStatement<Row>(
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

/** Sends a statement together with all others of this turn of the event loop: each write to a socket is a system call. */
function send<Row>(
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

// The process is about to end and does not wait long for a server that may be gone.
const patienceMs = 1_000;

/**
 * Has the server end these sessions, whose open transactions it rolls back. To close their sockets would not do: a
 * statement that waits for a lock goes on when it gets it, and is kept if it stood by itself.
 */
async function terminateSessions(connection: pg.ClientConfig, sessions: readonly pg.PoolClient[]): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Only the role that signed in may end its own sessions, and not the one that requests run as.
    await client.query('set role none');
    await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [sessions.map(processOf)]);
  } finally {
    client.connection.stream.destroy();
  }
}

/** The server's process of a session, which the library keeps for cancelling and its types leave out. */
function processOf(session: pg.PoolClient): number {
  return (session as pg.PoolClient & { readonly processID: number }).processID;
}
