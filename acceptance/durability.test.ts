import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { call, makeToken, makeWorkspace, ok } from './http.js';
import { createDatabase, newOperatorToken, type OwnService, startService } from './service.js';

// These end the service, so they only run against one that they start themselves.
const ownService = !process.env.ACCEPTANCE_URL;
const postgresUrl = inject('postgresUrl');
const services: OwnService[] = [];

afterEach(async () => {
  for (const service of services.splice(0).reverse()) await service.dispose();
});

async function start(options: Parameters<typeof startService>[0] = {}): Promise<OwnService> {
  const service = await startService(options);
  services.push(service);
  return service;
}

async function makeRecords(target: OwnService): Promise<{ token: string; secret: string }> {
  const workspace = await makeWorkspace(target);
  const token = await makeToken(workspace.id, { target });
  const { secret } = await ok<{ secret: string }>('POST /collections', { target, token, body: { name: 'events' } });
  return { token, secret };
}

/** Writes from several callers at once until the service is gone; the ids it acknowledged. */
async function writeUntilKilled(target: OwnService, secret: string): Promise<string[]> {
  const acknowledged: string[] = [];
  const write = async (caller: number): Promise<void> => {
    for (let number = 0; ; number += 1) {
      const id = `${caller}-${number}`;
      const answer = await call(`POST /ingest/${secret}`, { target, body: { id, name: `Event ${id}` } }).catch(
        () => undefined,
      );
      if (answer?.status !== 200) return;
      acknowledged.push(id);
      if (acknowledged.length === 60) target.process.kill('SIGKILL');
    }
  };
  await Promise.all([0, 1, 2, 3].map(write));
  await target.end('SIGKILL');
  return acknowledged;
}

async function storedIds(target: OwnService, token: string): Promise<Set<string>> {
  const ids = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    const page: { records: { external_id: string }[]; next_cursor: string | null } = await ok(
      `GET /collections/events/records?limit=500${query}`,
      { target, token },
    );
    for (const record of page.records) ids.add(record.external_id);
    cursor = page.next_cursor;
  }
  return ids;
}

async function killAndCompare(databaseUrl: string | undefined): Promise<void> {
  const operatorToken = newOperatorToken();
  const first = await start({ databaseUrl, operatorToken });
  const { token, secret } = await makeRecords(first);
  const acknowledged = await writeUntilKilled(first, secret);
  expect(acknowledged.length).toBeGreaterThanOrEqual(60);

  const second = await start({ databaseUrl, operatorToken, dataFolder: first.dataFolder });
  const stored = await storedIds(second, token);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  // The secret still works, and what was written before is resolved by the new process.
  await ok(`POST /ingest/${secret}`, { target: second, body: { id: 'after', name: 'After the crash' } });
  const found = await ok('POST /collections/events/query', { target: second, token, body: { query: acknowledged[0] } });
  expect(found).toMatchObject({ match_type: 'exact_id', confidence: 'high' });
}

describe.runIf(ownService)('a service that is killed', () => {
  it('has lost no acknowledged write on the embedded database', () => killAndCompare(undefined));
});

describe.runIf(ownService && postgresUrl)('a service on PostgreSQL that is killed', () => {
  it('has lost no acknowledged write', async () => killAndCompare(await createDatabase(String(postgresUrl))));
});

describe.runIf(ownService)('a service that is asked to stop', () => {
  it('finishes the requests in flight, takes no more and exits with 0', async () => {
    const service = await start();
    const { token, secret } = await makeRecords(service);
    const records = Array.from({ length: 500 }, (_, index) => ({ id: index, name: `Event ${index}` }));
    const inFlight = Promise.all([
      call(`POST /ingest/${secret}/batch`, { target: service, body: { records } }),
      call('POST /collections/events/import', { target: service, token, body: { records } }),
    ]);
    // Long enough for the requests to have been accepted, far too short for them to be done.
    await sleep(30);
    const status = service.end('SIGTERM');
    expect((await inFlight).map((answer) => answer.status)).toEqual([200, 200]);
    expect(await status).toBe(0);
    await expect(call('GET /health', { target: service })).rejects.toThrow();
  });

  it('refuses a second process on the same data folder and keeps serving from the first', async () => {
    const service = await start();
    await expect(startService({ dataFolder: service.dataFolder })).rejects.toThrow(/did not come up/);
    await ok('GET /health', { target: service });
  });
});
