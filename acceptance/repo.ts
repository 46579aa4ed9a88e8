import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type GitFolder, gitFolder } from './git-client.js';
import { call, listedBy, makeToken, makeWorkspace, ok } from './http.js';
import { type OwnService, type ServiceOptions, startService, type Target } from './service.js';

/** A repo `docs` in its own workspace, and an admin token. */
export interface Repo {
  readonly token: string;
  readonly slug: string;
}

/** Services and folders of a test file; `dispose` stops and deletes them. */
export interface Started {
  service(options?: ServiceOptions): Promise<OwnService>;
  folder(): GitFolder;
  dispose(): Promise<void>;
}

/** Returns a list of what a test file starts. */
export function started(): Started {
  const services: OwnService[] = [];
  const folders: GitFolder[] = [];
  return {
    service: async (options = {}) => {
      const service = await startService(options);
      services.push(service);
      return service;
    },
    folder: () => {
      const folder = gitFolder();
      folders.push(folder);
      return folder;
    },
    dispose: async () => {
      for (const service of services.splice(0).reverse()) await service.dispose();
      for (const folder of folders.splice(0)) folder.remove();
    },
  };
}

/** Creates a workspace with an empty repo. */
export async function makeRepo(target: Target): Promise<Repo & { readonly id: string }> {
  const { id, slug } = await makeWorkspace(target);
  const token = await makeToken(id, { target });
  await ok('POST /repos', { target, token, body: { name: 'docs' } });
  return { id, token, slug };
}

/** The repo's URL for git, with the token as password. */
export function remote(target: OwnService, { slug, token }: Repo): string {
  return `${target.url.replace('//', `//git:${token}@`)}/git/${slug}/docs.git`;
}

/**
 * Checks that a clone is valid and contains the given files, and that the service lists the same files as the clone.
 * Returns its head.
 */
export async function expectWhole(
  target: OwnService,
  { repo, files, folder }: { readonly repo: Repo; readonly files: readonly string[]; readonly folder: GitFolder },
): Promise<string> {
  await folder.git('clone', '--quiet', remote(target, repo), 'clone');
  expect(await folder.git('-C', 'clone', 'fsck', '--full', '--strict')).toBe('');
  const cloned = (await folder.git('-C', 'clone', 'ls-files')).split('\n');
  expect(files.filter((file) => !cloned.includes(file))).toEqual([]);
  const listed = await listedBy(target, 'GET /documents', { token: repo.token, key: 'documents' });
  expect(listed.map(({ path }) => String(path)).sort()).toEqual(cloned.map((file) => `docs/${file}`).sort());
  return folder.git('-C', 'clone', 'rev-parse', 'HEAD');
}

/** The names of the files to write, their number (by default until a write fails), and a callback after each. */
export interface Writing {
  readonly name: string;
  readonly count?: number;
  readonly onWrite?: () => void;
}

/** Writes documents one after another, and returns the names of acknowledged ones. */
export async function writeFiles(target: OwnService, { token }: Repo, writing: Writing): Promise<string[]> {
  const { name, count = Number.POSITIVE_INFINITY, onWrite } = writing;
  const files: string[] = [];
  while (files.length < count) {
    const file = `${name}-${files.length}.md`;
    const body = { path: `docs/${file}`, text: `# ${file}\n`, base: null };
    const answer = await call('PUT /documents/content', { target, token, body }).catch(() => undefined);
    if (answer?.status !== 200) break;
    files.push(file);
    onWrite?.();
  }
  return files;
}

/** Commits and pushes files one after another, and returns the names of acknowledged ones. */
export async function pushFiles(folder: GitFolder, address: string, writing: Writing): Promise<string[]> {
  const { name, count = Number.POSITIVE_INFINITY, onWrite } = writing;
  await folder.git('clone', '--quiet', address, 'clone');
  const inClone = ['-C', 'clone'];
  const files: string[] = [];
  while (files.length < count) {
    const file = `${name}-${files.length}.md`;
    writeFileSync(join(folder.path, 'clone', file), `${file}\n`);
    await folder.git(...inClone, 'add', '.');
    await folder.git(...inClone, 'commit', '--quiet', '--message', file);
    let pushed = await folder.run(...inClone, 'push', '--quiet', 'origin', 'HEAD:main');
    while (/fetch first|rejected/.test(pushed.stderr)) {
      await folder.run(...inClone, 'pull', '--quiet', '--rebase', 'origin', 'main');
      pushed = await folder.run(...inClone, 'push', '--quiet', 'origin', 'HEAD:main');
    }
    if (!pushed.ok) break;
    files.push(file);
    onWrite?.();
  }
  return files;
}
