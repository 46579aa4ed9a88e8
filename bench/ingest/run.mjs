/**
 * A source sends events to one ingest URL at a steady rate, each on a request of its own, and repeats those that are
 * refused after `Retry-After`, as sources of webhooks do. Prints how they are answered, and checks that every record has
 * its last event. Ends with status 1 if one has not.
 *   npm run bench -- ingest [--rate 50] [--seconds 20] [--records 200]
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startService } from '../speed/service.mjs';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
    records: { type: 'string', default: '200' },
  },
});
const [rate, seconds, records] = [values.rate, values.seconds, values.records].map(Number);
const folder = mkdtempSync(join(tmpdir(), 'bench-ingest-'));
const operatorToken = `svc_op_${randomBytes(32).toString('base64url')}`;
const service = await startService({ SVC_DATA_DIR: folder, SVC_OPERATOR_TOKEN: operatorToken });
const address = `http://127.0.0.1:${service.port}`;

async function call(token, method, path, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

try {
  const made = await call(operatorToken, 'POST', '/operator/workspaces', { slug: 'bench', name: 'Bench' });
  const path = `/operator/workspaces/${made.workspace.id}/tokens`;
  const { secret } = await call(operatorToken, 'POST', path, { name: 'bench', role: 'admin', access: 'read_write' });
  const { ingest_url: url } = await call(secret, 'POST', '/collections', { name: 'items' });
  const ingest = address + new URL(url).pathname;
  const [times, statuses, retryAfter] = [[], new Map(), []];
  const send = async (event) => {
    for (;;) {
      const sent = performance.now();
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(ingest, { method: 'POST', headers, body: JSON.stringify(event) });
      await answer.text();
      times.push(performance.now() - sent);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.ok) return;
      const wait = Number(answer.headers.get('retry-after'));
      retryAfter.push(wait);
      await pause(1_000 * wait);
    }
  };
  const [start, cpuBefore] = [performance.now(), service.cpuSeconds()];
  const last = new Map();
  const events = Array.from({ length: rate * seconds }, async (_, n) => {
    await pause((1_000 * n) / rate);
    const id = n % records;
    last.set(id, n);
    const write_date = new Date(1_767_225_600_000 + 1_000 * n).toISOString();
    await send({ id, name: `Lamp ${n}`, colour: n % 2 ? 'red' : 'blue', write_date, event: n });
  });
  await Promise.all(events);
  const elapsed = (performance.now() - start) / 1_000;
  const cpu = (1_000 * (service.cpuSeconds() - cpuBefore)) / events.length;
  times.sort((one, other) => one - other);
  const at = (share) => `${Math.round(times[Math.floor(share * (times.length - 1))])} ms`;
  const wrong = [];
  for (const [id, n] of last) {
    const { attributes } = await call(secret, 'GET', `/collections/items/records/${id}`);
    if (attributes.event !== n) wrong.push(id);
  }
  console.log(
    `${rate} events a second for ${seconds} s, to ${records} records; all answered after ${elapsed.toFixed(1)} s.`,
  );
  console.log(`Answers: ${[...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')}.`);
  console.log(`Half of them within ${at(0.5)}, 95 % within ${at(0.95)}, all within ${at(1)}.`);
  console.log(`Processor time of the service: ${cpu.toFixed(1)} ms for each event.`);
  if (retryAfter.length > 0) console.log(`Retry-After: ${Math.min(...retryAfter)}-${Math.max(...retryAfter)} s.`);
  console.log(`Records without their last event: ${wrong.length}.`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
