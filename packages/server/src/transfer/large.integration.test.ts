import { createHash, randomFillSync } from 'node:crypto';
import { limits } from '@tessera/contract';
import { expect, it } from 'vitest';
import { isFullSize } from '../../../../acceptance/full-size.mjs';
import { startSuiteService, type TestService } from '../testing/service.js';

const source = await startSuiteService();
const target = await startSuiteService();
/** Larger than a text document may be, and random, so that compression does not make it smaller. */
const video = randomFillSync(Buffer.allocUnsafe(isFullSize ? limits.fileBytes : limits.documentBytes + 1_000_000));
/** At full size, more than a push by git may contain. */
const names = Array.from({ length: isFullSize ? 6 : 1 }, (_, index) => `film-${index}.mp4`);

function request(service: TestService, path: string, token: string, options: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...options.headers };
  return Promise.resolve(service.app.http.request(`http://tessera.test${path}`, { ...options, headers }));
}

/**
 * The content of one film; their first bytes differ. Two random films are more than a push may send. The others are
 * zeros, which reach the limit of unpacked bytes and take less time to compress.
 */
function filmOf(name: string): Uint8Array<ArrayBuffer> {
  const index = names.indexOf(name);
  const film = index < 2 ? new Uint8Array(video) : new Uint8Array(video.length);
  film[0] = index + 1;
  return film;
}

async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
  }
  return hash.digest('hex');
}

it('operator.import_workspace > stores large files of an archive unchanged', { timeout: 600_000 }, async () => {
  const { id, token } = await source.createWorkspace();
  await source.call('POST', '/repos', { token, body: { name: 'films' } });
  for (const name of names) {
    const put = { method: 'PUT', headers: { 'if-none-match': '*' }, body: filmOf(name) };
    expect((await request(source, `/raw/films/${name}`, token, put)).status).toBe(200);
  }
  const archive = await request(source, `/operator/workspaces/${id}/export`, source.operatorToken);
  const sent = { method: 'POST', body: archive.body, duplex: 'half' };
  const imported = await request(target, '/operator/workspaces/import?slug=films', target.operatorToken, sent);
  const made = (await imported.json()) as { workspace: { id: string } };
  expect([imported.status, made]).toMatchObject([200, { workspace: { slug: 'films' } }]);
  const reading = await target.call('POST', `/operator/workspaces/${made.workspace.id}/tokens`, {
    token: target.operatorToken,
    body: { name: 'test', role: 'admin', access: 'read_only' },
  });
  for (const name of names) {
    const file = await request(target, `/raw/films/${name}`, reading.body.secret);
    expect(await digestOf(file.body as unknown as AsyncIterable<Uint8Array>)).toBe(
      await digestOf([filmOf(name)] as never),
    );
  }
});
