import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '../../app.js';
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
    const indexes = new SearchIndexes({ database, log, embedderId, memoryBytes: 1 });
    const ask = async (name: string) => {
      const place = { workspaceId: workspace.id, collectionId: ids[name] ?? '', identityVersion: 1, slice: null };
      await indexes.prepare(place, []);
      const question = { text: `${name} number 7`, vectors: new Map<string, Float32Array>(), limit: 1 };
      const found = await database.inWorkspace(workspace.id, (transaction) =>
        indexes.search(transaction, place, question),
      );
      return found?.hits[0]?.externalId;
    };
    for (const name of ['lamps', 'desks', 'lamps', 'chairs', 'desks']) {
      expect(await ask(name)).toBe(`${name}-7`);
      expect(indexes.statistics().indexes).toBe(1);
    }
    await indexes.close();
  });
});
