import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../../testing/refusal.js';
import { startSuiteService } from '../../testing/service.js';
import { createDocumentsFixture } from '../testing/documents-fixture.js';

const text = '0123456789';
/** A file of several stored parts, which is read in several transactions. */
const large = Array.from({ length: 800_000 }, (_, n) => String(n).padStart(6, '0')).join('');

const service = await startSuiteService();
const fixture = await createDocumentsFixture(service, 'files');
const etag = `"${await fixture.put('files/digits.txt', text)}"`;
await fixture.put('files/large.txt', large);

const get = (headers: Readonly<Record<string, string>> = {}, file = 'digits.txt') =>
  service.call('GET', `/raw/files/${file}`, { token: fixture.workspace.token, headers });

describe('documents.get_raw', () => {
  it('returns the whole file with its length, tag and type', async () => {
    const { status, body, headers } = await get();
    expect([status, String(body)]).toEqual([200, text]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-length': '10',
      'content-type': 'text/plain; charset=utf-8',
      'accept-ranges': 'bytes',
      etag,
    });
  });

  it.each(['page.js', 'page.mjs'])('returns a script (%s) as plain text, so that no page can run it', async (file) => {
    await fixture.put(`files/${file}`, 'document.title = "taken"');
    const { headers } = await get({}, file);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', text, 'bytes 0-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
  ])('with range %s returns that part', async (range, part, contentRange) => {
    const { status, body, headers } = await get({ range });
    expect([status, String(body)]).toEqual([206, part]);
    expect([headers.get('content-range'), headers.get('content-length')]).toEqual([contentRange, String(part.length)]);
  });

  it.each(['bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-'])('ignores the invalid range %s', async (range) => {
    const { status, body } = await get({ range });
    expect([status, String(body)]).toEqual([200, text]);
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('refuses %s, which is beyond its end', async (range) => {
    const answer = await get({ range });
    expectRefusal('416 range_not_satisfiable', answer);
    expect(answer.headers.get('content-range')).toBe('bytes */10');
  });

  it('returns a part if If-Range names the current content, otherwise the whole file', async () => {
    const range = 'bytes=2-3';
    expect((await get({ range, 'if-range': etag })).status).toBe(206);
    for (const other of [`W/${etag}`, '"0000"', 'Mon, 01 Jan 2024 00:00:00 GMT']) {
      const { status, body } = await get({ range, 'if-range': other });
      expect([other, status, String(body)]).toEqual([other, 200, text]);
    }
  });

  it('returns 304 only for the current tag', async () => {
    for (const tag of [etag, `W/${etag}`, `"0000", ${etag}`, '*']) {
      const { status, body, headers } = await get({ 'if-none-match': tag });
      expect([tag, status, body, headers.get('etag')]).toEqual([tag, 304, '', etag]);
    }
    expect((await get({ 'if-none-match': '"0000"' })).status).toBe(200);
  });

  it.each(['digits.txt', 'large.txt'])(
    'documents.get_raw > returns the headers of GET to HEAD, without the bytes (%s)',
    async (file) => {
      const asked: Record<string, string>[] = [
        {},
        { range: 'bytes=2-5' },
        { range: 'bytes=99999999-' },
        { 'if-none-match': '*' },
      ];
      for (const headers of asked) {
        const [whole, head] = await Promise.all(
          ['GET', 'HEAD'].map((method) =>
            service.call(method, `/raw/files/${file}`, { token: fixture.workspace.token, headers }),
          ),
        );
        const told = ['content-length', 'content-range', 'content-type', 'accept-ranges', 'etag'];
        const valuesOf = (answer: typeof whole) => told.map((name) => answer?.headers.get(name));
        expect([head?.status, head?.body, valuesOf(head)]).toEqual([whole?.status, '', valuesOf(whole)]);
      }
    },
  );

  it('does not reveal an unreadable file, regardless of the preconditions', async () => {
    const stranger = await fixture.tokenFor(['files/other/**']);
    const asked: Record<string, string>[] = [{ 'if-none-match': etag }, { range: 'bytes=0-1' }, { range: 'bytes=99-' }];
    for (const headers of asked) {
      const answer = await service.call('GET', '/raw/files/digits.txt', { token: stranger, headers });
      expectRefusal('404 document_not_found', answer);
    }
  });

  it('returns a file of many stored parts as a whole, and any range of it', async () => {
    expect((await get({}, 'large.txt')).body === large).toBe(true);
    for (const [from, to] of [
      [262_140, 262_150],
      [1_000_000, 4_500_000],
      [4_799_990, 4_799_999],
    ] as const) {
      const { body, headers } = await get({ range: `bytes=${from}-${to}` }, 'large.txt');
      expect(String(body) === large.slice(from, to + 1)).toBe(true);
      expect(headers.get('content-range')).toBe(`bytes ${from}-${to}/${large.length}`);
    }
  });
});

describe('documents.put_raw', () => {
  const put = (file: string, body: string, headers: Readonly<Record<string, string>>) =>
    service.call('PUT', `/raw/files/${file}`, {
      token: fixture.workspace.token,
      headers: { 'content-type': 'application/octet-stream', ...headers },
      body,
    });

  it('requires a precondition, and writes only if it is met', async () => {
    expectRefusal('428 precondition_required', await put('put.txt', 'one', {}));
    expectRefusal('412 precondition_failed', await put('put.txt', 'one', { 'if-match': '*' }));
    const first = await put('put.txt', 'one', { 'if-none-match': '*' });
    expect([first.status, first.body.status]).toEqual([200, 'added']);
    expectRefusal('412 precondition_failed', await put('put.txt', 'two', { 'if-none-match': '*' }));
    const others = `"${'0'.repeat(40)}", "${'1'.repeat(40)}"`;
    expectRefusal('412 precondition_failed', await put('put.txt', 'two', { 'if-match': others }));
    const among = `${others}, "${first.body.document.blob}"`;
    expect((await put('put.txt', 'two', { 'if-match': among })).body.status).toBe('changed');
    expect((await put('put.txt', 'three', { 'if-match': '*' })).body.status).toBe('changed');
    expect((await get({}, 'put.txt')).body).toBe('three');
  });
});
