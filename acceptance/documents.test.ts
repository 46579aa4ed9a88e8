import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { call, ok } from './http.js';
import { expectWhole, makeRepo, type Repo, started } from './repo.js';
import { createDatabase, newOperatorToken, type OwnService } from './service.js';

// These end the service, so they only run against one that they start themselves.
const ownService = !process.env.ACCEPTANCE_URL;
const postgresUrl = inject('postgresUrl');
const { service: start, folder, dispose } = started();

afterEach(dispose);

/** Writes documents one after the other for as long as they are acknowledged and `goesOn` agrees; the files. */
async function writeFiles(
  target: OwnService,
  { token }: Repo,
  name: string,
  goesOn: (count: number) => boolean,
): Promise<string[]> {
  const files: string[] = [];
  while (goesOn(files.length)) {
    const file = `${name}-${files.length}.md`;
    const body = { path: `docs/${file}`, text: `# ${file}\n`, base: null };
    const answer = await call('PUT /documents/content', { target, token, body }).catch(() => undefined);
    if (answer?.status !== 200) break;
    files.push(file);
  }
  return files;
}

async function killDuringWrites(databaseUrl: string | undefined): Promise<void> {
  const operatorToken = newOperatorToken();
  const first = await start({ databaseUrl, operatorToken });
  const repo = await makeRepo(first);
  const writing = ['a', 'b', 'c', 'd'].map((name) =>
    writeFiles(first, repo, name, (count) => {
      if (count === 15) first.process.kill('SIGKILL');
      return true;
    }),
  );
  const files = (await Promise.all(writing)).flat();
  expect(files.length).toBeGreaterThanOrEqual(15);
  await first.end('SIGKILL');
  const second = await start({ databaseUrl, operatorToken, dataFolder: first.dataFolder });
  await expectWhole(second, { repo, files, folder: folder() });
  expect(await writeFiles(second, repo, 'after', (count) => count === 0)).toEqual(['after-0.md']);
}

/** Copies a database as an operator backs one up: `pg_dump`, then `pg_restore` into a new one. */
async function dumpAndRestore(from: string, into: string): Promise<void> {
  const { path, remove } = folder();
  const file = join(path, 'backup.dump');
  await promisify(execFile)('pg_dump', ['--format=custom', `--file=${file}`, from]);
  await promisify(execFile)('pg_restore', ['--exit-on-error', `--dbname=${into}`, file]);
  remove();
}

describe.runIf(ownService)('a service that is killed while documents are written', () => {
  it('has every write that it acknowledged, in a sound repo, on the embedded database', () =>
    killDuringWrites(undefined));
});

describe.runIf(ownService && postgresUrl)('documents on PostgreSQL', () => {
  it('are all there, in a sound repo, after the service was killed while they were written', async () =>
    killDuringWrites(await createDatabase(String(postgresUrl))));

  it('are all kept when two processes write to one repo at once', async () => {
    const databaseUrl = await createDatabase(String(postgresUrl));
    const operatorToken = newOperatorToken();
    const [one, other] = [await start({ databaseUrl, operatorToken }), await start({ databaseUrl, operatorToken })];
    const repo = await makeRepo(one);
    const written = await Promise.all(
      [one, other, one, other].map((target, n) => writeFiles(target, repo, `writer-${n}`, (count) => count < 25)),
    );
    expect(written.flat()).toHaveLength(100);
    const head = await expectWhole(one, { repo, files: written.flat(), folder: folder() });
    const clone = folder();
    expect(await expectWhole(other, { repo, files: written.flat(), folder: clone })).toBe(head);
    expect(await clone.git('-C', 'clone', 'rev-list', '--count', 'HEAD')).toBe('100');
  });

  it('come whole out of a backup: the same head, the same texts, the same history', async () => {
    const databaseUrl = await createDatabase(String(postgresUrl));
    const operatorToken = newOperatorToken();
    const first = await start({ databaseUrl, operatorToken });
    const repo = await makeRepo(first);
    const files = await writeFiles(first, repo, 'page', (count) => count < 5);
    const large = 'A line of a long document.\n'.repeat(20_000);
    await ok('PUT /documents/content', {
      target: first,
      token: repo.token,
      body: { path: 'docs/long.md', text: large, base: null },
    });
    const head = await expectWhole(first, { repo, files, folder: folder() });
    const restored = await createDatabase(String(postgresUrl));
    await dumpAndRestore(databaseUrl, restored);

    const second = await start({ databaseUrl: restored, operatorToken });
    expect(await expectWhole(second, { repo, files: [...files, 'long.md'], folder: folder() })).toBe(head);
    for (const path of ['long.md', 'page-0.md']) {
      const read = (route: string) => {
        const request = `GET /documents/${route}?path=docs/${path}`;
        return Promise.all([first, second].map((target) => ok(request, { target, token: repo.token })));
      };
      const [before, after] = await read('content');
      expect(after).toEqual(before);
      const [history, sameHistory] = await read('history');
      expect(sameHistory).toEqual(history);
    }
    expect(await writeFiles(second, repo, 'after', (count) => count === 0)).toEqual(['after-0.md']);
  });
});
