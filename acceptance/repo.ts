import { expect } from 'vitest';
import { type GitFolder, gitFolder } from './git-client.js';
import { makeToken, makeWorkspace, ok } from './http.js';
import { type OwnService, type ServiceOptions, startService } from './service.js';

/** A repo `docs` of a workspace of its own, and a token that may do everything there. */
export interface Repo {
  readonly token: string;
  readonly slug: string;
}

/** Services and folders that one test file makes, which `dispose` ends and removes. */
export interface Started {
  service(options?: ServiceOptions): Promise<OwnService>;
  folder(): GitFolder;
  dispose(): Promise<void>;
}

/** Remembers what a test file starts. */
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

/** Makes a workspace with an empty repo. */
export async function makeRepo(target: OwnService): Promise<Repo> {
  const { id, slug } = await makeWorkspace(target);
  const token = await makeToken(id, { target });
  await ok('POST /repos', { target, token, body: { name: 'docs' } });
  return { token, slug };
}

/** The repo's address for git, with the token as password. */
export function remote(target: OwnService, { slug, token }: Repo): string {
  return `${target.url.replace('//', `//git:${token}@`)}/git/${slug}/docs.git`;
}

/**
 * Checks that a clone is sound and holds all of these files, and that the service lists exactly what the clone holds.
 * Answers the clone's head.
 */
export async function expectWhole(
  target: OwnService,
  { repo, files, folder }: { readonly repo: Repo; readonly files: readonly string[]; readonly folder: GitFolder },
): Promise<string> {
  await folder.git('clone', '--quiet', remote(target, repo), 'clone');
  expect(await folder.git('-C', 'clone', 'fsck', '--full', '--strict')).toBe('');
  const cloned = (await folder.git('-C', 'clone', 'ls-files')).split('\n');
  expect(files.filter((file) => !cloned.includes(file))).toEqual([]);
  const listed = await ok<{ documents: { path: string }[] }>('GET /documents?limit=500', { target, token: repo.token });
  expect(listed.documents.map(({ path }) => path).sort()).toEqual(cloned.map((file) => `docs/${file}`).sort());
  return folder.git('-C', 'clone', 'rev-parse', 'HEAD');
}
