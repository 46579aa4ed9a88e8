import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingServer, startRecordingServer } from '../testing/recording-server.js';
import { newFileFolder, runCli } from '../testing/run-cli.js';

let server: RecordingServer;
const folder = newFileFolder();
const file = join(folder, 'orders.csv');

interface Sent {
  readonly key: number;
  readonly query?: string;
  readonly record?: Readonly<Record<string, string>>;
}

const result = (external_id: string) => ({ external_id, rendered: `${external_id}: "a, b"` });
const outcomeOf = ({ key, query = '', record }: Sent) => {
  if (record !== undefined) {
    const fields = Object.keys(record).map((field) => ({ field, agrees: 'close' }));
    return { key, confidence: 'high', external_id: 'c-1', result: result('c-1'), alternatives: [], fields };
  }
  if (query === '') {
    return { key, error: 'invalid_request', message: 'Send a query.', field: 'query', hint: null };
  }
  const confidence = query.startsWith('lamp') ? 'high' : 'low';
  const external_id = confidence === 'high' ? 'l-1' : null;
  const alternatives = confidence === 'high' ? [] : [result('d-2'), result('d-3')];
  return { key, confidence, match_type: 'semantic', external_id, result: result('l-1'), alternatives };
};

/** The number of next answers without the search index. */
let unindexed = 0;

beforeAll(async () => {
  server = await startRecordingServer();
  server.answers.set('collections.resolve_records', ({ body }) => {
    unindexed -= 1;
    const warnings = unindexed < 0 ? {} : { warnings: [{ field: null, message: 'The index is being built.' }] };
    const results = (JSON.parse(body).queries as Sent[]).map(outcomeOf);
    const count = (verdict: string) =>
      results.filter((entry) => ('error' in entry ? 'failed' : entry.confidence) === verdict).length;
    const counts = { high: count('high'), low: count('low'), none: 0, failed: count('failed') };
    return { body: { results, counts, ...warnings } };
  });
});
afterAll(() => server.close());
beforeEach(() => void server.requests.splice(0));

const resolve = (args: readonly string[] = []) =>
  runCli(['collections', 'resolve', 'products', file, '--column', 'product', ...args], {
    environment: { SVC_BASE_URL: server.url, SVC_TOKEN: 'svc_tk_x' },
  });

describe('svc collections resolve', () => {
  it('writes one line of CSV for each row of the file, with an id only if the verdict is high', async () => {
    writeFileSync(file, 'order,product\n1,lamp blue\n2,"desk, oak"\n');
    const { status, stdout, stderr } = await resolve();
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'row,query,confidence,external_id,rendered,alternatives,message',
      '1,lamp blue,high,l-1,"l-1: ""a, b""",,',
      '2,"desk, oak",low,,"l-1: ""a, b""",d-2 d-3,',
      '',
    ]);
    expect(stderr).toContain('1 high, 1 low, 0 none, 0 failed');
  });

  it('sends a long file in pages, and numbers rows across pages', async () => {
    writeFileSync(file, `product\n${Array.from({ length: 501 }, (_, n) => `lamp ${n}`).join('\n')}\n`);
    const { stdout } = await resolve(['--json']);
    expect(server.requests).toHaveLength(2);
    const { results, counts } = JSON.parse(stdout);
    expect(results.map(({ key }: Sent) => key)).toEqual(Array.from({ length: 501 }, (_, n) => n + 1));
    expect(counts).toEqual({ high: 501, low: 0, none: 0, failed: 0 });
  });

  it('names refused rows, and exits with status 1', async () => {
    writeFileSync(file, 'order,product\n1,\n2,lamp\n');
    const { status, stdout, stderr } = await resolve();
    expect(status).toBe(1);
    expect(stdout).toContain('1,,failed,,,,Send a query.\n2,lamp,high,l-1');
    expect(stderr).toContain('1 of 2 rows were refused.');
  });

  it('sends a page again while the search index is being built', async () => {
    writeFileSync(file, 'product\nlamp\n');
    unindexed = 2;
    const { status, stdout, stderr } = await resolve();
    expect([status, server.requests.length]).toEqual([0, 3]);
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stderr).not.toContain('being built');
  });

  it('sends the named fields of each row, and shows how they agree', async () => {
    writeFileSync(file, 'name,zip,city\nWeber GmbH,50667,"Köln, Mitte"\n');
    const args = ['collections', 'resolve', 'customers', file, '--by', 'name,city'];
    const { stdout } = await runCli(args, { environment: { SVC_BASE_URL: server.url, SVC_TOKEN: 'svc_tk_x' } });
    expect(JSON.parse(server.requests[0]?.body ?? '').queries).toEqual([
      { key: 1, record: { name: 'Weber GmbH', city: 'Köln, Mitte' } },
    ]);
    expect(stdout).toContain('alternatives,message,fields\n');
    expect(stdout).toContain('1,"Weber GmbH Köln, Mitte",high,c-1,"c-1: ""a, b""",,,name:close city:close\n');
  });

  it.each([
    [['--by', 'product'], 'Give either --column or --by.'],
    [[], undefined],
  ])('requires exactly one of --column and --by: %j', async (args, message) => {
    writeFileSync(file, 'product\nlamp\n');
    const { status, stderr } = await resolve(args);
    expect(status).toBe(message === undefined ? 0 : 2);
    expect(stderr).toContain(message ?? '1 high');
  });

  it('names the row that lacks the column', async () => {
    writeFileSync(file, 'order,item\n1,lamp\n');
    const { status, stderr } = await resolve();
    expect(status).toBe(2);
    expect(stderr).toContain('Row 1 has no column "product".');
  });
});
