import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

const result = (external_id: string) => ({ external_id, rendered: `${external_id} · Title, "${external_id}" · a: b` });
const reasons = ['First.', 'Second.'];
const outcomeOf = ({ key, query = '', record }: Sent) => {
  if (record !== undefined) {
    const fields = Object.keys(record).map((field) => ({ field, agrees: 'close' }));
    return { key, confidence: 'high', external_id: 'c-1', result: result('c-1'), reasons, alternatives: [], fields };
  }
  if (query === '') {
    return { key, error: 'invalid_request', message: 'Send a query.', field: 'query', hint: null };
  }
  const confidence = query.startsWith('lamp') ? 'high' : 'low';
  const external_id = confidence === 'high' ? 'l-1' : null;
  const alternatives = confidence === 'high' ? [] : [result('d-2'), result('d-3')];
  return { key, confidence, match_type: 'semantic', external_id, result: result('l-1'), reasons, alternatives };
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
  it('writes the columns of each row back, with its line, and an id only if the verdict is high', async () => {
    writeFileSync(file, 'order,product\n1,lamp blue\n\n2,"desk, oak"\n');
    const { status, stdout, stderr } = await resolve();
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'line,order,product,verdict,external_id,title,reason,alternatives',
      '2,1,lamp blue,high,l-1,"Title, ""l-1""",First. Second.,',
      '4,2,"desk, oak",low,,"Title, ""l-1""",First. Second.,d-2 d-3',
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
    expect(stdout).toContain('2,1,,failed,,,Send a query.,\n3,2,lamp,high,l-1');
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
    expect(stdout).toContain('line,name,zip,city,verdict,external_id,title,reason,alternatives,fields\n');
    expect(stdout).toContain(
      '2,Weber GmbH,50667,"Köln, Mitte",high,c-1,"Title, ""c-1""",First. Second.,,name:close city:close\n',
    );
  });

  it('keeps the names of columns that it would add, and every field of JSON without a header', async () => {
    writeFileSync(file, '{"product":"lamp","verdict":"old"}\n{"product":"lamp","n":[1]}\n');
    const { stdout } = await resolve(['--format', 'ndjson']);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'line,product,verdict,n,resolved_verdict,external_id,title,reason,alternatives',
      '1,lamp,old,,high,l-1,"Title, ""l-1""",First. Second.,',
      '2,lamp,,[1],high,l-1,"Title, ""l-1""",First. Second.,',
    ]);
  });

  it('neutralises formulas in CSV, and leaves numbers as they are', async () => {
    const cells = ['=1+1', '@SUM(A1)', '-2+3', '+cmd|x', '-5', '+49 711 1234', '＝A1'];
    writeFileSync(file, `product;note\n${cells.map((cell) => `lamp;${cell}`).join('\n')}\n`);
    const { stdout } = await resolve();
    const notes = stdout.split('\n').slice(1, -1);
    expect(notes.map((line) => line.split(';')[2])).toEqual([
      ...["'=1+1", "'@SUM(A1)", "'-2+3", "'+cmd|x", '-5', '+49 711 1234', "'＝A1"],
    ]);
  });

  it('reads and writes workbooks, whose cells are text', async () => {
    const [first, second, none] = ['first.xlsx', 'second.xlsx', 'none.xlsx'].map((name) => join(folder, name));
    const convert = (input: string, ...args: readonly (string | undefined)[]) =>
      runCli(['collections', 'resolve', 'products', input, ...args.map(String)], {
        environment: { SVC_BASE_URL: server.url, SVC_TOKEN: 'svc_tk_x' },
      });
    writeFileSync(file, 'product,note\nlamp,=1+1\ndesk <&> oak,0012\n');
    await convert(file, '--column', 'product', '--output', first);
    await convert(String(first), '--column', 'product', '--output', second);
    const { stdout, stderr } = await convert(String(second), '--column', 'product');
    expect(stderr).toContain('1 high, 1 low, 0 none, 0 failed');
    expect(stdout).toContain(",lamp,'=1+1,high,l-1");
    expect(stdout).toContain(',desk <&> oak,0012,low,,');
    expect(readFileSync(String(second)).toString('latin1')).toMatch(/^PK/);
    const { status } = await convert(String(second), '--column', 'unknown', '--output', none);
    expect([status, existsSync(String(none)), existsSync(`${none}.part`)]).toEqual([2, false, false]);
  });

  it.each([
    [['--output', 'resolved.txt'], 'must end in .csv or .xlsx'],
    [['--output', 'resolved.csv', '--json'], 'Give either --json or --output.'],
  ])('refuses an output that it cannot write: %j', async (args, message) => {
    writeFileSync(file, 'product\nlamp\n');
    const { status, stderr } = await resolve(args);
    expect([status, server.requests.length]).toEqual([2, 0]);
    expect(stderr).toContain(message);
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
