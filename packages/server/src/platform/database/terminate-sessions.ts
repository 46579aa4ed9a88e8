import pg from 'pg';

// The process is about to end and does not wait long for a server that may be gone.
const patienceMs = 1_000;

/**
 * Has the server end these sessions, whose open transactions it rolls back. To close their sockets would not do: a
 * statement that waits for a lock goes on when it gets it, and is kept if it stood by itself.
 */
export async function terminateSessions(
  connection: pg.ClientConfig,
  sessions: readonly pg.PoolClient[],
): Promise<void> {
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
