import { parseJson } from '@tessera/json';
import pg from 'pg';
import { FairGate } from '../turns/fair-gate.js';
import type { Database, OpenDatabase, SystemTransaction } from './database.js';
import { openProbe } from './probe.js';
import { runReading } from './readings.js';
import { type Lend, SharedSession } from './shared-session.js';
import { asError, runAlone, runInTransaction } from './transactions.js';

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

/** The setting of sessions that see no rows of workspaces. */
const noWorkspace = '';
const settingOf = (workspaceId: string) => `set local svc.workspace = '${workspaceId}'`;

/** How long a write has the embedded session alone. Short writes are not slowed by reads in between. */
const lentAfterMs = 50;

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
  const session = new SharedSession<pg.PoolClient>(lentAfterMs);
  // Writes have the embedded session one at a time, so they queue by workspace and not in order of arrival.
  const writes = new FairGate({ atATime: 1, slotsPerShare: Number.POSITIVE_INFINITY });
  const alone = <Result>(work: () => Promise<Result>) => (isEmbedded ? session.take(undefined, work) : work());
  const sessions = { pool: requests.pool, lent: () => session.lent };
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
  const withoutWorkspace: Database['withoutWorkspace'] = (work) =>
    alone(() => runAlone(requests.pool, work, timeoutMs));
  return {
    engine: options.engine,
    inWorkspace: (workspaceId, work, mode = 'write') => {
      if (!uuidPattern.test(workspaceId)) {
        throw new TypeError('a workspace id must be a UUID');
      }
      const begin = { mode, setting: settingOf(workspaceId), timeoutMs };
      const run = (transaction: SystemTransaction) => work({ ...transaction, workspaceId });
      const read = () => runReading(sessions, begin, run);
      const write = (lend?: Lend<pg.PoolClient>) => runInTransaction(requests.pool, { ...begin, lend }, run);
      if (!isEmbedded) {
        return connections.run(workspaceId, () => (mode === 'read' ? read() : write()));
      }
      return mode === 'read'
        ? connections.run(workspaceId, () => session.share(workspaceId, read))
        : writes.run(workspaceId, () => connections.run(workspaceId, () => session.take(workspaceId, write)));
    },
    withoutWorkspace,
    lookUp: (work) =>
      isEmbedded
        ? session.share(noWorkspace, () =>
            runReading(sessions, { mode: 'count', setting: settingOf(noWorkspace), timeoutMs }, work),
          )
        : withoutWorkspace(work),
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
