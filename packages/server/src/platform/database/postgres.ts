import { parseJson } from '@tessera/json';
import pg from 'pg';
import { FairGate } from '../turns/fair-gate.js';
import type { Database, NamedStatement, OpenDatabase, Queryable, SystemTransaction } from './database.js';
import { openProbe } from './probe.js';
import { SharedSession } from './shared-session.js';
import {
  asError,
  beginOn,
  runAlone,
  runInTransaction,
  runStatement,
  send,
  type TransactionOptions,
} from './transactions.js';

/** The server, the number of connections, and how a connection switches to the request role. */
export interface PostgresOptions {
  readonly engine: Database['engine'];
  readonly pool: pg.PoolConfig;
  /** The login of the schema's owner, if requests use another role. */
  readonly ownerPool?: pg.PoolConfig | undefined;
  /** Maximum wait for the response to the first statement of a call. Default: 10 s. */
  readonly firstAnswerTimeoutMs?: number;
  /** Called when an idle connection breaks. The pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.JSON, parseJson);
types.setTypeParser(pg.types.builtins.JSONB, parseJson);

/** Maximum transactions that run or wait at the same time on the single session of the embedded engine. */
const sharingAtATime = 8;

/**
 * Shares connections among workspaces. A workspace uses at most half of them, and the workspace that uses the fewest
 * gets the next free one. A transaction therefore waits for few transactions of other workspaces.
 */
function shareConnections({ max = 1, connectionTimeoutMillis: waitMs }: pg.PoolConfig): FairGate {
  const atATime = max === 1 ? sharingAtATime : max;
  return new FairGate({
    atATime,
    perShare: Math.ceil(atATime / 2),
    slotsPerShare: Number.POSITIVE_INFINITY,
    waitMs,
  });
}

/** A pool with the sessions that it has open. */
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
    // The pool handles errors of idle connections only. Without this handler, a connection that breaks during use would
    // stop the process.
    client.on('error', () => undefined);
  });
  pool.on('remove', (client) => open.delete(client));
  return { config, pool, open };
}

/** Opens pools whose connections all run as the request role. Migrations must have been applied before. */
export function openPostgres(options: PostgresOptions): OpenDatabase {
  const requests = openPool(options.pool, options);
  const owner = options.ownerPool === undefined ? requests : openPool(options.ownerPool, options);
  const pools = [...new Set([requests, owner])];
  const probe = openProbe(options.pool);
  const connections = shareConnections(options.pool);
  const isEmbedded = options.engine === 'pglite';
  const session = new SharedSession();
  // Writes have the embedded session one at a time, so they queue by workspace and not in order of arrival.
  const writes = new FairGate({ atATime: 1, slotsPerShare: Number.POSITIVE_INFINITY });
  const alone: SharedSession['take'] = (work) => (isEmbedded ? session.take(work) : work());
  const shared: SharedSession['share'] = (work) => (isEmbedded ? session.share(work) : work());
  // A server that does not respond must not block all callers. The first statements of a call are fast: the caller
  // lookup and the start of a transaction. The embedded session has no limit, because long work of others may keep it
  // busy; it stops with its worker.
  const timeoutMs = isEmbedded ? undefined : (options.firstAnswerTimeoutMs ?? 10_000);
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
      const run = (transaction: SystemTransaction) => work({ ...transaction, workspaceId });
      const connected = () =>
        connections.run(workspaceId, () =>
          mode === 'read'
            ? shared(() => runReading(requests.pool, begin, run))
            : alone(() => runInTransaction(requests.pool, begin, run)),
        );
      return isEmbedded && mode !== 'read' ? writes.run(workspaceId, connected) : connected();
    },
    withoutWorkspace: (work) => alone(() => runAlone(requests.pool, work, timeoutMs)),
    asSystem: (work) =>
      alone(() => runInTransaction(owner.pool, { mode: 'write', setting: 'set local role none', timeoutMs }, work)),
    refreshStatistics: (table) =>
      alone(() =>
        runAsOwner(owner.pool, `${isEmbedded ? 'vacuum (analyze)' : 'analyze'} ${pg.escapeIdentifier(table)}`),
      ),
    connections: () => ({
      open: sum((pool) => pool.totalCount),
      idle: sum((pool) => pool.idleCount),
      waiting: writes.queued + connections.queued + session.waiting + sum((pool) => pool.waitingCount),
    }),
    isAnswering: probe.isAnswering,
    breakOff: async () => {
      void end();
      await Promise.all(pools.map((each) => breakOffSessions(each, !isEmbedded)));
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

/** Runs a statement outside of a transaction as the owner of the schema. */
async function runAsOwner(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('set role none');
    await client.query(statement);
    await client.query('set role svc_app');
  } catch (error) {
    // Destroy the connection, because its role may still be that of the owner.
    broken = asError(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

// The process is stopping, so do not wait long for a server that may be unreachable.
const patienceMs = 1_000;

/**
 * Terminates sessions on the server, which rolls back their transactions. Closing sockets is not enough: a statement
 * that waits for a lock would continue, and outside of a transaction it would be committed.
 */
async function terminateSessions(connection: pg.ClientConfig, sessions: readonly pg.PoolClient[]): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Sessions belong to the login role, so the request role may not terminate them.
    await client.query('set role none');
    await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [sessions.map(processOf)]);
  } finally {
    client.connection.stream.destroy();
  }
}

/** The process id of a session on the server. `pg` keeps it to cancel queries, but its types omit it. */
function processOf(session: pg.PoolClient): number {
  return (session as pg.PoolClient & { readonly processID: number }).processID;
}

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
async function runTurn(pool: pg.Pool, begin: TransactionOptions, asked: readonly RequestedStatement[]): Promise<void> {
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
  // An error has already rejected the promise of its statement; this only ends the transaction.
  await Promise.all([
    ...answers,
    send(client, 'commit').catch((error: unknown) => {
      broken = asError(error);
    }),
  ]);
  client.release(broken);
}
