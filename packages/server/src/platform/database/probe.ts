import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const patienceMs = 2_000;
const idleMs = 60_000;

/** Checks whether a server responds. */
export interface Probe {
  /** Resolves within 2 s and never rejects. Concurrent calls share the result. */
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Probes over a connection of its own, which requests cannot keep busy. The first probe opens it, and it is closed when
 * probes stop.
 */
export function openProbe(connection: pg.PoolConfig): Probe {
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    idleTimeoutMillis: idleMs,
  });
  pool.on('error', () => undefined);
  const ask = async (): Promise<boolean> => {
    await pool.query('select 1');
    return true;
  };
  let asking: Promise<boolean> | undefined;
  const decide = async (): Promise<boolean> => {
    // Retry once, because the connection may have broken while it was idle.
    const answered = ask()
      .catch(ask)
      .catch(() => false);
    const isAnswering = await Promise.race([answered, pause(patienceMs, false, { ref: false })]);
    asking = undefined;
    return isAnswering;
  };
  return {
    isAnswering: () => {
      asking ??= decide();
      return asking;
    },
    close: () => pool.end(),
  };
}
