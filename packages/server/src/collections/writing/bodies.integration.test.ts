import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const { ingest, count } = await newCollection(workspace, 'bodies');

const send = (path: string, body: string, type: string) =>
  service.call('POST', `${ingest}${path}`, { body, headers: { 'content-type': type } });

it.each([
  'application/json',
  'text/plain',
  'text/plain; charset=utf-8',
  'text/json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/vnd.acme.event',
])('ingest > reads JSON that is sent as %s', async (type) => {
  expect((await send('', '{"id": 1, "name": "Lamp"}', type)).status).toBe(200);
  expect((await send('/batch', '{"records": [{"id": 1, "name": "Lamp"}]}', type)).body.accepted).toBe(1);
  expect(await count()).toBe(1);
});

it('ingest > refuses a body that is not JSON with the reason that its type gives', async () => {
  const codes = await Promise.all(
    [
      'text/plain',
      'application/octet-stream',
      'application/json',
      'text/csv',
      'application/xml',
      'multipart/form-data',
    ].map(async (type) => (await send('', 'id,name\n1,Lamp', type)).body.error.code),
  );
  expect(codes).toEqual([...Array(3).fill('invalid_json'), ...Array(3).fill('unsupported_media_type')]);
});

it.each(['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines; charset=utf-8'])(
  'ingest > reads lines sent as %s as a batch, and a broken line fails alone',
  async (type) => {
    const lines = '{"id": 21, "name": "a"}\r\n\n{"id": \n{"id": 22}\n"text"\n';
    for (const path of ['', '/batch']) {
      const { status, body } = await send(path, lines, type);
      expect([status, body.accepted, body.failed]).toEqual([200, 2, 2]);
      expect(body.results[1]).toMatchObject({ index: 1, error: 'invalid_request' });
    }
    const many = Array.from({ length: 501 }, (_, id) => `{"id": ${id}}`).join('\n');
    expect((await send('', many, type)).body.error.code).toBe('too_many_records');
  },
);

it('ingest.confirm > returns the challenge of a source as plain text, at known URLs only', async () => {
  const get = async (path: string, method = 'GET') => {
    const answer = await service.app.http.request(path, { method });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  for (const [query, text] of [
    ['', 'ok'],
    ['?challenge=%3Cscript%3E1', '<script>1'],
    ['?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=x', '1158201444'],
    ['?validationToken=abc', 'abc'],
  ]) {
    const answer = await get(`${ingest}${query}`);
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await get(`${ingest}${query}`, 'HEAD')).toMatchObject({ status: 200, text: '' });
  }
  expect((await get(`${ingest}?challenge=${'x'.repeat(3_000)}`)).status).toBe(400);
  expect((await get(`${ingest}x?challenge=abc`)).status).toBe(401);
  expect((await get(`${ingest}x`, 'HEAD')).status).toBe(401);
});
