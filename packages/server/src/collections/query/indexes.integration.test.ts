import { compileFilter, parseFilter } from '@tessera/resolver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '../../app.js';
import type { Database } from '../../platform/database/database.js';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.js';
import { SearchIndexes } from './indexes.js';

const embedderId = 'none';

describe('search indexes', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  let second: App;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    service = await startTestService();
    second = buildApp(service.services);
    workspace = await service.createWorkspace();
    for (const name of ['lamps', 'desks', 'chairs']) {
      const created = await service.call('POST', '/collections', { token: workspace.token, body: { name } });
      ids[name] = created.body.id;
      const records = Array.from({ length: 30 }, (_, place) => ({
        id: `${name}-${place}`,
        name: `${name} number ${place}`,
        size: place,
      }));
      await service.call('POST', `/collections/${name}/import`, { token: workspace.token, body: { records } });
    }
  });
  afterAll(async () => {
    await second.close();
    await service.close();
  });

  const askSecond = async (collection: string, body: unknown) => {
    const answer = await second.http.request(`/collections/${collection}/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { results: { external_id: string }[]; confidence: string };
  };

  it('show a write of one process in every other one with the next query', async () => {
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

  it('answer from one build when many ask at once, filtered or not', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        service.call('POST', '/collections/desks/query', {
          token: workspace.token,
          body: { query: `desks number ${place}`, top_k: 3, ...(place % 2 ? { filters: { size: place } } : {}) },
        }),
      ),
    );
    for (const [place, answer] of answers.entries()) {
      expect(answer.body.results.map((result: { external_id: string }) => result.external_id)).toContain(
        `desks-${place}`,
      );
      expect(answer.body.results).toHaveLength(place % 2 ? 1 : 3);
    }
  });

  it('are dropped, least recently used first, when memory is short, and built again when needed', async () => {
    const { database, log } = service.services;
    const indexes = new SearchIndexes({ database, log, embedderId, answerStepMs: 0, memoryBytes: 1 });
    const ask = async (name: string) => {
      const place = { workspaceId: workspace.id, collectionId: ids[name] ?? '', identityVersion: 1, slice: null };
      await indexes.prepare(place, []);
      const question = { text: `${name} number 7`, vectors: new Map<string, Float32Array>(), limit: 1 };
      const found = await database.inWorkspace(workspace.id, (transaction) =>
        indexes.ask(transaction, place, { asks: 'search', question: question }),
      );
      return found?.hits[0]?.externalId;
    };
    for (const name of ['lamps', 'desks', 'lamps', 'chairs', 'desks']) {
      expect(await ask(name)).toBe(`${name}-7`);
      expect(indexes.statistics().indexes).toBe(1);
    }
    await indexes.close();
  });

  /** A database whose next transactions are over but have not answered until it is let go on. */
  const heldDatabase = (database: Database) => {
    let waiting: Promise<void> | undefined;
    let heard: () => void = () => undefined;
    let resume: () => void = () => undefined;
    const held: Database = {
      ...database,
      inWorkspace: async (id, work) => {
        const result = await database.inWorkspace(id, work);
        heard();
        await waiting;
        return result;
      },
    };
    /** Holds what comes next; resolves once it has something to hold. */
    const hold = (): Promise<void> => {
      waiting = new Promise((resolve) => {
        resume = resolve;
      });
      return new Promise((resolve) => {
        heard = resolve;
      });
    };
    const letGo = () => {
      waiting = undefined;
      resume();
    };
    return { held, hold, letGo };
  };

  const placeOf = (name: string) => ({
    workspaceId: workspace.id,
    collectionId: ids[name] ?? '',
    identityVersion: 1,
    slice: null,
  });
  const bySize = (size: number) => compileFilter(parseFilter({ size }), {});
  const questionOf = (text: string, size?: number) => ({
    text,
    vectors: new Map<string, Float32Array>(),
    limit: 1,
    filter: size === undefined ? undefined : bySize(size),
  });

  it("a query of one collection is answered while another collection's index is being built", async () => {
    const { database, log } = service.services;
    const { held, hold, letGo } = heldDatabase(database);
    const indexes = new SearchIndexes({ database: held, log, embedderId, answerStepMs: 0, memoryBytes: 1e9 });
    const ask = async (name: string, size?: number) => {
      const found = await database.inWorkspace(workspace.id, (transaction) =>
        indexes.ask(transaction, placeOf(name), { asks: 'search', question: questionOf(`${name} number 7`, size) }),
      );
      return found?.hits[0]?.externalId;
    };
    await indexes.prepare(placeOf('desks'), []);
    const begun = hold();
    const building = indexes.prepare(placeOf('chairs'), [bySize(7)]);
    await begun;
    expect(indexes.statistics()).toMatchObject({ indexes: 1, building: 1 });
    expect(await ask('desks')).toBe('desks-7');
    expect(await ask('chairs')).toBeUndefined();
    letGo();
    await building;
    expect(await ask('chairs', 7)).toBe('chairs-7');
    const loading = hold();
    const column = indexes.prepare(placeOf('desks'), [bySize(7)]);
    await loading;
    expect(indexes.isReady(placeOf('desks'), [bySize(7)])).toBe(false);
    expect(await ask('desks')).toBe('desks-7');
    letGo();
    await column;
    expect(await ask('desks', 7)).toBe('desks-7');
    await indexes.close();
  });

  it('miss no change of a field whose column is loaded meanwhile, however long searches take', async () => {
    const { database, log } = service.services;
    const { held, hold, letGo } = heldDatabase(database);
    const indexes = new SearchIndexes({ database: held, log, embedderId, answerStepMs: 0, memoryBytes: 1e9 });
    const search = (size?: number, beforeAnswer: () => Promise<void> = async () => undefined) =>
      database.inWorkspace(workspace.id, (transaction) => {
        const late = {
          ...transaction,
          query: async <Row>(...statement: Parameters<typeof transaction.query>) => {
            const rows = await transaction.query<Row>(...statement);
            await beforeAnswer();
            return rows;
          },
        };
        return indexes.ask(late, placeOf('lamps'), { asks: 'search', question: questionOf('lamps number 3', size) });
      });
    await indexes.prepare(placeOf('lamps'), []);
    const read = hold();
    const loading = indexes.prepare(placeOf('lamps'), [bySize(3)]);
    await read;
    const records = [{ id: 'lamps-3', name: 'lamps number 3', size: 333 }];
    await service.call('POST', '/collections/lamps/records', { token: workspace.token, body: { records } });
    await search();
    // This one starts while the column is on its way, and ends after it has arrived with the old value.
    await search(undefined, async () => {
      letGo();
      await loading;
    });
    expect((await search(333))?.hits.map((hit) => hit.externalId)).toEqual(['lamps-3']);
    expect((await search(3))?.hits).toEqual([]);
    await indexes.close();
  });

  it('miss no change of a field while the column of another one is loaded, too', async () => {
    const { database, log } = service.services;
    const { held, hold, letGo } = heldDatabase(database);
    const indexes = new SearchIndexes({ database: held, log, embedderId, answerStepMs: 0, memoryBytes: 1e9 });
    const search = (size?: number) =>
      database.inWorkspace(workspace.id, (transaction) =>
        indexes.ask(transaction, placeOf('lamps'), { asks: 'search', question: questionOf('lamps number 5', size) }),
      );
    await indexes.prepare(placeOf('lamps'), []);
    const read = hold();
    const sizes = indexes.prepare(placeOf('lamps'), [bySize(5)]);
    await read;
    const records = [{ id: 'lamps-5', name: 'lamps number 5', size: 555 }];
    await service.call('POST', '/collections/lamps/records', { token: workspace.token, body: { records } });
    await search();
    // Begins after the change, and ends after the column that was read before it.
    const names = indexes.prepare(placeOf('lamps'), [compileFilter(parseFilter({ name: 'lamps number 5' }), {})]);
    letGo();
    await Promise.all([sizes, names]);
    expect((await search(555))?.hits.map((hit) => hit.externalId)).toEqual(['lamps-5']);
    await indexes.close();
  });
});
