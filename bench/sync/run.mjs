/**
 * Two processes of the service follow a source in compressed time. Its clocks differ and repeat, and its webhooks are
 * dropped, doubled, reordered or about no record. Ids are written as in spreadsheets, the embedding provider has an
 * outage, and imports and reconciles run concurrently with webhooks. At the end the collection and a follower of its
 * change feed must equal the source, and each changed text must have been embedded once.
 *   npm run bench -- sync [--minutes 15] [--seed 1] [--record]
 * `--minutes` are simulated minutes. `--record` stores the result in RESULTS.md. Ends with status 1 after an error.
 * Requires PostgreSQL's binaries.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release } from 'node:os';
import { parseArgs } from 'node:util';
import { freePort, startPostgresCluster } from '../../scripts/testing/postgres-cluster.mjs';
import { randomSource } from '../relevance/random.mjs';
import { call, startProcess } from '../soak/processes.mjs';
import { startProvider } from './provider.mjs';
import { createSource } from './source.mjs';
import { createSync } from './sync.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.minutes) * 60;
const startedAt = performance.now();
const cluster = await startPostgresCluster();
const provider = await startProvider();
const operatorToken = `svc_op_${randomBytes(32).toString('base64url')}`;
const environment = {
  SVC_EMBEDDER: 'openai:bench',
  SVC_EMBED_URL: provider.url,
  SVC_EMBED_API_KEY: 'none',
  SVC_EMBED_SWEEP_SECONDS: '1',
};
const start = async () => {
  const port = await freePort();
  const process = await startProcess({ port, operatorToken, databaseUrl: cluster.url, environment });
  return { ...process, address: `http://127.0.0.1:${port}` };
};
const processes = [await start(), await start()];
try {
  const source = createSource({
    startMs: Date.now() - (seconds + 3_600) * 1_000,
    random: randomSource(Number(values.seed)),
  });
  const addresses = processes.map(({ address }) => address);
  const sync = await createSync({ source, addresses, token: await newToken(addresses[0]) });
  for (let second = 0; second < seconds; second += 1) {
    provider.isDown = second > seconds * 0.3 && second < seconds * 0.4;
    await sync.second();
  }
  report(await sync.finish(provider.bill), source.counts);
} finally {
  for (const process of processes) await process.kill();
  provider.stop();
  await cluster.stop();
}

async function newToken(address) {
  const operate = async (path, body) => {
    const answer = await call(address, 'POST', `/operator${path}`, { token: operatorToken, body });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return answer.body;
  };
  const { workspace } = await operate('/workspaces', { slug: 'sync', name: 'Sync' });
  const role = { name: 'sync', role: 'admin', access: 'read_write' };
  return (await operate(`/workspaces/${workspace.id}/tokens`, role)).secret;
}

function report({ figures, wrong }, counts) {
  const rows = { ...Object.fromEntries(Object.entries(counts).map(([name, n]) => [`source: ${name}`, n])), ...figures };
  const lines = [
    `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, load ${loadavg()[1]?.toFixed(1)} at the end.`,
    `${values.minutes} minutes of the source in ${Math.round((performance.now() - startedAt) / 1_000)} seconds, seed ${values.seed}.`,
    '',
    '| | |',
    '|---|--:|',
    ...Object.entries(rows).map(([name, n]) => `| ${name} | ${n} |`),
  ];
  console.log(lines.join('\n'));
  for (const problem of wrong.slice(0, 20)) console.log(problem);
  process.exitCode = wrong.length > 0 ? 1 : 0;
  if (values.record) {
    const command = `npm run bench -- sync --minutes ${values.minutes} --seed ${values.seed}`;
    const head = [
      '# Sync',
      '',
      'Two processes on one PostgreSQL follow a source in compressed time. `bench/sync/source.mjs` describes what goes wrong with its',
      'webhooks. A text that is replaced before it was embedded, as during the outage, is not paid for. Every figure below the texts',
      'paid for must be 0.',
      '',
      `Command: \`${command}\`, ${new Date().toISOString().slice(0, 10)}.`,
      '',
    ];
    writeFileSync(new URL('RESULTS.md', import.meta.url), `${[...head, ...lines].join('\n')}\n`);
  }
}
