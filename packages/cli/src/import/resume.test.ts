import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ImportHarness, ndjson } from '../testing/import-harness.js';
import { testKeyboard } from '../testing/keyboard.js';
import { type Answer, refusal } from '../testing/recording-server.js';

const harness = new ImportHarness();

describe('svc import > after an interruption', () => {
  const path = () => harness.file('a.ndjson', `${ndjson(600)}{"id":601,"bad":true}\n${ndjson(899, 602)}`);

  it('continues after the last page that was answered, with its counts and failures', async () => {
    const input = path();
    harness.failOn(3, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    const first = await harness.importFile(input);
    expect(first.status).toBe(1);
    expect(first.stderr).toContain('To resume, repeat the same command');
    harness.server.requests.splice(0);
    harness.server.answers.set('collections.import_records', harness.take);
    const second = await harness.importFile(input);
    expect(harness.pages()).toEqual([500]);
    expect(second.stderr).toContain('Resuming after record 1000 of');
    expect(second.stdout).toBe('imported  1499\nfailed    1\nembedded  1499\n');
    expect(harness.stored.size).toBe(1_499);
    expect(new Set(harness.stored.values())).toEqual(new Set([1]));
    expect(readFileSync(`${input}.failures.ndjson`, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('drops the failures of a page whose answer was not stored, because that page is sent again', async () => {
    const input = path();
    harness.failOn(3, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    await harness.importFile(input);
    appendFileSync(`${input}.failures.ndjson`, '{"row":1001,"error":"half wri');
    harness.server.answers.set('collections.import_records', harness.take);
    await harness.importFile(input);
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
  ])('starts over if the file %s', async (_what, change, flags) => {
    const input = path();
    harness.failOn(2, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    await harness.importFile(input);
    change(input);
    harness.server.requests.splice(0);
    harness.server.answers.set('collections.import_records', harness.take);
    await harness.importFile(input, { flags });
    expect(harness.pages().reduce((sum, count) => sum + count, 0)).toBe(1_500);
  });

  it('starts over for another collection, and after a completed import', async () => {
    const input = path();
    harness.failOn(2, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    await harness.importFile(input);
    harness.server.answers.set('collections.describe', { body: { id: 'c2', name: 'parts', id_field: 'id' } });
    harness.server.answers.set('collections.import_records', harness.take);
    for (const _run of [1, 2]) {
      harness.server.requests.splice(0);
      await harness.importFile(input);
      expect(harness.pages()).toEqual([500, 500, 500]);
    }
  });
});

describe('svc import > if its position cannot be saved', () => {
  it('continues to the end, and says so once', async () => {
    const configFolder = join(harness.file('file', ''), 'config');
    const { status, stdout, stderr } = await harness.importFile(harness.file('a.ndjson', ndjson(1_500)), {
      configFolder,
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'imported  1500\nfailed    0\nembedded  1500\n' });
    expect(stderr.match(/The position cannot be saved/g)).toHaveLength(1);
  });

  it('does not offer to continue after an interruption', async () => {
    const configFolder = join(harness.file('file', ''), 'config');
    harness.failOn(2, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    const { status, stderr } = await harness.importFile(harness.file('a.ndjson', ndjson(1_500)), { configFolder });
    expect(status).toBe(1);
    expect(stderr).not.toContain('To resume');
  });
});

it('continues by itself when the server is available again', async () => {
  let tries = 0;
  harness.server.answers.set('collections.import_records', (request) => {
    tries += 1;
    return tries === 1 ? refusal(503, 'unavailable', 'The database is away.') : harness.take(request);
  });
  const { status, stderr } = await harness.importFile(harness.file('a.ndjson', ndjson(3)));
  expect(status).toBe(0);
  expect(stderr).toContain('The database is away. Trying again in 1 s.');
  expect([...harness.stored]).toEqual([
    ['1', 1],
    ['2', 1],
    ['3', 1],
  ]);
});

describe('svc import > Ctrl-C', () => {
  it('finishes the current page; the same command continues later', async () => {
    const { press, onInterrupt } = testKeyboard();
    const input = harness.file('a.ndjson', ndjson(1_500));
    harness.server.answers.set('collections.import_records', (request) => {
      if (harness.pages().length === 2) press();
      return harness.take(request);
    });
    const first = await harness.importFile(input, { onInterrupt });
    expect(first).toMatchObject({ status: 130, stdout: 'imported  1000\nfailed    0\nembedded  1000\n' });
    expect(first.stderr).toContain('Stopping after the current page');
    expect(first.stderr).toContain('svc: Stopped after record 1000.\nTo resume, repeat the same command.');
    const second = await harness.importFile(input);
    expect(second.status).toBe(0);
    expect(harness.pages()).toEqual([500, 500, 500]);
    expect(new Set(harness.stored.values())).toEqual(new Set([1]));
  });

  it('stops at once if it is pressed again', async () => {
    const { press, onInterrupt } = testKeyboard();
    harness.server.answers.set('collections.import_records', async () => {
      press();
      press();
      return new Promise<Answer>(() => undefined);
    });
    expect((await harness.importFile(harness.file('a.ndjson', ndjson(10)), { onInterrupt })).status).toBe(130);
  });

  it('stops at once if no call is running because the server is away', async () => {
    const { press, onInterrupt } = testKeyboard();
    harness.server.answers.set('collections.import_records', () => {
      press();
      return { ...refusal(503, 'unavailable', 'The database is away.'), headers: { 'retry-after': '20' } };
    });
    const { status, stderr } = await harness.importFile(harness.file('a.ndjson', ndjson(10)), { onInterrupt });
    expect(status).toBe(130);
    expect(stderr).toContain('The database is away. Trying again in');
  });
});
