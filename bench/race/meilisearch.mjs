/** Meilisearch with its defaults, as the race runs it: keyword search by the executable that PEER_MEILISEARCH names. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../scripts/testing/postgres-cluster.mjs';
import { createCaller, figuresOf } from '../speed/service.mjs';

/** It takes large batches best. */
const pageSize = 10_000;
const startTries = 200;
const pollMs = 20;
const path = '/indexes/items';

/** The competitor of an executable. */
export function meilisearchCompetitor(executable) {
  return { name: 'Meilisearch', start: (folder) => startMeilisearch(executable, folder) };
}

async function startMeilisearch(executable, folder) {
  const cwd = join(folder, 'meilisearch');
  mkdirSync(cwd);
  let server = await startServer(executable, cwd);
  const call = async (...request) => JSON.parse(await server.caller.call(...request));
  const settled = async ({ taskUid }) => {
    for (;;) {
      const { status, error } = await call('GET', `/tasks/${taskUid}`);
      if (status === 'succeeded') return;
      if (status === 'failed') throw new Error(error.message);
      await pause(pollMs);
    }
  };
  await settled(await call('POST', '/indexes', { uid: 'items', primaryKey: 'id' }));
  return {
    figures: () => server,
    declare: () => undefined,
    import: async (records) => {
      let last;
      for (let sent = 0; sent < records.length; sent += pageSize) {
        last = await call('POST', `${path}/documents`, records.slice(sent, sent + pageSize));
      }
      await settled(last);
    },
    ask: async (text) => {
      const { hits } = await call('POST', `${path}/search`, { q: text, limit: 10 });
      return hits.map(({ id }) => String(id));
    },
    restart: async () => {
      await server.stop();
      server = await startServer(executable, cwd);
    },
    stop: () => server.stop(),
  };
}

async function startServer(executable, cwd) {
  const port = await freePort();
  const flags = ['--http-addr', `127.0.0.1:${port}`, '--db-path', join(cwd, 'data'), '--no-analytics'];
  const child = spawn(executable, flags, { cwd, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const caller = createCaller(port, 'none', 8);
  const stop = async () => {
    caller.close();
    child.kill('SIGTERM');
    await ended;
  };
  for (let tries = 0; ; tries += 1) {
    try {
      await caller.call('GET', '/health');
      return { caller, stop, ...figuresOf(child.pid) };
    } catch (error) {
      if (tries === startTries) {
        await stop();
        throw error;
      }
      await pause(pollMs);
    }
  }
}
