import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './service.js';

/** Whether nginx is installed. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/** The example configuration of the service. */
export function exampleConfiguration(): Promise<string> {
  return readFile(fileURLToPath(new URL('../ops/nginx.conf', import.meta.url)), 'utf8');
}

/** A running nginx in front of processes. */
export interface Nginx {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts nginx with the example configuration on other ports. It tries a failed process again after a second. */
export async function startProxy(upstreamPorts: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-nginx-'));
  const port = await freePort();
  const servers = upstreamPorts.map((upstream) => `server 127.0.0.1:${upstream} max_fails=1 fail_timeout=1s;`);
  const configuration = (await exampleConfiguration())
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace(/(?:server 127\.0\.0\.1:808[12] .*\s*){2}/, `${servers.join('\n')}\n`);
  await writeFile(join(folder, 'nginx.conf'), configuration);
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  while (
    nginx.exitCode === null &&
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(50);
  return {
    url,
    stop: async () => {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
