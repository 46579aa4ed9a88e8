import fs, { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import http from 'isomorphic-git/http/node';
import { afterAll, expect, test } from 'vitest';
import { startServedService } from '../../testing/served-service.js';
import { createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startServedService();
const dir = mkdtempSync(join(tmpdir(), 'isomorphic-git-'));
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
});

test('isomorphic-git can clone, fetch and push, and is refused in the same way as git', async () => {
  const fixture = await createDocumentsFixture(service, 'docs');
  await fixture.put('docs/start.md', '# Start\n');
  const url = `${service.url}/git/${fixture.workspace.slug}/docs.git`;
  const author = { name: 'Ada', email: 'ada@example.com' };
  const onAuth = () => ({ username: 'git', password: fixture.workspace.token });
  const repo = { fs, http, dir, onAuth };
  await git.clone({ ...repo, url });
  expect(readFileSync(join(dir, 'start.md'), 'utf8')).toBe('# Start\n');

  writeFileSync(join(dir, 'more.md'), 'more\n');
  await git.add({ fs, dir, filepath: 'more.md' });
  const head = await git.commit({ fs, dir, author, message: 'More' });
  const pushed = await git.push({ ...repo, remote: 'origin', ref: 'main' });
  expect(pushed.ok).toBe(true);
  const history = await fixture.call('GET', '/documents/history?path=docs/more.md');
  expect(history.body.versions).toMatchObject([{ commit: head, message: 'More', by: 'Ada' }]);

  await fixture.put('docs/third.md', 'third\n');
  await git.pull({ ...repo, ref: 'main', author });
  expect(readFileSync(join(dir, 'third.md'), 'utf8')).toBe('third\n');

  await fixture.put('docs/fourth.md', 'fourth\n');
  writeFileSync(join(dir, 'start.md'), '# Another\n');
  await git.add({ fs, dir, filepath: 'start.md' });
  await git.commit({ fs, dir, author, message: 'Another' });
  await expect(git.push({ ...repo, remote: 'origin', ref: 'main', force: true })).rejects.toThrow(/fetch first|main/);

  const shallow = mkdtempSync(join(tmpdir(), 'isomorphic-git-'));
  await git.clone({ ...repo, url, dir: shallow, depth: 1, singleBranch: true });
  expect(await git.log({ fs, dir: shallow })).toHaveLength(1);
  expect(readFileSync(join(shallow, 'fourth.md'), 'utf8')).toBe('fourth\n');
  rmSync(shallow, { recursive: true, force: true });
});
