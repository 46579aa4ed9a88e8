import { beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '../../app.js';
import { startSuiteService } from '../../testing/service.js';

const filters = [
  { colour: 'red' },
  { colour: { ne: 'red' } },
  { size: { gte: 5, lt: 40 } },
  { size: { lte: 20 }, colour: { in: ['red', 'blue'] } },
  { colour: { exists: false } },
  { colour: 'none such' },
];

/** There are few dates, so that many records have the same one. */
const record = (n: number) => ({
  id: `r${(n * 7) % 60}`,
  name: `Lamp ${n}`,
  size: n,
  ...(n % 6 === 0 ? {} : { colour: ['red', 'blue', 'green'][n % 3] }),
  write_date: `2026-01-0${1 + (n % 4)} 10:00:00`,
});

const service = await startSuiteService();
const workspace = await service.createWorkspace();

describe('collections.query > filters without words', () => {
  beforeAll(async () => {
    const { token } = workspace;
    await service.call('POST', '/collections', { token, body: { name: 'lamps' } });
    await service.call('PATCH', '/collections/lamps', { token, body: { field_types: { size: 'number' } } });
    const records = Array.from({ length: 60 }, (_, n) => record(n));
    await service.call('POST', '/collections/lamps/import', { token, body: { records } });
  });

  async function ask(app: App, body: object): Promise<unknown> {
    const answer = await app.http.request('http://tessera.test/collections/lamps/query', {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  }

  /** Compares with a process that was never queried with words. It has no index and reads from the database. */
  async function expectSame(): Promise<void> {
    const withoutIndex = buildApp(service.services);
    await ask(service.app, { query: 'lamp' });
    for (const filter of filters) {
      for (const top_k of [1, 7, 100]) {
        const body = { filters: filter, top_k };
        expect(await ask(service.app, body)).toEqual(await ask(withoutIndex, body));
      }
    }
    await withoutIndex.close();
  }

  it('returns the same from the index and the database: newest first, then by id', async () => {
    await expectSame();
  });

  it('includes the latest writes and deletions', async () => {
    const { token } = workspace;
    const records = [
      { ...record(3), colour: 'red', size: 6, write_date: '2026-02-01' },
      { id: 'new', name: 'Lamp', size: 7, colour: 'red', write_date: '2026-01-02 10:00:00' },
    ];
    await service.call('POST', '/collections/lamps/records', { token, body: { records } });
    await service.call('DELETE', `/collections/lamps/records/${record(9).id}`, { token });
    await expectSame();
  });
});
