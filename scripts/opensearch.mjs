/**
 * Runs a command with one node of OpenSearch, whose address is in `TEST_OPENSEARCH`:
 *   node scripts/opensearch.mjs npx vitest run packages/server/src/collections/search/engine
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startOpenSearch, whyNoOpenSearch } from './testing/opensearch.mjs';

const [program, ...rest] = process.argv.slice(2);
if (!program) {
  console.error('Say what to run: node scripts/opensearch.mjs PROGRAM ...');
  process.exit(1);
}
const reason = whyNoOpenSearch();
if (reason === undefined) {
  const { urls, stop } = await startOpenSearch();
  const child = spawn(program, rest, { env: { ...process.env, TEST_OPENSEARCH: urls[0] }, stdio: 'inherit' });
  const [status] = await once(child, 'exit').finally(stop);
  process.exitCode = status ?? 1;
} else {
  console.log(`Not run: indexes in OpenSearch (${reason}).`);
}
