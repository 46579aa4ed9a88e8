import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedService, serve } from '../../http/testing/serve.js';
import { magicLinkHeaders } from '../../identity/testing/tenants.js';
import { createLog } from '../../platform/log.js';
import { startTestService, type TestService } from '../../testing/service.js';
import { at, createDocumentsFixture, type DocumentsFixture } from '../testing/documents-fixture.js';
import { createContentProcesses } from './content-processes.js';
import { busyProcess, isolatedProcessesOf, isRunning } from './testing/processes.js';

/** Text that takes minutes to render, with little memory. */
const endless = '//a.b/'.repeat(150_000);

const attacks: readonly (readonly [name: string, text: string])[] = [
  ['4,000 nested lists in front matter', `---\n${'[['.repeat(4_000)}\n---\n# End\n`],
  ['400 nested keys in front matter', `---\n${'? '.repeat(400)}\n---\n# End\n`],
  ['8 KB of nested keys in front matter', `---\n${'? '.repeat(4_000)}\n---\n# End\n`],
  ['nested anchors in front matter', `---\n${'&a ['.repeat(1_000)}\n---\n# End\n`],
  ['elements nested 20,000 deep', '<div>'.repeat(20_000)],
  ['a million characters of emphasis', '*a'.repeat(500_000)],
  ['a quote that half a million lines continue', `needle\n\n${'> '.repeat(50)}${'\na'.repeat(500_000)}`],
  ['150,000 addresses in a row', endless],
  ['100,000 formulas', '$a'.repeat(200_000)],
];

/** Processes that services of other files use. */
const shared = new Set(isolatedProcessesOf());
const ownProcesses = () => isolatedProcessesOf().filter((id) => !shared.has(id));
let service: TestService;
let served: ServedService;
let attacked: DocumentsFixture;
let other: DocumentsFixture;

/** Restarts the service on the same database. Only the time limit of a task differs from the default. */
async function restart(timeoutMs: number): Promise<void> {
  await served?.close();
  await service?.app.close();
  const testDatabase = service?.testDatabase;
  const processes = createContentProcesses(createLog('silent'), { timeoutMs });
  service = await startTestService({}, { ...(testDatabase && { testDatabase }), processes });
  served = await serve(service);
}

async function send(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const answer = await fetch(served.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

const tokenOf = ({ workspace }: DocumentsFixture) => ({ authorization: `Bearer ${workspace.token}` });

/** Stores a document in the attacked workspace. */
async function put(path: string, text: string): Promise<void> {
  const written = await send('PUT', '/documents/content', tokenOf(attacked), { path, text, base: 'any' });
  expect(written.status, JSON.stringify(written.body)).toBe(200);
}

/** Checks that requests of other workspaces are answered. */
async function expectOthersServed(): Promise<void> {
  expect((await send('GET', '/health', {})).status).toBe(200);
  const read = await send('GET', `/documents/content${at('notes/a.md')}`, tokenOf(other));
  expect(read).toMatchObject({ status: 200, body: { front_matter: { title: 'Mine' }, title: 'Mine' } });
  const rendered = await send('GET', `/documents/rendered${at('notes/a.md')}`, tokenOf(other));
  expect(rendered.body.html).toContain('Text');
}

beforeAll(async () => {
  await restart(600_000);
  attacked = await createDocumentsFixture(service, 'docs');
  other = await createDocumentsFixture(service, 'notes');
  await other.put('notes/a.md', '---\ntitle: Mine\n---\nText\n');
});
afterAll(async () => {
  await served.close();
  await service.close();
});

it('serves other workspaces while two workspaces render documents that never finish', async () => {
  const attackers = [attacked, await createDocumentsFixture(service, 'docs')];
  const rendering = Promise.allSettled(
    attackers.map((each) => send('POST', '/documents/render', tokenOf(each), { path: 'docs/x.md', text: endless })),
  );
  await expect.poll(() => ownProcesses().length, { timeout: 60_000 }).toBe(3);
  await expectOthersServed();
  await restart(600_000);
  await rendering;
});

it('serves other workspaces while a magic link renders a document that never finishes', async () => {
  const guest = await magicLinkHeaders(service, await attacked.createKey());
  const attack = send('POST', '/documents/render', guest, { path: 'docs/x.md', text: endless });
  const attackedProcess = await busyProcess();
  await expectOthersServed();
  expect(isRunning(attackedProcess)).toBe(true);
  process.kill(attackedProcess, 'SIGKILL');
  // The document is given to another process once more, so it is still pending.
  expect(await attack).toMatchObject({ status: 200, body: { html: null, toc: [], reason: 'pending' } });
  await restart(600_000);
  const text = '# Fine';
  const next = await send('POST', '/documents/render', guest, { path: 'docs/x.md', text });
  expect(next).toMatchObject({ status: 200, body: { title: 'Fine', html: expect.stringContaining('Fine') } });
});

describe('hostile content', () => {
  beforeAll(() => restart(500));

  it.each(attacks)('can be requested with a magic link, and is answered as documented: %s', async (_name, text) => {
    const guest = await magicLinkHeaders(service, await attacked.createKey());
    const render = () => send('POST', '/documents/render', guest, { path: 'docs/x.md', text });
    const rendering = render();
    await expectOthersServed();
    let { status, body } = await rendering;
    // A busy machine returns `pending` at first, so try again.
    for (let tries = 0; body.reason === 'pending' && tries < 20; tries += 1) {
      ({ status, body } = await render());
    }
    expect(status).toBe(200);
    if (body.html === null) {
      expect(['too_slow', 'too_deep', 'too_large']).toContain(body.reason);
    }
  });

  it('can be read, rendered and searched, even after a restart', async () => {
    for (const [index, [, text]] of attacks.entries()) {
      await put(`docs/${index}.md`, text);
    }
    await put('docs/fine.md', '# First\n\nneedle\n\n# Second\n\nthread\n');
    await restart(500);
    for (const index of attacks.keys()) {
      const read = await send('GET', `/documents/content${at(`docs/${index}.md`)}`, tokenOf(attacked));
      expect(read).toMatchObject({ status: 200, body: { front_matter: null } });
      const rendered = await send('GET', `/documents/rendered${at(`docs/${index}.md`)}`, tokenOf(attacked));
      expect(rendered.status).toBe(200);
    }
    const found = async (query: string) =>
      (await send('POST', '/documents/search', tokenOf(attacked), { query })).body.results ?? [];
    const wanted = [
      expect.objectContaining({ path: 'docs/fine.md', heading: 'First' }),
      expect.objectContaining({ path: 'docs/6.md', heading: null }),
    ];
    await expect.poll(() => found('needle'), { timeout: 120_000 }).toEqual(expect.arrayContaining(wanted));
    await expectOthersServed();
  });
});

it('is reported as completely different if comparing its versions takes too long', async () => {
  const path = 'docs/long.txt';
  const lines = Array.from({ length: 50_000 }, (_, n) => `line ${n}\n`);
  await put(path, lines.join(''));
  await put(path, lines.reverse().join(''));
  await restart(1);
  const diff = await send('GET', `/documents/diff${at(path)}`, tokenOf(attacked));
  expect(diff).toMatchObject({
    status: 200,
    body: { truncated: true, hunks: [{ old_lines: 50_000, new_lines: 50_000 }] },
  });
  const blame = await send('GET', `/documents/blame${at(path)}`, tokenOf(attacked));
  expect(blame).toMatchObject({ status: 200, body: { complete: false, lines: [{ count: 50_000 }] } });
});

it('leaves no process behind after the service stops', async () => {
  await restart(500);
  await expectOthersServed();
  expect(ownProcesses()).not.toEqual([]);
  await service.app.close();
  expect(ownProcesses()).toEqual([]);
});
