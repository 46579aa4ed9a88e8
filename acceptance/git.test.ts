import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { expectWhole, makeRepo, remote, started } from './repo.js';
import { createDatabase, newOperatorToken } from './service.js';

// These end the service, so they only run against one that they start themselves.
const ownService = !process.env.ACCEPTANCE_URL;
const postgresUrl = inject('postgresUrl');
const { service: start, folder: newFolder, dispose } = started();

afterEach(dispose);

/** Commits and pushes one file after another until `enough` says so or a push fails; the files that were acknowledged. */
async function pushFiles(address: string, name: string, enough: (count: number) => boolean): Promise<string[]> {
  const folder = newFolder();
  await folder.git('clone', '--quiet', address, 'clone');
  const inClone = ['-C', 'clone'];
  const acknowledged: string[] = [];
  while (!enough(acknowledged.length)) {
    const file = `${name}-${acknowledged.length}.md`;
    writeFileSync(join(folder.path, 'clone', file), `${file}\n`);
    await folder.git(...inClone, 'add', '.');
    await folder.git(...inClone, 'commit', '--quiet', '--message', file);
    let pushed = await folder.run(...inClone, 'push', '--quiet', 'origin', 'HEAD:main');
    while (/fetch first|rejected/.test(pushed.stderr)) {
      await folder.run(...inClone, 'pull', '--quiet', '--rebase', 'origin', 'main');
      pushed = await folder.run(...inClone, 'push', '--quiet', 'origin', 'HEAD:main');
    }
    if (!pushed.ok) break;
    acknowledged.push(file);
  }
  return acknowledged;
}

async function killDuringPushes(databaseUrl: string | undefined): Promise<void> {
  const operatorToken = newOperatorToken();
  let service = await start({ databaseUrl, operatorToken });
  const { dataFolder } = service;
  const repo = await makeRepo(service);
  const acknowledged: string[] = [];
  for (const round of [1, 2]) {
    const { process } = service;
    const address = remote(service, repo);
    const pushing = ['a', 'b'].map((name) =>
      pushFiles(address, `${round}-${name}`, (count) => {
        if (count === 4) process.kill('SIGKILL');
        return false;
      }),
    );
    acknowledged.push(...(await Promise.all(pushing)).flat());
    await service.end('SIGKILL');
    service = await start({ databaseUrl, operatorToken, dataFolder });
    await expectWhole(service, { repo, files: acknowledged, folder: newFolder() });
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(8);
}

describe.runIf(ownService)('a service that is killed while git pushes', () => {
  it('has every push that it acknowledged, and none by half, on the embedded database', () =>
    killDuringPushes(undefined));
});

describe.runIf(ownService && postgresUrl)('a service on PostgreSQL', () => {
  it('has every push that it acknowledged when it is killed, and none by half', async () =>
    killDuringPushes(await createDatabase(String(postgresUrl))));

  it('keeps all pushes to two processes at once', async () => {
    const databaseUrl = await createDatabase(String(postgresUrl));
    const operatorToken = newOperatorToken();
    const [one, other] = [await start({ databaseUrl, operatorToken }), await start({ databaseUrl, operatorToken })];
    const repo = await makeRepo(one);
    await pushFiles(remote(one, repo), 'first', (count) => count === 1);
    const files = await Promise.all([
      pushFiles(remote(one, repo), 'one', (count) => count === 8),
      pushFiles(remote(other, repo), 'other', (count) => count === 8),
    ]);
    expect(files.flat()).toHaveLength(16);
    await expectWhole(one, { repo, files: files.flat(), folder: newFolder() });
    await expectWhole(other, { repo, files: files.flat(), folder: newFolder() });
  });
});
