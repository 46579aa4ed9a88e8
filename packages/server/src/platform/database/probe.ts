import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const patienceMs = 2_000;
const idleMs = 60_000;

/** Tells whether a server answers. */
export interface Probe {
  /** Never rejects, and decides within 2 s. Calls in that time share the result. */
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Queries over a connection of its own, which requests cannot keep busy. It is opened by the first probe and kept as long
 * as probes arrive.
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
    // Once more, because the kept connection may have broken while nobody asked.
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
