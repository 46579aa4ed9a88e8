import { appendFileSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@tessera/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKeyboard } from '../testing/keyboard.js';
import {
  type Answer,
  type RecordedRequest,
  type RecordingServer,
  refusal,
  startRecordingServer,
} from '../testing/recording-server.js';
import { newFolder, type RunOptions, runCli } from '../testing/run-cli.js';

let server: RecordingServer;
let folder: string;
/** Records that the server holds, by id, in the order of their first arrival. */
const held = new Map<string, number>();
const workspace = { id: 'w', slug: 'acme', name: 'Acme' };

interface Sent {
  readonly id: unknown;
  readonly bad?: boolean;
}

/** Imports as the service does: by id, each record on its own. */
function take({ body }: RecordedRequest): Answer {
  const records = (JSON.parse(body) as { records: Sent[] }).records;
  const results = records.map(({ id, bad }, index) => {
    if (bad === true)
      return { index, error: 'missing_required_field', message: 'No name.', field: 'name', hint: 'Send one.' };
    held.set(String(id), (held.get(String(id)) ?? 0) + 1);
    return { external_id: String(id), status: 'created', embedded: true };
  });
  const imported = results.filter(({ error }) => error === undefined).length;
  return { body: { imported, failed: results.length - imported, embedded: imported, results, workspace } };
}

beforeAll(async () => {
  server = await startRecordingServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.splice(0);
  server.answers.clear();
  held.clear();
  folder = newFolder();
  const description = { id: 'c1', name: 'parts', id_field: 'id' };
  server.answers.set('collections.describe', { body: description });
  server.answers.set('collections.import_records', take);
});

const ndjson = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, index) => `{"id":${from + index}}\n`).join('');
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const importFile = (path: string, options: RunOptions & { readonly flags?: readonly string[] } = {}) =>
  runCli(['collections', 'import', 'parts', path, ...(options.flags ?? [])], {
    configFolder: join(folder, 'config'),
    environment: { SVC_BASE_URL: server.url, SVC_TOKEN: 'svc_tk_x' },
    ...options,
  });
const pages = (): number[] =>
  server.requests
    .filter(({ operation }) => operation === 'collections.import_records')
    .map(({ body }) => (JSON.parse(body) as { records: Sent[] }).records.length);

/** Refuses the given page for good, as a server does that is taken down. */
const failOn = (page: number, answer: Answer): void => {
  let seen = 0;
  server.answers.set('collections.import_records', (request) => {
    seen += 1;
    return seen === page ? answer : take(request);
  });
};

describe('pages', () => {
  it('hold at most 500 records', async () => {
    const { status, stdout, stderr } = await importFile(file('a.ndjson', ndjson(1_234)));
    expect(pages()).toEqual([500, 500, 234]);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'imported  1234\nfailed    0\nembedded  1234\n',
      stderr: 'Workspace: Acme (acme)\n',
    });
  });

  it('stay below the body limit of the service', async () => {
    const text = 'é'.repeat(1_000_000);
    const lines = Array.from({ length: 10 }, (_, id) => `${JSON.stringify({ id, text })}\n`).join('');
    await importFile(file('a.ndjson', lines));
    const sizes = server.requests.map(({ body }) => Buffer.byteLength(body));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limits.largeBodyBytes);
    expect(pages()).toEqual([4, 4, 2]);
  });

  it('are halved where one is refused whole, until the record at fault is alone', async () => {
    server.answers.set('collections.import_records', (request) =>
      request.body.includes('"id":7}') ? refusal(400, 'invalid_json', 'The body is not JSON.') : take(request),
    );
    const { status, stdout } = await importFile(file('a.ndjson', ndjson(20)), { flags: ['--json'] });
    expect(status).toBe(1);
    expect([...held.keys()]).toEqual(
      ndjson(20)
        .match(/\d+/g)
        ?.filter((id) => id !== '7'),
    );
    expect(JSON.parse(stdout)).toMatchObject({
      imported: 19,
      failed: 1,
      results: [{ row: 7, error: 'invalid_json' }],
      workspace,
    });
  });
});

describe('refused records', () => {
  const mixed = '{"id":1}\n{"id":2,"bad":true,"n":12345678901234567890}\nnonsense\n{"id":4}\n';

  it('go to a file beside the input with their reasons, and the status says so', async () => {
    const path = file('a.ndjson', mixed);
    const { status, stdout, stderr } = await importFile(path);
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

  it('take one line each, however their JSON was laid out', async () => {
    const path = file('a.json', JSON.stringify([{ id: 1, bad: true, note: 'two\n words' }], undefined, 2));
    await importFile(path);
    const [line = '', ...rest] = readFileSync(`${path}.failures.ndjson`, 'utf8').split('\n');
    expect(rest).toEqual(['']);
    expect(JSON.parse(line).record).toEqual({ id: 1, bad: true, note: 'two\n words' });
  });

  it('are not left over from an earlier run', async () => {
    const path = file('a.ndjson', mixed);
    await importFile(path);
    writeFileSync(path, ndjson(3));
    expect((await importFile(path)).status).toBe(0);
    expect(existsSync(`${path}.failures.ndjson`)).toBe(false);
  });

  it('never go into the file that is imported', async () => {
    const path = file('a.ndjson', mixed);
    expect((await importFile(path, { flags: ['--failures', path] })).status).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe(mixed);
  });
});

describe('an interrupted import', () => {
  const path = () => file('a.ndjson', `${ndjson(600)}{"id":601,"bad":true}\n${ndjson(899, 602)}`);

  it('goes on after the last page that was answered, with its counts and its failures', async () => {
    const input = path();
    failOn(3, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    const first = await importFile(input);
    expect(first.status).toBe(1);
    expect(first.stderr).toContain('repeat the same command to go on');
    server.requests.splice(0);
    server.answers.set('collections.import_records', take);
    const second = await importFile(input);
    expect(pages()).toEqual([500]);
    expect(second.stderr).toContain('Resuming after record 1000 of');
    expect(second.stdout).toBe('imported  1499\nfailed    1\nembedded  1499\n');
    expect(held.size).toBe(1_499);
    expect(new Set(held.values())).toEqual(new Set([1]));
    expect(readFileSync(`${input}.failures.ndjson`, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('drops failures of a page whose answer was not kept, since that page is sent again', async () => {
    const input = path();
    failOn(3, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    await importFile(input);
    appendFileSync(`${input}.failures.ndjson`, '{"row":1001,"error":"half wri');
    server.answers.set('collections.import_records', take);
    await importFile(input);
    expect(
      readFileSync(`${input}.failures.ndjson`, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).row),
    ).toEqual([601]);
  });

  it.each([
    ['has changed', (input: string) => writeFileSync(input, `{"id":0}\n${ndjson(1_499)}`), []],
    ['was touched', (input: string) => utimesSync(input, 1, 1), []],
    ['is to be imported anew', () => undefined, ['--restart']],
  ])('begins from the start when the file %s', async (_what, change, flags) => {
    const input = path();
    failOn(2, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    await importFile(input);
    change(input);
    server.requests.splice(0);
    server.answers.set('collections.import_records', take);
    await importFile(input, { flags });
    expect(pages().reduce((sum, count) => sum + count, 0)).toBe(1_500);
  });

  it('begins from the start for another collection, and after it was completed', async () => {
    const input = path();
    failOn(2, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    await importFile(input);
    server.answers.set('collections.describe', { body: { id: 'c2', name: 'parts', id_field: 'id' } });
    server.answers.set('collections.import_records', take);
    for (const _run of [1, 2]) {
      server.requests.splice(0);
      await importFile(input);
      expect(pages()).toEqual([500, 500, 500]);
    }
  });
});

it('goes on by itself when the server comes back', async () => {
  let tries = 0;
  server.answers.set('collections.import_records', (request) => {
    tries += 1;
    return tries === 1 ? refusal(503, 'unavailable', 'The database is away.') : take(request);
  });
  const { status, stderr } = await importFile(file('a.ndjson', ndjson(3)));
  expect(status).toBe(0);
  expect(stderr).toContain('The database is away. Trying again in 1 s.');
  expect([...held]).toEqual([
    ['1', 1],
    ['2', 1],
    ['3', 1],
  ]);
});

describe('Ctrl-C', () => {
  it('finishes the page in flight, and the same command goes on', async () => {
    const { press, onInterrupt } = testKeyboard();
    const input = file('a.ndjson', ndjson(1_500));
    server.answers.set('collections.import_records', (request) => {
      if (pages().length === 2) press();
      return take(request);
    });
    const first = await importFile(input, { onInterrupt });
    expect(first).toMatchObject({ status: 130, stdout: 'imported  1000\nfailed    0\nembedded  1000\n' });
    expect(first.stderr).toContain('Stopping after the page in flight');
    expect(first.stderr).toContain('svc: Stopped after record 1000.\nRepeat the same command to go on from there.');
    const second = await importFile(input);
    expect(second.status).toBe(0);
    expect(pages()).toEqual([500, 500, 500]);
    expect(new Set(held.values())).toEqual(new Set([1]));
  });

  it('stops at once when it is pressed again', async () => {
    const { press, onInterrupt } = testKeyboard();
    server.answers.set('collections.import_records', async () => {
      press();
      press();
      return new Promise<Answer>(() => undefined);
    });
    expect((await importFile(file('a.ndjson', ndjson(10)), { onInterrupt })).status).toBe(130);
  });

  it('stops at once while the server is away and nothing is in flight', async () => {
    const { press, onInterrupt } = testKeyboard();
    server.answers.set('collections.import_records', () => {
      press();
      return { ...refusal(503, 'unavailable', 'The database is away.'), headers: { 'retry-after': '20' } };
    });
    const { status, stderr } = await importFile(file('a.ndjson', ndjson(10)), { onInterrupt });
    expect(status).toBe(130);
    expect(stderr).toContain('The database is away. Trying again in');
  });
});

describe('what could never work', () => {
  it('is said before anything is sent: no column holds the id', async () => {
    const { status, stderr } = await importFile(file('a.csv', 'sku,name\n1,a\n'));
    expect(status).toBe(2);
    expect(stderr).toContain('has no column "id"');
    expect(stderr).toContain('svc collections configure parts --id-field <column>');
    expect(pages()).toEqual([]);
  });

  it.each([
    ['a folder', () => folder],
    ['no such file', () => join(folder, 'none.csv')],
  ])('is a usage failure: %s', async (_what, where) => {
    expect((await importFile(where())).status).toBe(2);
    expect(server.requests).toEqual([]);
  });

  it('is no failure: an input without records', async () => {
    expect(await importFile(file('a.ndjson', '\n'))).toMatchObject({
      status: 0,
      stdout: 'imported  0\nfailed    0\nembedded  0\n',
    });
  });
});

it('standard input is imported like a file, without a position to resume from', async () => {
  const { status, stdout } = await importFile('-', {
    stdin: 'id;name\n1;a\n2;b\n',
    flags: ['--json', '--failures', join(folder, 'failures')],
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    imported: 2,
    failed: 0,
    embedded: 2,
    results: [],
    failures_file: null,
    workspace,
  });
  expect(server.requests.at(-1)?.body).toBe('{"records":[{"id":"1","name":"a"},{"id":"2","name":"b"}]}');
});
