/**
 * Meilisearch, started with the executable in MEILISEARCH: keyword search with its defaults, and hybrid search with
 * this project's vectors, which the client computes before the measurement.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { builtinEmbedder } from '../../packages/resolver/dist/index.js';
import { freePort } from '../../scripts/testing/postgres-cluster.mjs';
import { createCaller, figuresOf } from '../speed/service.mjs';
import { vectorsOf } from './vectors.mjs';

/** Records per batch. Large batches are fastest, but a record with its vector is ten times as large. */
const pageSize = 10_000;
const pageSizeWithVectors = 2_000;
const embedder = 'ours';
const startTries = 200;
const pollMs = 20;
const path = '/indexes/items';

/** A competitor with keyword search. */
export function meilisearchCompetitor(executable) {
  return { name: 'Meilisearch', start: (folder) => startMeilisearch(executable, folder) };
}

/** A competitor with equal shares of keyword and vector search. */
export function hybridCompetitor(executable) {
  return {
    name: 'Meilisearch hybrid',
    start: async (folder) => {
      const { search, settings, ...started } = await startMeilisearch(executable, folder);
      const { dimensions } = builtinEmbedder;
      await settings({ embedders: { [embedder]: { source: 'userProvided', dimensions } } });
      return {
        ...started,
        prepare: withVectors,
        import: (records) => started.import(records, pageSizeWithVectors),
        ask: async (text) => {
          const [vector] = await builtinEmbedder.embed([text]);
          return search({ q: text, limit: 10, vector: [...vector], hybrid: { embedder, semanticRatio: 0.5 } });
        },
      };
    },
  };
}

async function withVectors(records) {
  const vectors = await vectorsOf(records);
  return records.map((record, at) => ({ ...record, _vectors: { [embedder]: [...vectors[at]] } }));
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
  const search = async (query) => {
    const { hits } = await call('POST', `${path}/search`, query);
    return hits.map(({ id }) => String(id));
  };
  return {
    search,
    settings: async (changed) => settled(await call('PATCH', `${path}/settings`, changed)),
    figures: () => server,
    declare: () => undefined,
    import: async (records, size = pageSize) => {
      let last;
      for (let sent = 0; sent < records.length; sent += size) {
        last = await call('POST', `${path}/documents`, records.slice(sent, sent + size));
      }
      await settled(last);
    },
    ask: (text) => search({ q: text, limit: 10 }),
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
