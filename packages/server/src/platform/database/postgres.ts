import { parseJson } from '@tessera/json';
import pg from 'pg';
import { FairGate } from '../turns/fair-gate.js';
import type { Database, OpenDatabase, SystemTransaction } from './database.js';
import { openProbe } from './probe.js';
import { readInTurns, SharedSession } from './shared-session.js';
import { asError, runAlone, runInTransaction } from './transactions.js';

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

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.JSON, parseJson);
types.setTypeParser(pg.types.builtins.JSONB, parseJson);

/** Transactions that may wait for the one session of the embedded engine, or share it. */
const sharingAtATime = 8;

/**
 * Divides connections among workspaces: none uses more than half of them, and the workspace that uses the fewest gets the
 * next one. So a few transactions at most of another workspace are ahead of its own.
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
    // The pool listens to idle connections only: a connection that breaks in use would end the process. Its query rejects.
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
  const connections = shareConnections(options.pool);
  const isEmbedded = options.engine === 'pglite';
  const session = new SharedSession();
  const alone: SharedSession['take'] = (work) => (isEmbedded ? session.take(work) : work());
  // A server that does not respond must not keep all callers waiting. The first statements of a call are fast: the lookup of
  // the caller and the start of a transaction. The session of the embedded engine may be busy for long instead, so it has no
  // limit; it ends with its worker.
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
      return connections.run(workspaceId, () =>
        isEmbedded && mode === 'read'
          ? session.share(() => readInTurns(requests.pool, begin, run))
          : alone(() => runInTransaction(requests.pool, begin, run)),
      );
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
      waiting: connections.queued + session.waiting + sum((pool) => pool.waitingCount),
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

// The process is about to end and does not wait long for a server that may be gone.
const patienceMs = 1_000;

/**
 * Has the server end these sessions, whose open transactions it rolls back. Closing their sockets is not
 * enough: a statement that waits for a lock would still run, and would be committed if it is not in a transaction.
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
