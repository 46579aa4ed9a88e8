import type { Services } from '../platform/services.js';
import type { Mount } from './mount.js';

/** Paths that load balancers and supervisors call at any host, also while the database is away. */
export const probePaths: readonly string[] = ['/health', '/livez', '/readyz'];

/**
 * `GET /livez` is 200 while the process responds. `GET /readyz` is 200 while it should receive traffic: its database
 * responds and has all migrations, and no signal to stop has arrived. Otherwise it is 503 and names the failing part.
 */
export function mountProbes({ isDatabaseAnswering, unready }: Services): Mount {
  return (app) => {
    app.get('/livez', (c) => c.json({ status: 'ok' }));
    app.get('/readyz', async (c) => {
      const failing = unready?.() ?? ((await isDatabaseAnswering()) ? undefined : 'database');
      return failing === undefined ? c.json({ status: 'ok' }) : c.json({ status: 'unready', failing }, 503);
    });
  };
}
