import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { type GitFolder, gitFolder } from './git-client.js';
import { makeToken, makeWorkspace, ok } from './http.js';
import { createDatabase, newOperatorToken, type OwnService, startService } from './service.js';

// These end the service, so they only run against one that they start themselves.
const ownService = !process.env.ACCEPTANCE_URL;
const postgresUrl = inject('postgresUrl');
const services: OwnService[] = [];
const folders: GitFolder[] = [];

afterEach(async () => {
  for (const service of services.splice(0).reverse()) await service.dispose();
  for (const folder of folders.splice(0)) folder.remove();
});

async function start(options: Parameters<typeof startService>[0] = {}): Promise<OwnService> {
  const service = await startService(options);
  services.push(service);
  return service;
}

interface Repo {
  readonly token: string;
  readonly slug: string;
}

async function makeRepo(target: OwnService): Promise<Repo> {
  const { id, slug } = await makeWorkspace(target);
  const token = await makeToken(id, { target });
  await ok('POST /repos', { target, token, body: { name: 'docs' } });
  return { token, slug };
}

function remote(target: OwnService, { slug, token }: Repo): string {
  return `${target.url.replace('//', `//git:${token}@`)}/git/${slug}/docs.git`;
}

function newFolder(): GitFolder {
  const folder = gitFolder();
  folders.push(folder);
  return folder;
}

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

/** Checks that a clone is sound and holds all of these files, and that the service lists exactly what the clone holds. */
async function expectWhole(target: OwnService, repo: Repo, files: readonly string[]): Promise<void> {
  const folder = newFolder();
  await folder.git('clone', '--quiet', remote(target, repo), 'clone');
  expect(await folder.git('-C', 'clone', 'fsck', '--full', '--strict')).toBe('');
  const cloned = (await folder.git('-C', 'clone', 'ls-files')).split('\n');
  expect(files.filter((file) => !cloned.includes(file))).toEqual([]);
  const listed = await ok<{ documents: { path: string }[] }>('GET /documents?limit=500', { target, token: repo.token });
  expect(listed.documents.map(({ path }) => path).sort()).toEqual(cloned.map((file) => `docs/${file}`).sort());
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
    await expectWhole(service, repo, acknowledged);
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
    await expectWhole(one, repo, files.flat());
    await expectWhole(other, repo, files.flat());
  });
});
