import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingServer, startRecordingServer } from '../testing/recording-server.js';
import { runCli } from '../testing/run-cli.js';

const field = (name: string, role: string | null, type: string | null) => ({
  name,
  detected_type: type,
  suggested_type: type,
  suggested_role: role,
  coverage: 1,
  examples: [],
});
const inspection = {
  sampled_records: 2,
  fields: [
    field('sku', 'identifier', 'string'),
    field('name', 'semantic', 'string'),
    field('list_price', 'filterable', 'number'),
    field('image', 'exposed', 'string'),
    field('code', 'semantic', 'string'),
  ],
  configured: { id_match_fields: ['code'], embed_fields: null, field_types: { made: 'date' } },
  unknown_fields: [],
};
const declared =
  '{"id_match_fields":["code","sku"],"embed_fields":["name"],"field_types":{"made":"date","list_price":"number"}}';

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer();
  server.answers.set('collections.fields', { body: inspection });
});
afterAll(() => server.close());
beforeEach(() => void server.requests.splice(0));

const svc = (line: string, stdin?: string) =>
  runCli(line.split(' '), {
    environment: { SVC_BASE_URL: server.url, SVC_TOKEN: 'svc_tk_x' },
    ...(stdin === undefined ? {} : { stdin }),
  });
const patches = () => server.requests.filter(({ line }) => line.startsWith('PATCH')).map(({ body }) => body);

describe('suggestions from the records', () => {
  it('are declared from the output of `fields --json`, on top of the configuration', async () => {
    const { stdout } = await svc('collections fields parts --json');
    expect((await svc('collections configure parts --file -', stdout)).status).toBe(0);
    expect(patches()).toEqual([declared]);
  });

  it('are shown, then declared in the same step', async () => {
    const { status, stderr } = await svc('collections configure parts --suggested --yes');
    expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('"list_price": "number"') });
    expect(patches()).toEqual([declared]);
  });

  it('are not declared without a terminal in which a person can agree', async () => {
    expect((await svc('collections configure parts --suggested')).status).toBe(2);
    expect(patches()).toEqual([]);
  });

  it('are overridden by explicit options', async () => {
    await svc('collections configure parts --suggested --yes --embed-fields image');
    expect(JSON.parse(String(patches()[0]))).toMatchObject({
      embed_fields: ['image'],
      id_match_fields: ['code', 'sku'],
    });
  });
});

it('a collection is created with its configuration in one call', async () => {
  server.answers.set('collections.create', { body: { name: 'orders', ingest_url: 'u', secret: 's' } });
  expect((await svc('collections create orders --id-field order,line --field-types total=number')).status).toBe(0);
  expect(server.requests.map(({ line, body }) => [line, JSON.parse(String(body))])).toEqual([
    ['POST /collections', { name: 'orders', id_field: 'order:line', field_types: { total: 'number' } }],
  ]);
});

it('an applied reindex ends when everything is embedded', async () => {
  server.answers.set('collections.reindex', { body: { records: 3, applied: true, reembedding: 3 } });
  server.answers.set('collections.describe', { body: { pending_embed: 0, failed_embed: 0 } });
  const { status, stderr } = await svc('collections reindex parts --apply');
  expect({ status, stderr }).toMatchObject({ status: 0, stderr: expect.stringContaining('Everything is embedded.') });
  const { stdout } = await svc('collections reindex parts --apply --json');
  expect(JSON.parse(stdout)).toEqual({ records: 3, applied: true, reembedding: 3 });
});
