/**
 * Runs two processes behind ops/nginx.conf on one PostgreSQL under a mixed load. The second is killed with -9 every
 * minute and started again. Every acknowledged write must be stored, every response correct, and the memory of the
 * first process stable.
 *   npm run bench -- soak [--minutes 20] [--clients 8] [--pause 20]
 * Prints a table and ends with status 1 after a loss or error. Requires PostgreSQL's binaries and nginx.
 */
import { randomBytes } from 'node:crypto';
import { cpus, loadavg, release } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, startPostgresCluster } from '../../scripts/testing/postgres-cluster.mjs';
import { startClient } from './client.mjs';
import { call, startProcess, startProxy } from './processes.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    clients: { type: 'string', default: '8' },
    // A client waits this long between its calls, in milliseconds.
    pause: { type: 'string', default: '20' },
  },
});
const minutes = Number(values.minutes);
const killEveryMs = 60_000;
const sampleEveryMs = 5_000;

const cluster = await startPostgresCluster({ isDurable: true });
const operatorToken = `svc_op_${randomBytes(32).toString('base64url')}`;
const ports = [await freePort(), await freePort()];
const start = (port) => startProcess({ port, operatorToken, databaseUrl: cluster.url });
const processes = [await start(ports[0]), await start(ports[1])];
const proxy = await startProxy(ports);

const outcome = { calls: new Map(), wrong: [], failed: 0 };
const clients = [];
for (let number = 0; number < Number(values.clients); number += 1) {
  const options = { number, operatorToken, proxy: proxy.url, pauseMs: Number(values.pause), outcome };
  clients.push(await startClient(options));
}
const memory = [];
const startedAt = performance.now();
const elapsedMs = () => performance.now() - startedAt;
let kills = 0;
let nextSampleMs = 0;
while (elapsedMs() < minutes * 60_000) {
  await sleep(500);
  if (elapsedMs() > nextSampleMs) {
    nextSampleMs += sampleEveryMs;
    memory.push(processes[0].residentBytes());
  }
  if (elapsedMs() > (kills + 1) * killEveryMs) {
    kills += 1;
    await processes[1].kill();
    processes[1] = await start(ports[1]);
  }
}
const lost = [];
for (const client of clients) await client.stop();
for (const client of clients) {
  for (const port of ports) lost.push(...(await client.missing(`http://127.0.0.1:${port}`)));
}
const health = await call(proxy.url, 'GET', '/health');
await proxy.stop();
for (const each of processes) await each.kill();
await cluster.stop();

const half = memory.slice(Math.floor(memory.length / 2));
const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length;
const middle = Math.floor(half.length / 2);
const [third, fourth] = [mean(half.slice(0, middle)), mean(half.slice(middle))];
const growth = fourth / third - 1;
const megabytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;
const quantile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1);

console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, load ${loadavg()[1]?.toFixed(1)} at the end.`,
);
console.log(`${minutes} minutes, ${clients.length} clients, the second process killed ${kills} times.\n`);
console.log('| call | answered | p50 ms | p95 ms | p99 ms |\n|---|---|---|---|---|');
for (const [name, times] of outcome.calls) {
  times.sort((a, b) => a - b);
  console.log(
    `| ${name} | ${times.length} | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} | ${quantile(times, 0.99)} |`,
  );
}
console.log(`\n| | |\n|---|---|`);
console.log(`| calls that failed, as their process was killed | ${outcome.failed} |`);
console.log(
  `| records and documents whose last acknowledged write was looked for on both processes at the end | ${clients.reduce((sum, each) => sum + each.acknowledged(), 0)} |`,
);
console.log(`| acknowledged writes that were lost | ${lost.length} |`);
console.log(`| wrong answers | ${outcome.wrong.length} |`);
console.log(
  `| memory of the first process, third and fourth quarter | ${megabytes(third)}, ${megabytes(fourth)} (${(growth * 100).toFixed(1)} %) |`,
);
for (const problem of [...lost, ...outcome.wrong].slice(0, 10)) console.log(problem);
process.exitCode =
  lost.length > 0 || outcome.wrong.length > 0 || Math.abs(growth) > 0.1 || health.status !== 200 ? 1 : 0;
