import { existsSync, linkSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { ImportHarness, ndjson, harnessWorkspace as workspace } from '../testing/import-harness.js';
import { refusal } from '../testing/recording-server.js';
import { runCli } from '../testing/run-cli.js';

const harness = new ImportHarness();

describe('svc import > pages', () => {
  it('contain at most 500 records', async () => {
    const { status, stdout, stderr } = await harness.importFile(harness.file('a.ndjson', ndjson(1_234)));
    expect(harness.pages()).toEqual([500, 500, 234]);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'imported  1234\nfailed    0\nembedded  1234\n',
      stderr: 'Workspace: Acme (acme)\n',
    });
  });

  it('stay below the body limit of the service', async () => {
    const text = 'é'.repeat(1_000_000);
    const lines = Array.from({ length: 10 }, (_, id) => `${JSON.stringify({ id, text })}\n`).join('');
    await harness.importFile(harness.file('a.ndjson', lines));
    const sizes = harness.server.requests.map(({ body }) => Buffer.byteLength(body));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.largeBodyBytes);
    expect(harness.pages()).toEqual([4, 4, 2]);
  });

  it('are halved if the service refuses one as a whole, until the invalid record is alone', async () => {
    harness.server.answers.set('collections.import_records', (request) =>
      request.body.includes('"id":7}') ? refusal(400, 'invalid_json', 'The body is not JSON.') : harness.take(request),
    );
    const { status, stdout } = await harness.importFile(harness.file('a.ndjson', ndjson(20)), { flags: ['--json'] });
    expect(status).toBe(1);
    expect([...harness.stored.keys()]).toEqual(
      ndjson(20)
        .match(/\d+/g)
        ?.filter((id) => id !== '7'),
    );
    expect(JSON.parse(stdout)).toMatchObject({
      imported: 19,
      failed: 1,
      workspace,
    });
    const { results } = JSON.parse(stdout);
    expect(results).toHaveLength(20);
    expect(results[6]).toEqual({
      index: 6,
      error: 'invalid_json',
      message: 'The body is not JSON.',
      field: null,
      hint: null,
    });
    expect(results.filter(({ status }: { status?: string }) => status === 'created')).toHaveLength(19);
  });
});

describe('svc import > records older than the stored ones', () => {
  it('are counted separately from imported ones, in all pages together', async () => {
    const path = harness.file('a.ndjson', `${ndjson(599)}{"id":7,"old":true}\n{"id":8,"old":true}\n`);
    const { status, stdout } = await harness.importFile(path);
    const counts = 'imported  597\nstale     2 (older than the stored records)\nfailed    0\nembedded  597\n';
    expect({ status, stdout }).toEqual({ status: 0, stdout: counts });
    const { stdout: json } = await harness.importFile(path, { flags: ['--json'] });
    expect(JSON.parse(json)).toMatchObject({ imported: 597, stale: 2, failed: 0 });
  });
});

describe('svc import > refused records', () => {
  const mixed = '{"id":1}\n{"id":2,"bad":true,"n":12345678901234567890}\nnonsense\n{"id":4}\n';

  it('are written with their reasons to a file next to the input, and the exit status shows it', async () => {
    const path = harness.file('a.ndjson', mixed);
    const { status, stdout, stderr } = await harness.importFile(path);
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'imported  2\nfailed    2\nembedded  2\n' });
    expect(stderr).toContain(`Refused records: ${path}.failures.ndjson`);
    expect(stderr).toContain('2 of 4 records were refused.');
    expect(readFileSync(`${path}.failures.ndjson`, 'utf8').split('\n')).toEqual([
      '{"row":2,"error":"missing_required_field","message":"No name.","field":"name","hint":"Send one.","record":{"id":2,"bad":true,"n":12345678901234567890}}',
      expect.stringMatching(/^\{"row":3,"error":"invalid_json",.*"raw":"nonsense"\}$/),
      '',
    ]);
    expect(statSync(`${path}.failures.ndjson`).mode & 0o777).toBe(0o600);
  });

  it('are listed by --json as the service returns them, with their line in the file', async () => {
    const path = harness.file('a.ndjson', ndjson(500) + mixed.replace(/"id":/g, '"id":100'));
    const { stdout } = await harness.importFile(path, { flags: ['--json'] });
    const { results, ...counts } = JSON.parse(stdout);
    expect(counts).toEqual({ imported: 502, stale: 0, failed: 2, embedded: 502, workspace });
    expect(results).toHaveLength(504);
    expect(results.slice(499)).toEqual([
      { external_id: '500', status: 'created', embedded: true },
      { external_id: '1001', status: 'created', embedded: true },
      { index: 501, error: 'missing_required_field', message: 'No name.', field: 'name', hint: 'Send one.' },
      { index: 502, error: 'invalid_json', message: expect.any(String), field: null, hint: expect.any(String) },
      { external_id: '1004', status: 'created', embedded: true },
    ]);
  });

  it('take one line each, however their JSON is laid out', async () => {
    const path = harness.file('a.json', JSON.stringify([{ id: 1, bad: true, note: 'two\n words' }], undefined, 2));
    await harness.importFile(path);
    const [line = '', ...rest] = readFileSync(`${path}.failures.ndjson`, 'utf8').split('\n');
    expect(rest).toEqual(['']);
    expect(JSON.parse(line).record).toEqual({ id: 1, bad: true, note: 'two\n words' });
  });

  it('replace those of an earlier import', async () => {
    const path = harness.file('a.ndjson', mixed);
    await harness.importFile(path);
    writeFileSync(path, ndjson(3));
    expect((await harness.importFile(path)).status).toBe(0);
    expect(existsSync(`${path}.failures.ndjson`)).toBe(false);
  });

  it('are never written to the imported file, not even through links', async () => {
    const path = harness.file('a.ndjson', mixed);
    symlinkSync(harness.folder, join(harness.folder, 'linked'));
    linkSync(path, join(harness.folder, 'second-name'));
    for (const other of [path, join(harness.folder, 'linked', 'a.ndjson'), join(harness.folder, 'second-name')]) {
      expect(await harness.importFile(path, { flags: ['--failures', other] })).toMatchObject({ status: 2, stdout: '' });
      expect(readFileSync(path, 'utf8')).toBe(mixed);
    }
    expect(harness.pages()).toEqual([]);
  });

  it('do not replace a file with other content', async () => {
    const path = harness.file('a.ndjson', mixed);
    const notes = harness.file('notes.txt', 'Do not lose this.\n');
    const { status, stderr } = await harness.importFile(path, { flags: ['--failures', notes] });
    expect(status).toBe(2);
    expect(stderr).toContain(`${notes} contains something other than refused records`);
    expect(readFileSync(notes, 'utf8')).toBe('Do not lose this.\n');
    expect(harness.pages()).toEqual([]);
  });

  it.each([
    ['in a folder that does not exist', () => join(harness.folder, 'none', 'failures')],
    ['below a file', () => join(harness.file('file', ''), 'failures')],
    ['in the place of a folder', () => harness.folder],
  ])('fail early if they cannot be written: %s', async (_what, where) => {
    const { status, stderr } = await harness.importFile(harness.file('a.ndjson', mixed), {
      flags: ['--failures', where()],
    });
    expect(status).toBe(2);
    expect(stderr).toContain('Name another file with --failures.');
    expect(harness.pages()).toEqual([]);
  });

  it('can be written to a device, which is not deleted', async () => {
    const path = harness.file('a.ndjson', mixed);
    // The test uses a link, so that it cannot damage the device.
    const nowhere = join(harness.folder, 'nowhere');
    symlinkSync('/dev/null', nowhere);
    expect((await harness.importFile(path, { flags: ['--failures', nowhere] })).status).toBe(1);
    expect(lstatSync(nowhere).isSymbolicLink()).toBe(true);
  });
});

describe('svc import > an input that cannot be read completely', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1},name\n`).join('');

  it.each([
    ['JSON that goes on as something else', 'a.json', `[${ndjson(1_200).trim().replaceAll('\n', ',')}] junk`],
    ['JSON that is cut off', 'a.json', `[${ndjson(1_200).trim().replaceAll('\n', ',')},{"id":`],
    ['CSV with a quote that is not closed', 'a.csv', `id,name\n${rows(1_200)}1201,"5 pipe\n1202,name\n`],
  ])('is imported up to there, and the result is reported: %s', async (_what, name, text) => {
    const path = harness.file(name, text);
    const people = await harness.importFile(path);
    expect(harness.pages()).toEqual([500, 500, 200]);
    expect(people).toMatchObject({ status: 1, stdout: 'imported  1200\nfailed    0\nembedded  1200\n' });
    expect(people.stderr).toMatch(/^Workspace: Acme \(acme\)\nsvc: .*\nThe records before it were imported/);
    const programs = await harness.importFile(path, { flags: ['--json', '--restart'] });
    expect(programs.status).toBe(1);
    const { results, ...counts } = JSON.parse(programs.stdout);
    expect(counts).toEqual({ imported: 1_200, stale: 0, failed: 0, embedded: 1_200, workspace });
    expect(results).toHaveLength(1_200);
  });

  it('is imported completely if a quote is only part of a cell', async () => {
    const path = harness.file('a.csv', `id,name\n${rows(1_200)}1201,5" pipe\n1202,name\n`);
    expect((await harness.importFile(path)).stdout).toBe('imported  1202\nfailed    0\nembedded  1202\n');
  });

  it('is refused as a whole by upsert, which sends only one page', async () => {
    const { status, stderr } = await runCli(
      ['collections', 'upsert', 'parts', harness.file('a.json', '[{"id":1}] junk')],
      {
        environment: { SVC_BASE_URL: harness.server.url, SVC_TOKEN: 'svc_tk_x' },
      },
    );
    expect({ status, requests: harness.server.requests }).toEqual({ status: 1, requests: [] });
    expect(stderr).toContain('Not JSON at byte 11');
  });
});

it('svc import > imports several arrays of records one after the other', async () => {
  const path = harness.file('a.json', '{"records":[{"id":1}],"next":2}\n{"records":[{"id":2}]}\n[{"id":3}]');
  expect((await harness.importFile(path)).status).toBe(0);
  expect([...harness.stored.keys()]).toEqual(['1', '2', '3']);
});

describe('svc import > errors before the start', () => {
  it('fails before anything is sent if no column contains the id', async () => {
    const { status, stderr } = await harness.importFile(harness.file('a.csv', 'sku,name\n1,a\n'));
    expect(status).toBe(2);
    expect(stderr).toContain('has no column "id"');
    expect(stderr).toContain('svc collections configure parts --id-field <column>');
    expect(harness.pages()).toEqual([]);
  });

  it.each([
    ['a folder', () => harness.folder],
    ['no such file', () => join(harness.folder, 'none.csv')],
  ])('is a usage failure: %s', async (_what, where) => {
    expect((await harness.importFile(where())).status).toBe(2);
    expect(harness.server.requests).toEqual([]);
  });

  it('succeeds for an input without records', async () => {
    expect(await harness.importFile(harness.file('a.ndjson', '\n'))).toMatchObject({
      status: 0,
      stdout: 'imported  0\nfailed    0\nembedded  0\n',
    });
  });
});

it('imports standard input like a file, but cannot resume it', async () => {
  const { status, stdout } = await harness.importFile('-', {
    stdin: 'id;name\n1;a\n2;b\n',
    flags: ['--json', '--failures', join(harness.folder, 'failures')],
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    imported: 2,
    stale: 0,
    failed: 0,
    embedded: 2,
    results: ['1', '2'].map((external_id) => ({ external_id, status: 'created', embedded: true })),
    workspace,
  });
  expect(harness.server.requests.at(-1)?.body).toBe('{"records":[{"id":"1","name":"a"},{"id":"2","name":"b"}]}');
});
