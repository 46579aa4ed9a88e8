import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isFullSize } from '../../../../../acceptance/full-size.mjs';
import { startTestService, type TestService, type TestWorkspace } from '../../testing/service.js';
import { Provider } from './testing/provider.js';

/** More than one call embeds. */
const manyRecords = isFullSize ? 2_000 : 1_000;

describe('embedding provider', () => {
  const provider = new Provider();
  let settings: Record<string, string>;
  let service: TestService;
  let workspace: TestWorkspace;
  let ingest: string;
  let minutes = 0;

  beforeAll(async () => {
    settings = {
      SVC_EMBEDDER: 'openai:nomic-embed-text',
      SVC_EMBED_URL: await provider.start(),
      SVC_EMBED_API_KEY: 'provider-key',
      SVC_EMBED_TIMEOUT_MS: '5000',
      // Disables the sweep, which would otherwise add tries of its own.
      SVC_EMBED_SWEEP_SECONDS: '86400',
    };
    service = await startTestService(settings);
    workspace = await service.createWorkspace();
  });
  afterAll(async () => {
    await service.close();
    provider.stop();
  });
  beforeEach(async () => {
    provider.mode = 'works';
    provider.breaks = true;
    provider.requests = [];
    await call('DELETE', '/collections/lamps');
    ingest = `/ingest/${(await call('POST', '/collections', { name: 'lamps' })).body.secret}`;
    letCircuitClose();
  });

  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { token: workspace.token, body });
  const push = (record: object) => service.call('POST', ingest, { body: record });
  const embedPending = async () => (await service.call('POST', `${ingest}/embed-pending`)).body;
  const drained = async () => {
    while ((await embedPending()).more);
  };
  const describeIt = async () => (await call('GET', '/collections/lamps/describe')).body;
  const query = async (body: object) => (await call('POST', '/collections/lamps/query', body)).body;
  const textsSent = () => provider.requests.flatMap((request) => request.input);
  function letCircuitClose(): void {
    minutes += 1;
    service.setTime(new Date(Date.now() + minutes * 60_000));
  }

  it('receives a record that arrives twice at the same time only once, and never a stale update', async () => {
    const lamp = { id: 1, name: 'Brass lamp', write_date: '2026-02-01' };
    const answers = await Promise.all([push(lamp), push(lamp)]);
    const came = answers.map(({ body }) => `${body.status} ${body.embedded}`).sort();
    expect(came).toEqual(['created true', 'unchanged false']);
    const older = await push({ ...lamp, name: 'Brass lamp, former name', write_date: '2026-01-01' });
    expect(older.body).toMatchObject({ status: 'stale', embedded: false });
    expect(textsSent()).toEqual([expect.stringContaining('Brass lamp')]);
  });

  it('is called with its model and key, in batches, with each text once', async () => {
    const records = Array.from({ length: 150 }, (_, id) => ({ id, name: `Lamp number ${id}` }));
    const answer = (await call('POST', '/collections/lamps/import', { records })).body;
    expect(answer).toMatchObject({ imported: 150, embedded: 150 });
    expect(provider.requests.map((request) => request.input.length)).toEqual([64, 64, 22]);
    expect(provider.requests[0]).toMatchObject({ model: 'nomic-embed-text', authorization: 'Bearer provider-key' });
    expect(new Set(textsSent()).size).toBe(150);
    expect((await query({ query: 'Lamp number 149' })).results[0].external_id).toBe('149');
    expect((await query({ query: 'Lamp number 7' })).results[0].relevance).toBeCloseTo(1, 3);
  }, 120_000);

  it('is called again only for a changed text', async () => {
    await call('PATCH', '/collections/lamps', { embed_fields: ['name'] });
    const lamp = { id: 1, name: 'Brass lamp', price: 10 };
    expect((await push(lamp)).body).toMatchObject({ status: 'created', embedded: true });
    expect((await push(lamp)).body).toMatchObject({ status: 'unchanged', embedded: false });
    expect((await push({ ...lamp, price: 12 })).body).toMatchObject({ status: 'updated', embedded: false });
    expect(textsSent()).toEqual(['Brass lamp']);
    await push({ ...lamp, name: 'Copper lamp' });
    expect(textsSent()).toEqual(['Brass lamp', 'Copper lamp']);
  });

  it('is not called for a record without text, which is never reported as embedded', async () => {
    await call('PATCH', '/collections/lamps', { embed_fields: ['name'] });
    for (const status of ['created', 'unchanged']) {
      expect((await push({ id: 9, price: 10 })).body).toMatchObject({ status, embedded: false });
    }
    expect(textsSent()).toEqual([]);
  });

  it('outages do not fail writes: records wait, and are found by id, code, word and filter', async () => {
    await push({ id: 1, name: 'Brass lamp', code: 'LMP-021', price: 10 });
    provider.mode = 'is down';
    const pushed = await push({ id: 2, name: 'Walnut shelf', code: 'SHF-440', price: 99 });
    expect(pushed).toMatchObject({ status: 200, body: { external_id: '2', status: 'created', embedded: false } });
    expect(await describeIt()).toMatchObject({ records: 2, pending_embed: 1, failed_embed: 0 });
    expect(await query({ query: '2' })).toMatchObject({ match_type: 'exact_id', confidence: 'high' });
    expect((await query({ query: 'is shf 440 there?' })).results[0]).toMatchObject({ external_id: '2' });
    expect((await query({ query: 'walnut' })).results[0]).toMatchObject({ external_id: '2' });
    expect(await query({ filters: { price: 99 } })).toMatchObject({ results: [{ external_id: '2' }] });
    provider.mode = 'works';
    letCircuitClose();
    expect(await embedPending()).toMatchObject({ embedded: 1, more: false });
    expect(await describeIt()).toMatchObject({ pending_embed: 0, failed_embed: 0 });
  });

  it('is not called for a while after three failed calls', async () => {
    provider.mode = 'is down';
    for (let id = 0; id < 3; id += 1) {
      await push({ id, name: `Lamp ${id}` });
    }
    const asked = provider.requests.length;
    await push({ id: 3, name: 'Lamp 3' });
    await query({ query: 'a lamp' });
    expect(provider.requests.length).toBe(asked);
    letCircuitClose();
    provider.mode = 'works';
    expect((await push({ id: 4, name: 'Lamp 4' })).body).toMatchObject({ embedded: true });
    expect(provider.requests.length).toBe(asked + 1);
  });

  it('outages count no try, and queries in words report that a record waits', async () => {
    await service.call('POST', `${ingest}/batch`, { body: { records: [{ id: 1, name: 'Brass lamp' }] } });
    provider.mode = 'is down';
    for (let time = 0; time < 7; time += 1) {
      expect(await embedPending()).toMatchObject({ embedded: 0, failed: 0, more: true });
      letCircuitClose();
    }
    expect(await describeIt()).toMatchObject({ pending_embed: 1, failed_embed: 0 });
    const warning = { field: null, message: expect.stringContaining('1 of the records') };
    expect((await query({ query: 'brass' })).warnings).toEqual([warning]);
    provider.mode = 'works';
    expect(await embedPending()).toMatchObject({ embedded: 1, failed: 0, more: false });
    expect((await query({ query: 'brass' })).warnings).toBeUndefined();
  });

  it('refusals of a text stop after five tries, and a reindex tries again', async () => {
    await service.call('POST', `${ingest}/batch`, { body: { records: [{ id: 1, name: 'breaking brass lamp' }] } });
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(await describeIt()).toMatchObject({ pending_embed: 1, failed_embed: 0 });
      expect(await embedPending()).toMatchObject({ embedded: 0, failed: 1, more: tries < 5 });
    }
    expect(await describeIt()).toMatchObject({ records: 1, pending_embed: 0, failed_embed: 1 });
    expect(await embedPending()).toMatchObject({ embedded: 0, failed: 0, more: false });
    provider.breaks = false;
    const reindexed = await call('POST', '/collections/lamps/reindex?dry_run=false');
    expect(reindexed.body).toMatchObject({ applied: true, reembedding: 1 });
    for (let more = true; more; ) {
      ({ more } = await embedPending());
    }
    expect(await describeIt()).toMatchObject({ pending_embed: 0, failed_embed: 0 });
    expect((await query({ query: 'breaking brass lamp' })).results[0].relevance).toBeCloseTo(1, 3);
  });

  it.each(['answers too few vectors', 'answers no numbers'] as const)(
    'vectors are not stored if the response %s',
    async (mode) => {
      provider.mode = mode;
      const records = [
        { id: 1, name: 'Brass lamp' },
        { id: 2, name: 'Copper lamp' },
      ];
      const answer = (await call('POST', '/collections/lamps/import', { records })).body;
      expect(answer).toMatchObject({ imported: 2, failed: 0, embedded: 0 });
      expect(await describeIt()).toMatchObject({ records: 2, pending_embed: 2 });
    },
  );

  it.each(['unreadable', 'breaking'])(
    'failures at one text do not prevent embedding the others of its batch (%s)',
    async (name) => {
      const records = Array.from({ length: 9 }, (_, id) => ({ id, name: id === 5 ? name : `Lamp ${id}` }));
      const answer = (await call('POST', '/collections/lamps/import', { records })).body;
      expect(answer).toMatchObject({ imported: 9, embedded: 8 });
      expect(answer.results[5]).toMatchObject({ external_id: '5', embedded: false });
      // A failure at one text does not open the circuit, so the provider is called again at once.
      expect((await push({ id: 10, name: 'Lamp 10' })).body).toMatchObject({ embedded: true });
    },
  );

  it.each([5, 70])(
    'failures at one text of %i do not delay the others',
    async (count) => {
      const records = Array.from({ length: count }, (_, id) => ({ id, name: id === 0 ? 'breaking' : `Lamp ${id}` }));
      await service.call('POST', `${ingest}/batch`, { body: { records } });
      for (let tries = 1; tries <= 5; tries += 1) {
        expect(await embedPending()).toMatchObject({ embedded: tries === 1 ? count - 1 : 0, more: tries < 5 });
      }
      expect(await describeIt()).toMatchObject({ records: count, pending_embed: 0, failed_embed: 1 });
    },
    60_000,
  );

  it('failures at one text that is sent repeatedly do not delay others', async () => {
    for (let time = 0; time < 4; time += 1) {
      expect((await push({ id: 1, name: `breaking ${time}` })).body).toMatchObject({ embedded: false });
    }
    expect((await push({ id: 2, name: 'Brass lamp' })).body).toMatchObject({ embedded: true });
  }, 60_000);

  it.each(['numberless', 'vectorless'])(
    'an unusable vector for one text does not affect the others (%s)',
    async (name) => {
      const records = Array.from({ length: 9 }, (_, id) => ({ id, name: id === 5 ? name : `Lamp ${id}` }));
      const answer = (await call('POST', '/collections/lamps/import', { records })).body;
      expect(answer).toMatchObject({ imported: 9, embedded: 8 });
      expect(answer.results[5]).toMatchObject({ external_id: '5', embedded: false });
      expect(provider.requests).toHaveLength(1);
    },
  );

  it('receives each text once from a reindex and concurrent embed-pending calls', async () => {
    const records = Array.from({ length: manyRecords }, (_, id) => ({ id, name: `Lamp ${id}`, note: `Note ${id}` }));
    for (let start = 0; start < records.length; start += 500) {
      await call('POST', '/collections/lamps/import', { records: records.slice(start, start + 500) });
    }
    provider.requests = [];
    await call('PATCH', '/collections/lamps', { embed_fields: ['note'] });
    const reindexed = await call('POST', '/collections/lamps/reindex?dry_run=false');
    expect(reindexed.body).toMatchObject({ applied: true, reembedding: manyRecords });
    await Promise.all(Array.from({ length: 3 }, drained));
    expect(await describeIt()).toMatchObject({ pending_embed: 0, failed_embed: 0 });
    expect(textsSent().sort()).toEqual(records.map(({ note }) => note).sort());
  }, 120_000);

  it('receives each text once from embed-pending calls in two processes', async () => {
    // The service shares the database, which the first service closes.
    const shared = { ...service.testDatabase, close: () => Promise.resolve() };
    const other = await startTestService(settings, { testDatabase: shared });
    onTestFinished(() => other.close());
    for (let start = 0; start < manyRecords; start += 500) {
      const page = Array.from({ length: 500 }, (_, index) => ({ id: start + index, name: `Lamp ${start + index}` }));
      await service.call('POST', `${ingest}/batch`, { body: { records: page } });
    }
    const drainOf = async (process: TestService) => {
      while ((await process.call('POST', `${ingest}/embed-pending`)).body.more);
    };
    await Promise.all([service, other, service, other, service, other].map(drainOf));
    expect(textsSent()).toHaveLength(manyRecords);
    expect(new Set(textsSent()).size).toBe(manyRecords);
  }, 120_000);

  it('is not called by a dry run', async () => {
    const body = { records: [{ id: 1, name: 'Brass lamp' }], dry_run: true };
    expect((await call('POST', '/collections/lamps/records', body)).body).toMatchObject({ written: 1 });
    expect(provider.requests).toEqual([]);
  });
});
