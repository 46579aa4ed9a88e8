import { setTimeout as pause } from 'node:timers/promises';
import { compileFilter, parseFilter } from '@tessera/search-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '../../../app.js';
import type { Database } from '../../../platform/database/database.js';
import { startSuiteService } from '../../../testing/service.js';
import { findState } from './index-queries.js';
import type { IndexTarget } from './index-target.js';
import { createTestIndexes, idsFound } from './testing/test-indexes.js';

const service = await startSuiteService();
const second: App = buildApp(service.services);
const workspace = await service.createWorkspace();

describe('search indexes', () => {
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    for (const name of ['lamps', 'desks', 'chairs']) {
      const created = await service.call('POST', '/collections', { token: workspace.token, body: { name } });
      ids[name] = created.body.id;
      const records = Array.from({ length: 30 }, (_, index) => ({
        id: `${name}-${index}`,
        name: `${name} number ${index}`,
        size: index,
      }));
      await service.call('POST', `/collections/${name}/import`, { token: workspace.token, body: { records } });
    }
  });
  afterAll(() => second.close());

  const askSecond = async (collection: string, body: unknown) => {
    const answer = await second.http.request(`/collections/${collection}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { results: { external_id: string }[]; confidence: string };
  };

  it('contain the writes of every process at the next query', async () => {
    expect((await askSecond('lamps', { query: 'violet chandelier' })).results[0]?.external_id).not.toBe('new');
    const record = { id: 'new', name: 'Violet chandelier', size: 99 };
    await service.call('POST', '/collections/lamps/records', { token: workspace.token, body: { records: [record] } });
    expect((await askSecond('lamps', { query: 'violet chandelier' })).results[0]?.external_id).toBe('new');
    expect(
      (await askSecond('lamps', { query: 'violet', filters: { size: 99 } })).results.map(
        (result) => result.external_id,
      ),
    ).toEqual(['new']);
    await service.call('POST', '/collections/lamps/records', {
      token: workspace.token,
      body: { records: [{ ...record, size: 100 }] },
    });
    expect((await askSecond('lamps', { query: 'violet', filters: { size: 99 } })).results).toEqual([]);
    await service.call('DELETE', '/collections/lamps/records/new', { token: workspace.token });
    expect(
      (await askSecond('lamps', { query: 'violet chandelier' })).results.map((result) => result.external_id),
    ).not.toContain('new');
  });

  it('serve concurrent queries, filtered or not, with one build', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.call('POST', '/collections/desks/query', {
          token: workspace.token,
          body: { query: `desks number ${index}`, top_k: 3, ...(index % 2 ? { filters: { size: index } } : {}) },
        }),
      ),
    );
    for (const [index, answer] of answers.entries()) {
      expect(answer.body.results.map((result: { external_id: string }) => result.external_id)).toContain(
        `desks-${index}`,
      );
      expect(answer.body.results).toHaveLength(index % 2 ? 1 : 3);
    }
  });

  /** Starts another process on a database, with its own collection. */
  const startProcess = async (database: Database) => {
    const app = buildApp({ ...service.services, database });
    const own = await service.createWorkspace();
    const headers = { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' };
    const call = async (path: string, body: unknown) => {
      const answer = await app.http.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.ok).toBe(true);
    };
    await call('/collections', { name: 'taken' });
    const importPage = (page: number, { size, text }: { size: number; text: string }) => {
      const records = Array.from({ length: size }, (_, position) => ({ id: `${page}-${position}`, name: text }));
      return call('/collections/taken/import', { records });
    };
    /** The number of records in its indexes. */
    const countIndexed = async () => {
      const metrics = await app.http.request('/metrics', {
        headers: { authorization: `Bearer ${service.operatorToken}` },
      });
      return Number(/^tessera_index_records (\d+)$/m.exec(await metrics.text())?.[1]);
    };
    return { importPage, countIndexed, close: () => app.close() };
  };

  it('contain records that were imported before the first query, and later ones', async () => {
    const { importPage, countIndexed, close } = await startProcess(service.services.database);
    for (const page of [0, 1, 2]) {
      await importPage(page, { size: 100, text: 'stool' });
    }
    await expect.poll(countIndexed).toBe(300);
    await close();
  });

  it('lag behind a fast import by at most two pages', async () => {
    const { database } = service.services;
    // A database with a long round trip. Indexing a page of long records takes more round trips than importing it.
    const far: Database = {
      ...database,
      inWorkspace: async (id, work) => {
        await pause(20);
        return database.inWorkspace(id, work);
      },
    };
    const { importPage, countIndexed, close } = await startProcess(far);
    const size = 50;
    const long = { size, text: 'a stool of oak '.repeat(300) };
    await importPage(0, long);
    await expect.poll(countIndexed).toBe(size);
    for (let page = 1; page <= 10; page += 1) {
      await importPage(page, long);
      expect(await countIndexed()).toBeGreaterThanOrEqual((page - 1) * size);
    }
    await close();
  });

  it('are dropped when memory is short, the least recently used first, and rebuilt when needed', async () => {
    const { database, log } = service.services;
    const { indexes, figure, close } = createTestIndexes({ database, log, memoryBytes: 1 });
    const ask = async (name: string) => {
      const target = await targetOf(name);
      await indexes.ensureReady(target, []);
      const found = await indexes.search(target, [questionOf(`${name} number 7`)]);
      return idsFound(found)?.[0];
    };
    for (const name of ['lamps', 'desks', 'lamps', 'chairs', 'desks']) {
      expect(await ask(name)).toBe(`${name}-7`);
      expect(figure('tessera_indexes')).toBe(1);
    }
    await close();
  });

  /** A database whose next transactions wait until they are released. */
  const waitingDatabase = (database: Database) => {
    let pause: Promise<void> | undefined;
    let heard: () => void = () => undefined;
    let resume: () => void = () => undefined;
    const waiting: Database = {
      ...database,
      inWorkspace: async (id, work) => {
        const result = await database.inWorkspace(id, work);
        heard();
        await pause;
        return result;
      },
    };
    /** Blocks the next transactions. Resolves when one of them is blocked. */
    const hold = (): Promise<void> => {
      pause = new Promise((resolve) => {
        resume = resolve;
      });
      return new Promise((resolve) => {
        heard = resolve;
      });
    };
    const letGo = () => {
      pause = undefined;
      resume();
    };
    return { waiting, hold, letGo };
  };

  /** The index target of a collection as a request would read it at this moment. */
  const targetOf = async (name: string): Promise<IndexTarget> => {
    const collectionId = ids[name] ?? '';
    const state = await service.services.database.inWorkspace(workspace.id, (transaction) =>
      findState(transaction, collectionId),
    );
    return {
      workspaceId: workspace.id,
      collectionId,
      indexVersion: state?.index_version ?? 0,
      sequenceNumber: state?.change_mark ?? 0,
    };
  };
  const bySize = (size: number) => compileFilter(parseFilter({ size }), {});
  const questionOf = (text: string, size?: number) => ({
    text,
    vectors: new Map<string, Float32Array>(),
    limit: 1,
    slice: null,
    filter: size === undefined ? undefined : bySize(size),
  });

  it("answer a query while another collection's index is being built", async () => {
    const { database, log } = service.services;
    const { waiting, hold, letGo } = waitingDatabase(database);
    const { indexes, figure, close } = createTestIndexes({ database: waiting, log });
    const [desks, chairs] = [await targetOf('desks'), await targetOf('chairs')];
    const ask = async (target: IndexTarget, text: string, size?: number) => {
      const found = await indexes.search(target, [questionOf(text, size)]);
      return idsFound(found)?.[0];
    };
    await indexes.ensureReady(desks, []);
    const begun = hold();
    const building = indexes.ensureReady(chairs, [bySize(7)]);
    await begun;
    expect(figure('tessera_indexes')).toBe(1);
    expect(figure('tessera_indexes_building')).toBe(1);
    expect(await ask(desks, 'desks number 7')).toBe('desks-7');
    expect(await ask(chairs, 'chairs number 7')).toBeUndefined();
    letGo();
    await building;
    expect(await ask(chairs, 'chairs number 7', 7)).toBe('chairs-7');
    const loading = hold();
    const column = indexes.ensureReady(desks, [bySize(7)]);
    await loading;
    expect(indexes.isReady(desks, [bySize(7)])).toBe(false);
    expect(await ask(desks, 'desks number 7')).toBe('desks-7');
    letGo();
    await column;
    expect(await ask(desks, 'desks number 7', 7)).toBe('desks-7');
    await close();
  });

  it('contain every change of a field that happens while its column is loaded', async () => {
    const { database, log } = service.services;
    const { waiting, hold, letGo } = waitingDatabase(database);
    const { indexes, close } = createTestIndexes({ database: waiting, log });
    const search = async (size?: number) => {
      const target = await targetOf('lamps');
      await indexes.ensureReady(target, []);
      return indexes.search(target, [questionOf('lamps number 5', size)]);
    };
    await indexes.ensureReady(await targetOf('lamps'), []);
    const read = hold();
    const sizes = indexes.ensureReady(await targetOf('lamps'), [bySize(5)]);
    await read;
    const records = [{ id: 'lamps-5', name: 'lamps number 5', size: 555 }];
    await service.call('POST', '/collections/lamps/records', { token: workspace.token, body: { records } });
    const changed = await targetOf('lamps');
    await database.inWorkspace(workspace.id, (transaction) =>
      indexes.query(transaction, changed, (index) => index.call('survey', { slice: null, filter: undefined })),
    );
    // This query starts after the change, and ends after the column's page that was read before it.
    const byName = compileFilter(parseFilter({ name: 'lamps number 5' }), {});
    const names = indexes.ensureReady(await targetOf('lamps'), [byName]);
    letGo();
    await Promise.all([sizes, names]);
    expect(idsFound(await search(555))).toEqual(['lamps-5']);
    expect(idsFound(await search(5))).toEqual([]);
    await close();
  });

  it('catch up once for concurrent queries, and answer all', async () => {
    const { database, log } = service.services;
    const { indexes, close } = createTestIndexes({ database, log });
    await indexes.ensureReady(await targetOf('desks'), []);
    const records = [{ id: 'late', name: 'Cherry bureau', size: 1 }];
    await service.call('POST', '/collections/desks/records', { token: workspace.token, body: { records } });
    const target = await targetOf('desks');
    const found = await Promise.all(
      Array.from({ length: 8 }, async () => {
        await indexes.ensureReady(target, []);
        return indexes.search(target, [questionOf('Cherry bureau')]);
      }),
    );
    expect(found.map((one) => idsFound(one)?.[0])).toEqual(found.map(() => 'late'));
    await close();
  });
});
