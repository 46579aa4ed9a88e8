/** The databases on which documents are measured. */
import { existsSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startPostgresCluster } from '../../scripts/testing/postgres-cluster.mjs';

/**
 * Returns settings for a service on `engine`, and a function that removes its data. `postgres` is a temporary
 * cluster in which every commit waits for the disk.
 */
export async function openEngine(engine, folder) {
  const data = { SVC_DATA_DIR: join(folder, engine) };
  if (engine === 'embedded') return { settings: data, close: () => removeDatabase(data.SVC_DATA_DIR) };
  const { url, stop } = await startPostgresCluster({ isDurable: true });
  return { settings: { ...data, SVC_DATABASE_URL: url }, close: stop };
}

/** Stops the PostgreSQL that a killed service left behind, and removes its folder, which can be outside of the data folder. */
async function removeDatabase(dataFolder) {
  const link = join(dataFolder, 'postgres');
  if (!existsSync(link)) return;
  const home = realpathSync(link);
  const { stopServer } = await import('../../packages/server/dist/platform/database/embedded/postmaster.js');
  await stopServer(join(home, 'cluster'));
  rmSync(home, { recursive: true, force: true });
}

/** Processor, load and Node.js version, for the header of a table. */
export function machineLine({ cpus, loadavg }) {
  return `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`;
}

/** A free TCP port of 127.0.0.1. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
