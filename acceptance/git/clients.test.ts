import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { isFullSize } from '../full-size.mjs';
import { gitFolder } from '../git-client.js';
import { ok } from '../http.js';
import { pythonWith } from '../python.js';
import { makeRepo, type Repo } from '../repo.js';

const run = promisify(execFile);
const { url } = inject('target');
const programs = fileURLToPath(new URL('clients/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tessera-git-clients-'));
const git = gitFolder();
afterAll(() => {
  git.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command that builds a client. Returns whether it succeeded; otherwise prints why the client is not run. */
async function built(client: string, command: readonly [string, ...string[]], cwd: string): Promise<boolean> {
  const [program, ...args] = command;
  const reason = isFullSize
    ? await run(program, args, { cwd }).then(
        () => undefined,
        (error) => `${program} cannot build it: ${String(error).slice(-200)}`,
      )
    : 'TEST_FULL=1 builds and runs it';
  if (reason !== undefined) console.info(`Not run: ${client} (${reason}).`);
  return reason === undefined;
}

describe('a client of git clones, also the head alone, fetches a commit by its id, and pushes', () => {
  let repo: Repo;
  let commit: string;

  /** Four commits; three of them came in one push. `commit` is the second of the three. */
  beforeEach(async () => {
    repo = await makeRepo(inject('target'));
    const body = { path: 'docs/start.md', text: '# Start\n', base: null };
    await ok('PUT /documents/content', { token: repo.token, body });
    const clone = `clone-${repo.slug}`;
    await git.git('clone', '--quiet', `${url.replace('//', `//git:${repo.token}@`)}/git/${repo.slug}/docs`, clone);
    for (const name of ['one', 'two', 'three']) {
      writeFileSync(join(git.path, clone, `${name}.md`), `${name}\n`);
      await git.git('-C', clone, 'add', '--all');
      await git.git('-C', clone, 'commit', '--quiet', '--message', name);
    }
    await git.git('-C', clone, 'push', '--quiet', 'origin', 'main');
    commit = await git.git('-C', clone, 'rev-parse', 'HEAD~1');
  });

  /** Runs a client's program. `missing` is the number of files that its partial clone left out. */
  async function expectAll(command: readonly [string, ...string[]], protocol = '', missing?: number): Promise<void> {
    const [program, ...args] = command;
    const own = mkdtempSync(join(folder, 'client-'));
    const address = `${url}/git/${repo.slug}/docs.git`;
    const { stdout } = await run(program, [...args, address, repo.token, commit, own, protocol]);
    const { pushed, ...seen } = JSON.parse(stdout);
    expect(seen).toEqual({ cloned: 4, shallow: 1, fetched: 'two', ...(missing !== undefined && { missing }) });
    const { token } = repo;
    const { documents } = await ok<{ documents: { path: string }[] }>('GET /documents', { token });
    const written = documents.map(({ path }) => path).filter((path) => !/(start|one|two|three)\.md$/.test(path));
    expect(written).toHaveLength(1);
    const { versions } = await ok<{ versions: object[] }>(`GET /documents/history?path=${written[0]}`, { token });
    expect(versions).toMatchObject([{ commit: pushed, by: 'Ada' }]);
  }

  it('libgit2', async () => {
    const python = await pythonWith(['pygit2==1.21.0'], 'libgit2');
    if (python !== undefined) await expectAll([python, `${programs}pygit2_client.py`]);
  });

  // It requests partial clones in protocol 2 only.
  it.each([
    ['0', 0],
    ['2', 4],
  ])('dulwich, in protocol %s', async (protocol, missing) => {
    const python = await pythonWith(['dulwich==1.2.21'], 'dulwich');
    if (python !== undefined) await expectAll([python, `${programs}dulwich_client.py`], protocol, missing);
  });

  it('go-git', async () => {
    const program = join(folder, 'go-git');
    if (await built('go-git', ['go', 'build', '-o', program, '.'], `${programs}go-git`)) await expectAll([program]);
  });

  it.each(['0', '2'])('JGit, in protocol %s', async (protocol) => {
    const copy = ['-q', 'dependency:copy-dependencies', `-DoutputDirectory=${folder}/jars`] as const;
    if (await built('JGit', ['mvn', ...copy], `${programs}jgit`)) {
      await expectAll(['java', '-cp', `${folder}/jars/*`, `${programs}jgit/JGitClient.java`], protocol, 4);
    }
  });
});
