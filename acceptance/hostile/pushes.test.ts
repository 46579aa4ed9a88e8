import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullSize } from '../full-size.mjs';
import { ok } from '../http.js';
import { makeRepo, type Repo, remote, started } from '../repo.js';
import type { OwnService } from '../service.js';
import { attacks, bodyOf } from './packs.mjs';

/**
 * Created before the service starts, because creating packs blocks this process, which would miss that connections were
 * closed.
 */
const pushes = attacks.map(({ make, ...attack }) => ({ ...attack, pushed: make() }));

const { service: start, folder, dispose } = started();
let service: OwnService;
beforeAll(async () => {
  service = await start();
});
afterAll(dispose);

async function push(repo: Repo, body: Buffer): Promise<string> {
  const answer = await fetch(`${service.url}/git/${repo.slug}/docs.git/git-receive-pack`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`git:${repo.token}`).toString('base64')}` },
    body: new Uint8Array(body),
  });
  return answer.text();
}

async function documents({ token }: Repo): Promise<number> {
  const { repos } = await ok<{ repos: { documents: number }[] }>('GET /repos', { target: service, token });
  return repos[0]?.documents ?? 0;
}

const [fileCount, commitCount] = isFullSize ? [20_000, 2_000] : [2_000, 200];

/** Input for `git fast-import`: many files in one commit, two versions of a large file, and many commits. */
function ordinaryHistory(): string {
  const stream: string[] = [];
  const commit = (files: Readonly<Record<string, string>>) => {
    stream.push('commit refs/heads/main\ncommitter Ada <ada@example.com> 1700000000 +0000\ndata 4\nText\n');
    for (const [path, text] of Object.entries(files)) {
      stream.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
    }
  };
  const large = 'a line of a large file\n'.repeat(1_050_000);
  const files = Array.from({ length: fileCount }, (_, n) => [`${n % 100}/${n}.md`, `# Document ${n}\n`] as const);
  commit(Object.fromEntries(files));
  commit({ 'large.txt': large });
  commit({ 'large.txt': `${large}and its last line\n` });
  for (let n = 0; n < commitCount; n += 1) {
    commit({ [`log/${n % 50}.md`]: `# Entry ${n}\n` });
  }
  return stream.join('');
}

describe.runIf(!process.env.ACCEPTANCE_URL)('git push: packs that expand without bound', () => {
  it.each(pushes)(
    'are answered in the git protocol, and are stored completely or not at all: $name',
    async (attack) => {
      const repo = await makeRepo(service);
      const report = await push(repo, bodyOf(attack.pushed));
      expect(report).toMatch(attack.report);
      expect((await documents(repo)) > 0).toBe(report.includes('ok refs/heads/main'));
    },
  );

  it.each(pushes.slice(0, 3))('are refused with a reason that the sender can read: $name', async (attack) => {
    const repo = await makeRepo(service);
    const client = folder();
    const { head, pack } = attack.pushed;
    await client.git('init', '--quiet', '--bare', 'hostile');
    const file = join('objects', 'pack', 'pack-hostile.pack');
    writeFileSync(join(client.path, 'hostile', file), pack);
    await client.git('-C', 'hostile', 'index-pack', file);
    const pushed = await client.run('-C', 'hostile', 'push', remote(service, repo), `${head}:refs/heads/main`);
    expect(pushed.ok).toBe(false);
    expect(pushed.stderr).toMatch(attack.report);
    expect(pushed.stderr).toContain('push fewer commits at a time');
    expect(await documents(repo)).toBe(0);
  });
});

describe.runIf(!process.env.ACCEPTANCE_URL)('git push: large packs', () => {
  it('of thousands of files, 24 MB in two versions and many commits are stored, and cloned unchanged', async () => {
    const repo = await makeRepo(service);
    const client = folder();
    await client.git('init', '--quiet', '--bare', 'large');
    const large = join(client.path, 'large');
    execFileSync('git', ['fast-import', '--quiet'], { cwd: large, input: ordinaryHistory() });
    await client.git('-C', large, 'push', '--quiet', remote(service, repo), 'main');
    await client.git('clone', '--quiet', '--bare', remote(service, repo), 'clone');
    expect(await client.git('-C', 'clone', 'fsck', '--full')).toBe('');
    expect(await client.git('-C', 'clone', 'rev-parse', 'main')).toBe(
      await client.git('-C', large, 'rev-parse', 'main'),
    );
    expect(await documents(repo)).toBe(fileCount + 51);
  });
});
