import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { limits } from '@tessera/contract';
import { delimiterPacket, flushPacket, packet } from '@tessera/git';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { gitFolder } from '../../../../git/src/testing/git.js';
import { startServedService } from '../../testing/served-service.js';
import { createDocumentsFixture } from '../testing/documents-fixture.js';
import { remoteOf } from './testing/remote.js';

const service = await startServedService();
const folder = gitFolder();
/** All commits, oldest first: one of a write, three of one push, and a merge of another push. */
let commits: string[] = [];
let remote: string;
let authorization: string;

beforeAll(async () => {
  const fixture = await createDocumentsFixture(service, 'docs');
  remote = remoteOf(service.url, fixture.workspace, 'docs');
  authorization = `Basic ${Buffer.from(`git:${fixture.workspace.token}`).toString('base64')}`;
  await fixture.put('docs/start.md', '# Start\n');
  await folder.succeed('clone', '--quiet', remote, 'clone');
  for (const name of ['one', 'two', 'three']) {
    folder.write(join('clone', `${name}.md`), `${name}\n`);
    await folder.commit('clone', name);
  }
  await folder.succeed('-C', 'clone', 'push', '--quiet', 'origin', 'main');
  folder.write('clone/four.md', 'four\n');
  await folder.commit('clone', 'four');
  await fixture.put('docs/five.md', 'five\n');
  await folder.succeed('-C', 'clone', 'pull', '--quiet', '--no-rebase', '--no-edit');
  await folder.succeed('-C', 'clone', 'push', '--quiet', 'origin', 'main');
  commits = (await folder.succeed('-C', 'clone', 'rev-list', '--topo-order', '--reverse', 'HEAD')).split('\n');
  await folder.succeed('clone', '--quiet', '--bare', 'clone', 'bare.git');
  for (const setting of ['allowFilter', 'allowAnySHA1InWant']) {
    await folder.succeed('-C', 'bare.git', 'config', `uploadpack.${setting}`, 'true');
  }
  return () => folder.remove();
});

/** The answer of git, as its `http-backend` serves it. */
function ofGit(protocol: number, body: Buffer): Buffer {
  const { stdout } = spawnSync('git', ['upload-pack', '--stateless-rpc', 'bare.git'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, GIT_PROTOCOL: `version=${protocol}` },
    input: body,
    maxBuffer: limits.bodyBytes,
  });
  return stdout;
}

async function ofService(protocol: number, body: Buffer): Promise<Buffer> {
  const url = `${new URL(remote).origin}${new URL(remote).pathname}/git-upload-pack`;
  const headers = { authorization, 'git-protocol': `version=${protocol}` };
  return Buffer.from(await (await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).arrayBuffer());
}

/** Everything before the pack. Packs differ, because each side compresses and orders objects as it stores them. */
function beforePack(answer: Buffer): string {
  const at = answer.indexOf('\u0001PACK');
  return answer.toString('latin1', 0, at === -1 ? answer.length : at - 4);
}

const lines = (...each: string[]): Buffer => Buffer.concat(each.map((line) => packet(`${line}\n`)));

interface Wish {
  readonly wants: readonly number[];
  readonly haves: readonly number[];
  readonly shallow: readonly number[];
  readonly depth: 1 | 2_147_483_647 | undefined;
  readonly filter: string | undefined;
  readonly done: boolean;
}

/** A request. Commits are given by index; `unknown` is none of the repo. */
function requestOf(protocol: number, { wants, haves, shallow, depth, filter, done }: Wish): Buffer {
  const id = (index: number) => commits[index] ?? String(index).repeat(40);
  const conditions = [
    ...shallow.map((index) => `shallow ${id(index)}`),
    ...(depth === undefined ? [] : [`deepen ${depth}`]),
    ...(filter === undefined ? [] : [`filter ${filter}`]),
  ];
  const had = [...haves.map((index) => `have ${id(index)}`), ...(done ? ['done'] : [])];
  const [first, ...others] = wants.map((index) => `want ${id(index)}`);
  if (protocol === 2) {
    const head = Buffer.concat([lines('command=fetch', 'object-format=sha1'), delimiterPacket]);
    return Buffer.concat([head, lines('no-progress', String(first), ...others, ...conditions, ...had), flushPacket]);
  }
  const capabilities = 'multi_ack_detailed no-done side-band-64k ofs-delta no-progress shallow filter';
  const wanted = Buffer.concat([lines(`${first} ${capabilities}`, ...others, ...conditions), flushPacket]);
  return Buffer.concat([wanted, lines(...had), ...(done ? [] : [flushPacket])]);
}

const unknown = 9;

/** Requests of clients whose commits precede what they want. */
const wishes = fc
  .constantFrom<number[]>([], [2])
  .chain((shallow) =>
    fc.record({
      wants: fc.constantFrom([6], [3]),
      haves: fc.uniqueArray(fc.constantFrom(...(shallow.length === 0 ? [0, 1] : []), 2, unknown), { maxLength: 3 }),
      shallow: fc.constant(shallow),
      depth: fc.constantFrom<Wish['depth']>(undefined, 1, 2_147_483_647),
      filter: fc.constantFrom(undefined, 'blob:none', 'blob:limit=1k'),
      done: fc.boolean(),
    }),
  )
  .filter(isDecidedAlike);

/** Otherwise the service stops the negotiation earlier than git, at the first common commit. */
function isDecidedAlike({ depth, haves, done }: Wish): boolean {
  const known = haves.filter((index) => index !== unknown).length;
  return known === 0 || (known === haves.length && (done || depth === undefined));
}

describe.each([0, 2])('protocol %i', (protocol) => {
  const speak = ['-c', `protocol.version=${protocol}`];

  test('every answer to a fetch equals that of git up to the pack, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async (wish) => {
        const body = requestOf(protocol, wish);
        expect(beforePack(await ofService(protocol, body))).toBe(beforePack(ofGit(protocol, body)));
      }),
      { numRuns: 60 },
    );
  });

  test('each commit can be fetched by its id, alone or with its history, at a URL with or without .git', async () => {
    for (const [n, commit] of commits.entries()) {
      for (const [url, depth] of [
        [remote, []],
        [remote.replace(/\.git$/, ''), ['--depth', '1']],
      ] as const) {
        const name = `by-id-${protocol}-${n}-${depth.length}`;
        await folder.succeed('init', '--quiet', name);
        await folder.succeed(...speak, '-C', name, 'fetch', '--quiet', ...depth, url, commit);
        await folder.succeed('-C', name, 'checkout', '--quiet', 'FETCH_HEAD');
        expect(await folder.succeed('-C', name, 'rev-parse', 'HEAD')).toBe(commit);
        expect(await folder.succeed('-C', name, 'fsck', '--full', '--strict')).not.toMatch(/missing|broken/);
      }
    }
  });

  test.each(['blob:none', 'blob:limit=7'])('a partial clone (%s) fetches a file when it is read', async (filter) => {
    const name = `partial-${protocol}-${filter.replace(/\W/g, '-')}`;
    await folder.succeed(...speak, 'clone', '--quiet', '--no-checkout', `--filter=${filter}`, remote, name);
    const missing = async () =>
      (await folder.succeed('-C', name, 'rev-list', '--objects', '--all', '--missing=print')).match(/^\?/gm)?.length;
    // Of six files, `one` and `two` have 4 bytes, `four` and `five` 5, `three` 6, and `start` more.
    expect(await missing()).toBe(filter === 'blob:none' ? 6 : 1);
    await folder.succeed(...speak, '-C', name, 'checkout', '--quiet', 'main');
    expect(await folder.succeed('-C', name, 'show', 'HEAD:start.md')).toBe('# Start');
    expect(await missing()).toBeUndefined();
  });

  test('what is not in the history of main is refused by its id', async () => {
    await folder.succeed('init', '--quiet', `unknown-${protocol}`);
    const fetched = await folder.run([...speak, '-C', `unknown-${protocol}`, 'fetch', remote, 'a'.repeat(40)]);
    expect(fetched).toMatchObject({ status: 128, stderr: expect.stringContaining('is not in the history of main') });
  });
});

test('the answers to ls-refs equal those of git, byte for byte', async () => {
  const args = ['peel', 'symrefs', 'unborn', 'ref-prefix HEAD', 'ref-prefix refs/heads/', 'ref-prefix refs/tags/'];
  await fc.assert(
    fc.asyncProperty(fc.subarray(args), async (sent) => {
      const body = Buffer.concat([lines('command=ls-refs'), delimiterPacket, lines(...sent), flushPacket]);
      expect(String(await ofService(2, body))).toBe(String(ofGit(2, body)));
    }),
    { numRuns: 20 },
  );
});
