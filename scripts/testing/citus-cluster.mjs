import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgresCluster } from './postgres-cluster.mjs';

const run = promisify(execFile);

/** Folder of the binaries of a PostgreSQL with the extension Citus; undefined without one. */
export const citusBinaries = process.env.TEST_CITUS || undefined;

/**
 * One coordinator and two workers. `url` is the coordinator's; `addWorkers` registers the workers with it.
 * @typedef {{ url: string, addWorkers: () => Promise<void>, sql: (...statements: string[]) => Promise<string>, stop: ()
 * => Promise<void> }} CitusCluster
 */

/**
 * Starts the three servers, each with an empty database `tessera`. Only those of the workers have the extension.
 * @param {{ isDurable?: boolean }} [options]
 * @returns {Promise<CitusCluster>}
 */
export async function startCitusCluster(options = {}) {
  const settings = {
    shared_preload_libraries: 'citus',
    max_connections: '100',
    max_prepared_transactions: '100',
    'citus.enable_stat_counters': 'on',
    // The test servers have no certificates.
    'citus.node_conninfo': 'sslmode=disable',
  };
  /** @type {import('./postgres-cluster.mjs').PostgresCluster[]} */
  const nodes = [];
  const stop = async () => {
    for (const node of nodes) await node.stop();
  };
  try {
    for (let n = 0; n < 3; n += 1) {
      nodes.push(await startPostgresCluster({ ...options, binaries: citusBinaries, settings }));
    }
    const [coordinator, ...workers] = nodes.map(({ url }) => url);
    for (const url of nodes.map((node) => node.url)) await psql(url, 'create database tessera');
    const own = workers.map((url) => url.replace(/\/postgres$/, '/tessera'));
    for (const url of own) await psql(url, 'create extension citus');
    const url = String(coordinator).replace(/\/postgres$/, '/tessera');
    const sql = (/** @type {string[]} */ ...statements) => psql(url, ...statements);
    const addWorkers = async () => {
      await sql(`select citus_set_coordinator_host('127.0.0.1', ${new URL(url).port})`);
      for (const worker of own) await sql(`select citus_add_node('127.0.0.1', ${new URL(worker).port})`);
    };
    return { url, addWorkers, sql, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} url @param {string[]} statements sent one after the other in one session */
async function psql(url, ...statements) {
  const commands = statements.flatMap((statement) => ['-c', statement]);
  const { stdout } = await run(join(String(citusBinaries), 'psql'), [url, '-qAtX', ...commands]);
  return stdout.trim();
}
