import { parseJson } from '@tessera/json';
import pg from 'pg';
import { FairGate } from '../turns/fair-gate.js';
import type { Database, OpenDatabase, SystemTransaction } from './database.js';
import { openProbe } from './probe.js';
import { runReading } from './readings.js';
import { asError, connectTo, runAlone, runInTransaction } from './transactions.js';

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

/** Maximum wait for the first statement of a call: the lookup of its caller or the start of a transaction. */
const usualFirstAnswerMs = 10_000;

/**
 * Shares connections among workspaces. A workspace uses at most half of them, and the workspace that uses the fewest
 * gets the next free one. A transaction therefore waits for few transactions of other workspaces.
 */
function shareConnections({ max = 1, connectionTimeoutMillis: waitMs }: pg.PoolConfig): FairGate {
  return new FairGate({
    atATime: max,
    perShare: Math.ceil(max / 2),
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
  // A server that does not respond must not block all callers.
  const timeoutMs = options.firstAnswerTimeoutMs ?? usualFirstAnswerMs;
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
      const inMode = mode === 'read' ? runReading : runInTransaction;
      return connections.run(workspaceId, () => inMode(requests.pool, begin, run));
    },
    withoutWorkspace: (work) => runAlone(requests.pool, work, timeoutMs),
    asSystem: (work) =>
      runInTransaction(owner.pool, { mode: 'write', setting: 'set local role none', timeoutMs }, work),
    refreshStatistics: (table) => runAsOwner(owner.pool, `analyze ${pg.escapeIdentifier(table)}`),
    connections: () => ({
      open: sum((pool) => pool.totalCount),
      idle: sum((pool) => pool.idleCount),
      waiting: connections.queued + sum((pool) => pool.waitingCount),
    }),
    isAnswering: probe.isAnswering,
    breakOff: async () => {
      void end();
      await Promise.all(pools.map((each) => breakOffSessions(each)));
    },
    close: async () => {
      await end();
    },
  };
}

async function breakOffSessions({ config, open }: SessionPool): Promise<void> {
  const sessions = [...open];
  try {
    await terminateSessions(config, sessions);
  } finally {
    for (const { connection } of sessions) {
      connection.stream.destroy();
    }
  }
}

/** Runs a statement outside of a transaction as the owner of the schema. */
async function runAsOwner(pool: pg.Pool, statement: string): Promise<void> {
  const client = await connectTo(pool);
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
