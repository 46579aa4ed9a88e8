import { createHash, randomFillSync } from 'node:crypto';
import { limits } from '@tessera/contract';
import { expect, it } from 'vitest';
import { startSuiteService, type TestService } from '../testing/service.js';

const source = await startSuiteService();
const target = await startSuiteService();
/** Larger than a text document may be, and random, so that compression does not make it smaller. */
const video = randomFillSync(Buffer.allocUnsafe(limits.documentBytes + 1_000_000));

function request(service: TestService, path: string, token: string, options: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...options.headers };
  return Promise.resolve(service.app.http.request(`http://tessera.test${path}`, { ...options, headers }));
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('operator.import_workspace > stores a large file of an archive unchanged', async () => {
  const { id, token } = await source.createWorkspace();
  await source.call('POST', '/repos', { token, body: { name: 'films' } });
  const put = { method: 'PUT', headers: { 'if-none-match': '*' }, body: new Uint8Array(video) };
  expect((await request(source, '/raw/films/intro.mp4', token, put)).status).toBe(200);
  const archive = await request(source, `/operator/workspaces/${id}/export`, source.operatorToken);
  const imported = await request(target, '/operator/workspaces/import?slug=films', target.operatorToken, {
    method: 'POST',
    body: await archive.arrayBuffer(),
  });
  const made = (await imported.json()) as { workspace: { id: string } };
  const reading = await target.call('POST', `/operator/workspaces/${made.workspace.id}/tokens`, {
    token: target.operatorToken,
    body: { name: 'test', role: 'admin', access: 'read_only' },
  });
  const file = await request(target, '/raw/films/intro.mp4', reading.body.secret);
  expect(digest(new Uint8Array(await file.arrayBuffer()))).toBe(digest(video));
});
