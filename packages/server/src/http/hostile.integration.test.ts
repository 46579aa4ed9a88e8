import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/refusal.js';
import { startSuiteService, type TestRequest } from '../testing/service.js';

const json = { 'content-type': 'application/json' };

const service = await startSuiteService();
const workspace = await service.createWorkspace();
const call = (method: string, path: string, request: TestRequest = {}) =>
  service.call(method, path, { token: workspace.token, ...request });
const ingest = `/ingest/${(await call('POST', '/collections', { body: { name: 'things' } })).body.secret}`;

describe('HTTP edge > hostile input', () => {
  // The deepest nesting whose text stays below the size limit of a body.
  const levels = 9_000;
  const nest = (inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels);
  const nestObjects = (inner: string) => '{"a":'.repeat(levels) + inner + '}'.repeat(levels);

  it.each([
    ['arrays', nest('1')],
    ['arrays around a number to keep exactly', nest('12345678901234567890')],
    ['objects', nestObjects('1')],
  ])('refuses thousands of nested %s in any body', async (_title, bomb) => {
    expectRefusal(
      '400 too_deep',
      await service.call('POST', ingest, { body: `{"id": 1, "bomb": ${bomb}}`, headers: json }),
    );
    expectRefusal('400 too_deep', await service.call('POST', ingest, { body: `{"id": ${bomb}}`, headers: json }));
    const batch = await service.call('POST', `${ingest}/batch`, {
      body: `{"records": [{"id": "bomb", "bomb": ${bomb}}, {"id": "survivor"}]}`,
      headers: json,
    });
    expect(batch.body).toMatchObject({ accepted: 1, failed: 1 });
    for (const [path, body] of [
      ['/collections', bomb],
      ['/collections', `{"name": ${bomb}}`],
      ['/collections/things/query', `{"filters": {"name": ${bomb}}}`],
      ['/collections/things/query', `{"filters": {"name": {"in": ${bomb}}}}`],
      ['/collections/things/query', `{"query": ${bomb}}`],
    ]) {
      const answer = await call('POST', String(path), { body, headers: json });
      expectRefusal('400 invalid_request', answer);
    }
    const reconcile = await call('POST', '/collections/things/reconcile', {
      body: `{"live_ids": [${bomb}]}`,
      headers: json,
    });
    expect(reconcile.status).toBe(400);
  });

  it('refuses a number with millions of digits', async () => {
    const body = `{"records": [{"id": "digits", "n": ${'7'.repeat(7_000_000)}}]}`;
    const answer = await call('POST', '/collections/things/import', { body, headers: json });
    expect([200, 400]).toContain(answer.status);
    expect((await call('GET', '/collections/things/records/digits')).status).toBe(404);
  });

  it.each([
    [1, 600_000],
    [30, 20_000],
    [1_200, 500],
  ])('answers %d records with %d unknown keys each briefly', async (records, keys) => {
    const object = `{${Array.from({ length: keys }, (_, key) => `"k${key}":1`).join()}}`;
    const list = Array.from({ length: records }, () => object).join();
    const answers = await Promise.all([
      call('POST', '/collections/things/import', { body: `{"record":[${list}]}`, headers: json }),
      call('POST', '/collections/things/resolve', { body: `{"queries":[${list}]}`, headers: json }),
    ]);
    for (const answer of answers) {
      expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
    }
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  });

  it.each([
    '%',
    '%zz',
    '%ff',
    '%c3%28',
    '%00',
    '%2e%2e%2f',
    '..%2f..',
    '%252e',
    '\ud800',
    'a'.repeat(5_000),
    '%F0%9F%98%80',
  ])('refuses %j as a name or id', async (part) => {
    const path = encodeURI(part.toWellFormed()).replaceAll('%25', '%');
    for (const [method, route] of [
      ['GET', `/collections/${path}/describe`],
      ['GET', `/collections/things/records/${path}`],
      ['DELETE', `/collections/things/records/${path}`],
      ['GET', `/collections/things/grants/${path}`],
    ] as const) {
      const answer = await call(method, route);
      expect([400, 404]).toContain(answer.status);
      expectRefusal(`${answer.status} ${answer.body.error.code}`, answer);
    }
    const pushed = await service.call('POST', `/ingest/${path}`, { body: { id: 1 } });
    expect([401, 404]).toContain(pushed.status);
  });

  it('accepts an id with slashes, dots and non-ASCII letters if it is percent-encoded', async () => {
    for (const id of ['a/b', '../x', 'ä ö', 'a%2Fb', '?#', '😀', '...']) {
      expect((await service.call('POST', ingest, { body: { id, name: 'odd' } })).status).toBe(200);
      const found = await call('GET', `/collections/things/records/${encodeURIComponent(id)}`);
      expect(found.body).toMatchObject({ external_id: id });
    }
  });

  it.each([
    '?limit=',
    '?limit=1e9',
    '?limit=-1',
    '?limit=1&limit=2x',
    '?cursor=',
    '?cursor=%00',
    '?cursor=AAAA',
    '?%00=1',
    '?__proto__=1',
  ])('refuses a list with %s', async (query) => {
    const answer = await call('GET', `/collections/things/records${query}`);
    expect([200, 400]).toContain(answer.status);
    if (answer.status === 400) {
      expectRefusal('400 invalid_request', answer);
    }
  });
});
