import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ImportDesk, ndjson } from '../testing/import-desk.js';
import { testKeyboard } from '../testing/keyboard.js';
import { type Answer, refusal } from '../testing/recording-server.js';

const desk = new ImportDesk();

describe('an interrupted import', () => {
  const path = () => desk.file('a.ndjson', `${ndjson(600)}{"id":601,"bad":true}\n${ndjson(899, 602)}`);

  it('goes on after the last page that was answered, with its counts and its failures', async () => {
    const input = path();
    desk.failOn(3, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    const first = await desk.importFile(input);
    expect(first.status).toBe(1);
    expect(first.stderr).toContain('repeat the same command to go on');
    desk.server.requests.splice(0);
    desk.server.answers.set('collections.import_records', desk.take);
    const second = await desk.importFile(input);
    expect(desk.pages()).toEqual([500]);
    expect(second.stderr).toContain('Resuming after record 1000 of');
    expect(second.stdout).toBe('imported  1499\nfailed    1\nembedded  1499\n');
    expect(desk.held.size).toBe(1_499);
    expect(new Set(desk.held.values())).toEqual(new Set([1]));
    expect(readFileSync(`${input}.failures.ndjson`, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  it('drops failures of a page whose answer was not kept, since that page is sent again', async () => {
    const input = path();
    desk.failOn(3, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    await desk.importFile(input);
    appendFileSync(`${input}.failures.ndjson`, '{"row":1001,"error":"half wri');
    desk.server.answers.set('collections.import_records', desk.take);
    await desk.importFile(input);
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
    desk.failOn(2, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    await desk.importFile(input);
    change(input);
    desk.server.requests.splice(0);
    desk.server.answers.set('collections.import_records', desk.take);
    await desk.importFile(input, { flags });
    expect(desk.pages().reduce((sum, count) => sum + count, 0)).toBe(1_500);
  });

  it('begins from the start for another collection, and after it was completed', async () => {
    const input = path();
    desk.failOn(2, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    await desk.importFile(input);
    desk.server.answers.set('collections.describe', { body: { id: 'c2', name: 'parts', id_field: 'id' } });
    desk.server.answers.set('collections.import_records', desk.take);
    for (const _run of [1, 2]) {
      desk.server.requests.splice(0);
      await desk.importFile(input);
      expect(desk.pages()).toEqual([500, 500, 500]);
    }
  });
});

describe('where no position can be saved', () => {
  it('an import goes on to its end, and says so once', async () => {
    const configFolder = join(desk.file('file', ''), 'config');
    const { status, stdout, stderr } = await desk.importFile(desk.file('a.ndjson', ndjson(1_500)), { configFolder });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'imported  1500\nfailed    0\nembedded  1500\n' });
    expect(stderr.match(/The position cannot be saved/g)).toHaveLength(1);
  });

  it('nobody is told that an interrupted one goes on', async () => {
    const configFolder = join(desk.file('file', ''), 'config');
    desk.failOn(2, refusal(403, 'read_only_here', 'This workspace is suspended.'));
    const { status, stderr } = await desk.importFile(desk.file('a.ndjson', ndjson(1_500)), { configFolder });
    expect(status).toBe(1);
    expect(stderr).not.toContain('go on from there');
  });
});

it('goes on by itself when the server comes back', async () => {
  let tries = 0;
  desk.server.answers.set('collections.import_records', (request) => {
    tries += 1;
    return tries === 1 ? refusal(503, 'unavailable', 'The database is away.') : desk.take(request);
  });
  const { status, stderr } = await desk.importFile(desk.file('a.ndjson', ndjson(3)));
  expect(status).toBe(0);
  expect(stderr).toContain('The database is away. Trying again in 1 s.');
  expect([...desk.held]).toEqual([
    ['1', 1],
    ['2', 1],
    ['3', 1],
  ]);
});

describe('Ctrl-C', () => {
  it('finishes the page in flight, and the same command goes on', async () => {
    const { press, onInterrupt } = testKeyboard();
    const input = desk.file('a.ndjson', ndjson(1_500));
    desk.server.answers.set('collections.import_records', (request) => {
      if (desk.pages().length === 2) press();
      return desk.take(request);
    });
    const first = await desk.importFile(input, { onInterrupt });
    expect(first).toMatchObject({ status: 130, stdout: 'imported  1000\nfailed    0\nembedded  1000\n' });
    expect(first.stderr).toContain('Stopping after the page in flight');
    expect(first.stderr).toContain('svc: Stopped after record 1000.\nRepeat the same command to go on from there.');
    const second = await desk.importFile(input);
    expect(second.status).toBe(0);
    expect(desk.pages()).toEqual([500, 500, 500]);
    expect(new Set(desk.held.values())).toEqual(new Set([1]));
  });

  it('stops at once when it is pressed again', async () => {
    const { press, onInterrupt } = testKeyboard();
    desk.server.answers.set('collections.import_records', async () => {
      press();
      press();
      return new Promise<Answer>(() => undefined);
    });
    expect((await desk.importFile(desk.file('a.ndjson', ndjson(10)), { onInterrupt })).status).toBe(130);
  });

  it('stops at once while the server is away and nothing is in flight', async () => {
    const { press, onInterrupt } = testKeyboard();
    desk.server.answers.set('collections.import_records', () => {
      press();
      return { ...refusal(503, 'unavailable', 'The database is away.'), headers: { 'retry-after': '20' } };
    });
    const { status, stderr } = await desk.importFile(desk.file('a.ndjson', ndjson(10)), { onInterrupt });
    expect(status).toBe(130);
    expect(stderr).toContain('The database is away. Trying again in');
  });
});
