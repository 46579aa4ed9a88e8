import { expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { startServedService } from '../testing/served-service.js';

const service = await startServedService({ SVC_WORKSPACE_STORAGE_MB: '1' });

/** A workspace whose admin calls over a socket. Calls return their status and code. */
async function createTenant() {
  const workspace = await service.createWorkspace();
  const { secret: key } = await createKey(service, workspace.id);
  const send = async (method: string, path: string, body?: object) => {
    const token = path.startsWith('/v1/') ? key : workspace.token;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(service.url + path, { method, headers, ...sent });
    const { error, ...rest } = (await answer.json()) as { error?: { code: string }; ingest_url: string; id: string };
    return { ...rest, outcome: `${answer.status} ${error?.code ?? ''}`.trim() };
  };
  return { workspace, send };
}

type Send = Awaited<ReturnType<typeof createTenant>>['send'];

const unlike = (characters: number) => Array.from({ length: characters / 16 }, () => crypto.randomUUID()).join('');

/** Ways to fill a workspace. Each returns a function that stores some hundred kilobytes at each call. */
const kinds: Readonly<Record<string, (send: Send) => Promise<(n: number) => ReturnType<Send>>>> = {
  records: async (send) => {
    await send('POST', '/collections', { name: 'items' });
    const record = (n: number) => ({ id: n, note: unlike(1_600) });
    return (n) =>
      send('POST', '/collections/items/import', { records: Array.from({ length: 60 }, (_, k) => record(n * 60 + k)) });
  },
  'versions of one record': async (send) => {
    await send('POST', '/collections', { name: 'items' });
    return () => send('POST', '/collections/items/import', { records: [{ id: 1, note: unlike(96_000) }] });
  },
  'records of an ingest URL': async (send) => {
    const { ingest_url: url } = await send('POST', '/collections', { name: 'items' });
    return (n) => send('POST', new URL(url).pathname, { id: n, note: unlike(96_000) });
  },
  'rules of groups': async (send) => (n) =>
    send('POST', '/v1/groups', {
      name: `Group ${n}`,
      paths: Array.from({ length: 200 }, () => `docs/${unlike(208)}/**`),
    }),
};

it.each(Object.entries(kinds))(
  'storage > is filled by %s, and refuses whatever stores more',
  async (_name, prepare) => {
    const { workspace, send } = await createTenant();
    await send('POST', '/repos', { name: 'docs' });
    const fill = await prepare(send);
    let outcome = '200';
    for (let n = 0; n < 1_000 && outcome === '200'; n += 1) {
      ({ outcome } = await fill(n));
    }
    expect(outcome).toBe('413 storage_full');
    const document = { path: 'docs/a.md', text: '# A\n', base: null };
    const writes = [
      await send('PUT', '/documents/content', document),
      await send('POST', '/collections', { name: 'more' }),
      await send('POST', '/v1/groups', { name: 'Group', paths: ['docs/**'] }),
    ].map((answer) => answer.outcome);
    expect(writes).toEqual(Array(3).fill('413 storage_full'));
    expect((await send('GET', '/collections')).outcome).toBe('200');
    expect((await send('DELETE', '/documents/drafts?path=docs/a.md')).outcome).toBe('200');
    // The rows of another workspace are not counted.
    const other = await createTenant();
    expect((await other.send('POST', '/collections', { name: 'items' })).outcome).toBe('200');
    expect(await service.services.storage.isFull(workspace.id)).toBe(true);
  },
);

it('storage > accepts writes again once rows are deleted', async () => {
  const { workspace, send } = await createTenant();
  const fill = await kinds.records?.(send);
  for (let n = 0; n < 1_000 && (await fill?.(n))?.outcome === '200'; n += 1);
  const { database, storage } = service.services;
  await database.asSystem((transaction) =>
    transaction.query('delete from records where workspace_id = $1', [workspace.id]),
  );
  await expect.poll(() => storage.isFull(workspace.id), { timeout: 30_000 }).toBe(false);
  expect((await send('POST', '/collections', { name: 'more' })).outcome).toBe('200');
});
