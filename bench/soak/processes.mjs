/** Processes of the soak test: the service and nginx in front of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/testing/postgres-cluster.mjs';
import { figuresOf } from '../speed/service.mjs';

const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url));
const example = fileURLToPath(new URL('../../ops/nginx.conf', import.meta.url));

/** Makes a call; status 0 without a response. */
export async function call(address, method, path, { token, body } = {}) {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  try {
    const answer = await fetch(address + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

async function untilHealthy(address, child) {
  while ((await call(address, 'GET', '/health')).status !== 200) {
    if (child.exitCode !== null)
      throw new Error(`what should answer at ${address} ended with status ${child.exitCode}`);
    await sleep(100);
  }
}

/** Starts a process of the service on a port. */
export async function startProcess({ port, operatorToken, databaseUrl, environment = {} }) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      SVC_PORT: String(port),
      SVC_DATABASE_URL: databaseUrl,
      SVC_OPERATOR_TOKEN: operatorToken,
      SVC_DEMO: '0',
      SVC_CALLS_PER_MINUTE: '1000000000',
      SVC_LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilHealthy(`http://127.0.0.1:${port}`, child);
  return {
    ...figuresOf(child.pid),
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts nginx with the example configuration on other ports. */
export async function startProxy(ports) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-soak-'));
  const port = await freePort();
  const configuration = readFileSync(example, 'utf8')
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${ports[1]}`);
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, nginx);
  return {
    url,
    stop: async () => {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
