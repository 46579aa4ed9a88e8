/**
 * Runs a command with a database on one coordinator and two workers, whose address is in `ACCEPTANCE_DATABASE_URL`:
 *   TEST_CITUS=<binaries of a PostgreSQL with the extension> node scripts/citus.mjs npx vitest run --project acceptance
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { citusBinaries, startCitusCluster } from './testing/citus-cluster.mjs';

const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url));
const [program, ...rest] = process.argv.slice(2);
if (!citusBinaries || !program) {
  console.error('Set TEST_CITUS, and say what to run: node scripts/citus.mjs PROGRAM ...');
  process.exit(1);
}
const cluster = await startCitusCluster();
const { status } = await run(cluster).finally(cluster.stop);
process.exitCode = status ?? 1;

/** @param {import('./testing/citus-cluster.mjs').CitusCluster} cluster */
async function run({ url, sql, addWorkers }) {
  await sql('create extension citus');
  await addWorkers();
  const environment = { ...process.env, SVC_DATABASE_URL: url };
  const made = spawnSync(process.execPath, [main, 'distribute'], { env: environment, stdio: 'inherit' });
  if (made.status !== 0) return made;
  const env = { ...process.env, ACCEPTANCE_DATABASE_URL: url };
  return spawnSync(String(program), rest, { env, stdio: 'inherit' });
}
