import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { limits } from '@tessera/contract';
import { expect, it } from 'vitest';
import { startServedService } from '../../testing/served-service.js';
import { at, createDocumentsFixture } from '../testing/documents-fixture.js';

const service = await startServedService();
const fixture = await createDocumentsFixture(service, 'files');
const mebibyte = 1024 * 1024;
/** Larger than a text document may be. */
const size = limits.documentBytes + 3 * mebibyte;

interface Sent {
  readonly status: number;
  readonly body: string;
}

/** Sends a file in pieces. */
async function send(path: string, bytes: Buffer, headers: Readonly<Record<string, string | number>>): Promise<Sent> {
  const request = open(path, headers);
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  Readable.from(piecesOf(bytes)).pipe(request);
  const [answer] = await answered;
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

function open(path: string, headers: Readonly<Record<string, string | number>>): http.ClientRequest {
  const { token } = fixture.workspace;
  return http.request(`${service.url}/raw/${path}`, {
    method: 'PUT',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'if-none-match': '*', ...headers },
  });
}

/** The start of an mp4 file, followed by random bytes that cannot be compressed. */
function videoOf(bytes: number): Buffer {
  const video = randomFillSync(Buffer.allocUnsafe(bytes));
  video.write('\0\0\0\x18ftypisom', 'latin1');
  return video;
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += mebibyte) {
    yield bytes.subarray(start, start + mebibyte);
  }
}

const video = videoOf(size);
const oid = createHash('sha1').update(`blob ${size}\0`).update(video).digest('hex');

it('documents.put_raw > accepts a file above the size limit of text', async () => {
  const { status, body } = await send('files/declared.mp4', video, { 'content-length': size });
  expect([status, body]).toEqual([200, expect.any(String)]);
  expect(JSON.parse(body).document).toMatchObject({ size, blob: oid, media_type: 'video/mp4', title: 'declared.mp4' });
  const headers = { authorization: `Bearer ${fixture.workspace.token}` };
  const answer = await fetch(`${service.url}/raw/files/declared.mp4`, { headers });
  expect(Buffer.from(await answer.arrayBuffer()).equals(video)).toBe(true);
  const last = await fetch(answer.url, { headers: { ...headers, range: `bytes=${size - 5}-` } });
  expect([last.status, last.headers.get('content-range')]).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`]);
  expect(Buffer.from(await last.arrayBuffer()).equals(video.subarray(-5))).toBe(true);
});

it('documents.move, restore, read and history > read only the start of a large file', async () => {
  const { call } = fixture;
  const [moved, again] = ['files/moved.mp4', 'files/again.bin'];
  // This request has no Content-Length header.
  expect((await send('files/first.mp4', video, {})).status).toBe(200);
  const move = await call('POST', '/documents/move', { from: 'files/first.mp4', to: moved, base: oid });
  expect(move.body.document).toMatchObject({ size, blob: oid, media_type: 'video/mp4' });
  const read = await call('GET', `/documents/content${at(moved)}`);
  expect(read.body).toMatchObject({ size, text: null, media_type: 'video/mp4' });
  expect((await call('DELETE', `/documents/content${at(moved, { base: oid })}`)).status).toBe(200);
  const history = await call('GET', `/documents/history${at(moved)}`);
  const version = history.body.versions.find(({ status }: { status: string }) => status === 'moved').id;
  expect((await call('GET', `/documents/content${at(moved, { version })}`)).body).toMatchObject({ size, text: null });
  const restored = await call('POST', '/documents/restore', { path: moved, version, base: null });
  expect(restored.body).toMatchObject({ status: 'restored', document: { size, blob: oid, media_type: 'video/mp4' } });
  const renamed = await call('POST', '/documents/move', { from: moved, to: again, base: oid });
  expect(renamed.body.document).toMatchObject({ size, media_type: 'application/octet-stream' });
});

it.each([
  ['files/file.bin', limits.fileBytes + 1, '413 payload_too_large'],
  ['absent/file.bin', limits.fileBytes, '404 repo_not_found'],
])('documents.put_raw > refuses %s of %i bytes before its body: %s', async (path, bytes, refusal) => {
  const request = open(path, { 'content-length': bytes });
  request.flushHeaders();
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  expect(`${answer.statusCode} ${JSON.parse(await text(answer)).error.code}`).toBe(refusal);
  request.destroy();
});

it('documents.put_raw > receives a few large files of a workspace at a time, and refuses more', async () => {
  const count = limits.largeUploadsPerWorkspace + 1;
  const requests = Array.from({ length: count }, (_, n) => open(`files/${n}.bin`, { 'content-length': size }));
  const answers = requests.map(async (request) => {
    request.on('error', () => undefined);
    request.flushHeaders();
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return answer.statusCode;
  });
  expect(await Promise.any(answers)).toBe(503);
  for (const request of requests) {
    request.destroy();
  }
});
