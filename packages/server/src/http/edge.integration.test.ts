import { limits } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/refusal.js';
import { startSuiteService, startTestService, type TestRequest, type TestService } from '../testing/service.js';

const json = { 'content-type': 'application/json' };

const service = await startSuiteService();
const workspace = await service.createWorkspace();
const call = (method: string, path: string, request: TestRequest = {}) =>
  service.call(method, path, { token: workspace.token, ...request });
const ingest = `/ingest/${(await call('POST', '/collections', { body: { name: 'things' } })).body.secret}`;

describe('HTTP edge', () => {
  const countRecords = async () => (await call('GET', '/collections/things/records')).body.count;

  describe('request ids', () => {
    it.each(['a', 'A-Z_0.9', 'x'.repeat(128)])('are returned as sent: %s', async (id) => {
      for (const path of ['/health', '/no/such/route', '/collections']) {
        const answer = await call('GET', path, { headers: { 'x-request-id': id } });
        expect(answer.headers.get('x-request-id')).toBe(id);
      }
    });

    it.each(['', 'two words', 'a;b', 'ü', 'x'.repeat(129), '<script>'])('are generated instead of %j', async (id) => {
      const answer = await call('GET', '/health', { headers: { 'x-request-id': encodeURI(id) } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{16}$/);
    });

    it('are stored in the audit log', async () => {
      const body = { records: [{ id: 'audited' }] };
      await call('POST', '/collections/things/records', { body, headers: { 'x-request-id': 'job-77' } });
      const { events } = (await call('GET', '/audit?limit=1')).body;
      expect(events).toMatchObject([{ action: 'collection.records_written', request_id: 'job-77' }]);
    });
  });

  describe('methods', () => {
    it.each([
      ['PUT', '/collections', 'POST, GET, HEAD, OPTIONS'],
      ['GET', '/collections/things/query', 'POST, OPTIONS'],
      ['POST', '/health', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/me', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/collections/things/records/1', 'GET, DELETE, HEAD, OPTIONS'],
    ])('%s %s returns 405 with Allow', async (method, path, allow) => {
      const answer = await call(method, path);
      expectRefusal('405 method_not_allowed', answer);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort());
    });

    it.each(['//', '/collection', '/collections/', '/collections/things/nothing', '/v1', '/ingest', '/operator/x'])(
      '%s returns no such route, with and without a credential',
      async (path) => {
        expectRefusal('404 route_not_found', await call('GET', path));
        expectRefusal('404 route_not_found', await service.call('POST', path, { body: {} }));
      },
    );

    it('OPTIONS returns 204 with Allow, even without a credential', async () => {
      const answer = await service.call('OPTIONS', '/collections/things/records');
      expect(answer).toMatchObject({ status: 204, body: '' });
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    });

    it.each(['/health', '/collections', '/openapi.json'])(
      'HEAD %s returns the response of GET without a body',
      async (path) => {
        const head = await call('HEAD', path);
        expect(head).toMatchObject({ status: (await call('GET', path)).status, body: '' });
        expect(head.headers.get('content-type')).toContain('application/json');
      },
    );
  });

  describe('bodies', () => {
    it.each([
      ['', '400 invalid_json'],
      ['{', '400 invalid_json'],
      ['{"name": "a",}', '400 invalid_json'],
      ["{'name': 'a'}", '400 invalid_json'],
      ['{"name": NaN}', '400 invalid_json'],
      ['{"name": 01}', '400 invalid_json'],
      ['{"name": "a"} {}', '400 invalid_json'],
      ['\u0000', '400 invalid_json'],
      ['null', '400 invalid_request'],
      ['[]', '400 invalid_request'],
      ['"name"', '400 invalid_request'],
      ['1e999', '400 invalid_request'],
      ['{"name": 1e999}', '400 invalid_request'],
      ['{"__proto__": {"name": "polluted"}}', '400 invalid_request'],
      ['{"name": "fine", "constructor": 1}', '400 invalid_request'],
    ])('%j are refused as %s', async (body, expected) => {
      expectRefusal(expected, await call('POST', '/collections', { body, headers: json }));
      expect((await call('GET', '/collections')).body.count).toBe(1);
    });

    it('are refused if they are not UTF-8', async () => {
      const answer = await service.app.http.request('/collections', {
        method: 'POST',
        headers: { authorization: `Bearer ${workspace.token}`, ...json },
        body: new Uint8Array([...Buffer.from('{"name": "'), 0xff, 0xfe, ...Buffer.from('"}')]),
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: 'invalid_json' } });
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      '',
    ])('of type %j are accepted', async (type) => {
      const request = { body: '{"name": "typed"}', headers: { 'content-type': type } };
      expectRefusal('415 unsupported_media_type', await call('POST', '/collections', request));
    });

    it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.odoo+json'])(
      'of type %s are refused',
      async (type) => {
        const request = { body: '{"id": "typed"}', headers: { 'content-type': type } };
        expect((await service.call('POST', ingest, request)).status).toBe(200);
      },
    );

    it.each([
      ['/collections', { name: 'fine', colour: 1 }, 'colour'],
      ['/collections/things/query', { query: 'x', topk: 3 }, 'topk'],
      ['/collections/things/records', { records: [], dryrun: true }, 'dryrun'],
      ['/collections/things/import', { records: [], more: 1 }, 'more'],
      ['/collections/things/reconcile', { live_ids: ['1'], dryrun: true }, 'dryrun'],
    ])('with a key unknown to %s are refused', async (path, body, key) => {
      const answer = await call('POST', path, { body });
      expectRefusal('400 invalid_request', answer);
      expect(answer.body.error.details).toEqual([{ path: key, message: expect.any(String) }]);
      expectRefusal('400 invalid_request', await call('POST', `${path}?verbose=1`, { body: {} }));
    });

    it('are refused one byte above the limit, and accepted at the limit', async () => {
      const exactly = (bytes: number, wrap: (name: string) => object) => {
        const empty = JSON.stringify(wrap('')).length;
        return JSON.stringify(wrap('x'.repeat(bytes - empty)));
      };
      const one = (name: string) => ({ id: 'large', name });
      const many = (name: string) => ({ records: [{ id: 'large', name }] });
      const small = limits.bodyBytes;
      const large = limits.largeBodyBytes;
      const before = await countRecords();
      expectRefusal(
        '413 payload_too_large',
        await service.call('POST', ingest, { body: exactly(small + 1, one), headers: json }),
      );
      expectRefusal(
        '413 payload_too_large',
        await service.call('POST', `${ingest}/batch`, { body: exactly(small + 1, many), headers: json }),
      );
      for (const route of ['import', 'records']) {
        const request = { body: exactly(large + 1, many), headers: json };
        expectRefusal('413 payload_too_large', await call('POST', `/collections/things/${route}`, request));
      }
      const ids = (filler: string) => ({ live_ids: [filler] });
      const reconcile = '/collections/things/reconcile';
      expectRefusal(
        '413 payload_too_large',
        await call('POST', reconcile, { body: exactly(large + 1, ids), headers: json }),
      );
      expect(await countRecords()).toBe(before);
      expect((await service.call('POST', ingest, { body: exactly(small, one), headers: json })).status).toBe(200);
      const fits = { body: exactly(large, many), headers: json };
      expect((await call('POST', '/collections/things/import', fits)).body).toMatchObject({ imported: 1 });
    });

    it('are refused unread if their declared size is above the limit', async () => {
      const headers = { ...json, 'content-length': String(limits.bodyBytes + 1) };
      expectRefusal('413 payload_too_large', await service.call('POST', ingest, { body: '{}', headers }));
    });
  });

  describe('response headers', () => {
    it('forbid caching and framing', async () => {
      for (const path of ['/health', '/collections', '/docs', '/no/such/route']) {
        const { headers } = await call('GET', path);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('x-frame-options')).toBe('DENY');
        expect(headers.get('referrer-policy')).toBe('same-origin');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('x-powered-by')).toBeNull();
        expect(headers.get('server')).toBeNull();
      }
    });

    it('allow no other origin', async () => {
      const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await call(method, '/collections', { headers });
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    });
  });
});

describe('HTTP edge with SVC_CORS_ORIGINS', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ SVC_CORS_ORIGINS: 'https://app.example.com, https://other.example.com' });
  });
  afterAll(() => service.close());

  it('lets pages of exactly the listed origins call and read', async () => {
    const answer = async (origin: string, method = 'GET') =>
      (await service.call(method, '/health', { headers: { origin, 'access-control-request-method': 'POST' } })).headers;
    const listed = await answer('https://other.example.com');
    expect(listed.get('access-control-allow-origin')).toBe('https://other.example.com');
    expect(listed.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(listed.get('vary')).toContain('Origin');
    // Without this header, browsers send no cookies to another origin.
    expect(listed.get('access-control-allow-credentials')).toBeNull();
    expect((await answer('https://app.example.com', 'OPTIONS')).get('access-control-allow-methods')).toContain('POST');
    expect((await answer('https://evil.example.com')).get('access-control-allow-origin')).toBeNull();
    expect((await answer('null')).get('access-control-allow-origin')).toBeNull();
  });
});
