import { limits } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestRequest, type TestService, type TestWorkspace } from '../testing/service.js';

const json = { 'content-type': 'application/json' };

describe('the HTTP edge', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  let ingest: string;

  beforeAll(async () => {
    service = await startTestService();
    workspace = await service.createWorkspace();
    const created = await call('POST', '/collections', { body: { name: 'things' } });
    ingest = `/ingest/${created.body.secret}`;
  });
  afterAll(() => service.close());

  const call = (method: string, path: string, request: TestRequest = {}) =>
    service.call(method, path, { token: workspace.token, ...request });
  const countRecords = async () => (await call('GET', '/collections/things/records')).body.count;

  async function expectRefusal(expected: string, answer: Awaited<ReturnType<typeof call>>): Promise<void> {
    expect(`${answer.status} ${answer.body?.error?.code}`).toBe(expected);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.body.error.message).toMatch(/^[A-Z].*\.$/s);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    // No trace of the inside: a place in the code, a statement, a database's or an engine's own words.
    expect(JSON.stringify(answer.body)).not.toMatch(
      /\bat \S+:\d+|node_modules|\.(ts|js):|\bselect\b.*\bfrom\b|\binsert into\b|pg_|syntax error|undefined|\[object/i,
    );
  }

  describe('answers a request id', () => {
    it.each(['a', 'A-Z_0.9', 'x'.repeat(128)])('that echoes %s', async (id) => {
      for (const path of ['/health', '/no/such/route', '/collections']) {
        const answer = await call('GET', path, { headers: { 'x-request-id': id } });
        expect(answer.headers.get('x-request-id')).toBe(id);
      }
    });

    it.each(['', 'two words', 'a;b', 'ü', 'x'.repeat(129), '<script>'])('of its own in place of %j', async (id) => {
      const answer = await call('GET', '/health', { headers: { 'x-request-id': encodeURI(id) } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{16}$/);
    });

    it('that the audit log keeps', async () => {
      const body = { records: [{ id: 'audited' }] };
      await call('POST', '/collections/things/records', { body, headers: { 'x-request-id': 'job-77' } });
      const { events } = (await call('GET', '/audit?limit=1')).body;
      expect(events).toMatchObject([{ action: 'collection.records_written', request_id: 'job-77' }]);
    });
  });

  describe('tells what a route takes', () => {
    it.each([
      ['PUT', '/collections', 'POST, GET, HEAD, OPTIONS'],
      ['GET', '/collections/things/query', 'POST, OPTIONS'],
      ['POST', '/health', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/me', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/collections/things/records/1', 'GET, DELETE, HEAD, OPTIONS'],
    ])('%s %s: 405 with what is allowed', async (method, path, allow) => {
      const answer = await call(method, path);
      await expectRefusal('405 method_not_allowed', answer);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort());
    });

    it.each(['/', '/collection', '/collections/', '/collections/things/nothing', '/v1', '/ingest', '/operator/x'])(
      '%s: no such route, with and without a credential',
      async (path) => {
        await expectRefusal('404 route_not_found', await call('GET', path));
        await expectRefusal('404 route_not_found', await service.call('POST', path, { body: {} }));
      },
    );

    it('OPTIONS answers 204 and what is allowed, without a credential', async () => {
      const answer = await service.call('OPTIONS', '/collections/things/records');
      expect(answer).toMatchObject({ status: 204, body: '' });
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    });

    it.each(['/health', '/collections', '/openapi.json'])(
      'HEAD %s answers as GET does, without a body',
      async (path) => {
        const head = await call('HEAD', path);
        expect(head).toMatchObject({ status: (await call('GET', path)).status, body: '' });
        expect(head.headers.get('content-type')).toContain('application/json');
      },
    );
  });

  describe('refuses a body', () => {
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
    ])('%j as %s', async (body, expected) => {
      await expectRefusal(expected, await call('POST', '/collections', { body, headers: json }));
      expect((await call('GET', '/collections')).body.count).toBe(1);
    });

    it('that is not UTF-8', async () => {
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
    ])('of type %j', async (type) => {
      const request = { body: '{"name": "typed"}', headers: { 'content-type': type } };
      await expectRefusal('415 unsupported_media_type', await call('POST', '/collections', request));
    });

    it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.odoo+json'])(
      'but not of type %s',
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
      ['/collections/things/reconcile', { live_ids: ['1'], dry_run: true }, 'dry_run'],
    ])('with a key that %s does not know', async (path, body, key) => {
      const answer = await call('POST', path, { body });
      await expectRefusal('400 invalid_request', answer);
      expect(answer.body.error.details).toEqual([{ path: key, message: expect.any(String) }]);
      await expectRefusal('400 invalid_request', await call('POST', `${path}?verbose=1`, { body: {} }));
    });

    it('of one byte more than the route takes, and takes the last byte that fits', async () => {
      const exactly = (bytes: number, wrap: (name: string) => object) => {
        const empty = JSON.stringify(wrap('')).length;
        return JSON.stringify(wrap('x'.repeat(bytes - empty)));
      };
      const one = (name: string) => ({ id: 'large', name });
      const many = (name: string) => ({ records: [{ id: 'large', name }] });
      const small = limits.bodyBytes;
      const large = limits.largeBodyBytes;
      const before = await countRecords();
      await expectRefusal(
        '413 payload_too_large',
        await service.call('POST', ingest, { body: exactly(small + 1, one), headers: json }),
      );
      await expectRefusal(
        '413 payload_too_large',
        await service.call('POST', `${ingest}/batch`, { body: exactly(small + 1, many), headers: json }),
      );
      for (const route of ['import', 'records']) {
        const request = { body: exactly(large + 1, many), headers: json };
        await expectRefusal('413 payload_too_large', await call('POST', `/collections/things/${route}`, request));
      }
      const ids = (filler: string) => ({ live_ids: [filler] });
      const reconcile = '/collections/things/reconcile';
      await expectRefusal(
        '413 payload_too_large',
        await call('POST', reconcile, { body: exactly(large + 1, ids), headers: json }),
      );
      expect(await countRecords()).toBe(before);
      expect((await service.call('POST', ingest, { body: exactly(small, one), headers: json })).status).toBe(200);
      const fits = { body: exactly(large, many), headers: json };
      expect((await call('POST', '/collections/things/import', fits)).body).toMatchObject({ imported: 1 });
    });

    it('of a declared size without reading it', async () => {
      const headers = { ...json, 'content-length': String(limits.bodyBytes + 1) };
      await expectRefusal('413 payload_too_large', await service.call('POST', ingest, { body: '{}', headers }));
    });
  });

  describe('withstands', () => {
    // As many as fit a body that is taken.
    const levels = 80_000;
    const nest = (inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels);
    const nestObjects = (inner: string) => '{"a":'.repeat(levels) + inner + '}'.repeat(levels);

    it.each([
      ['arrays', nest('1')],
      ['arrays around a number to keep exactly', nest('12345678901234567890')],
      ['objects', nestObjects('1')],
    ])('eighty thousand nested %s, wherever a body goes', async (_title, bomb) => {
      await expectRefusal(
        '400 too_deep',
        await service.call('POST', ingest, { body: `{"id": 1, "bomb": ${bomb}}`, headers: json }),
      );
      await expectRefusal(
        '400 too_deep',
        await service.call('POST', ingest, { body: `{"id": ${bomb}}`, headers: json }),
      );
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
        await expectRefusal('400 invalid_request', answer);
      }
      const reconcile = await call('POST', '/collections/things/reconcile', {
        body: `{"live_ids": [${bomb}]}`,
        headers: json,
      });
      expect(reconcile.status).toBe(400);
    });

    it('a number of millions of digits', async () => {
      const body = `{"records": [{"id": "digits", "n": ${'7'.repeat(7_000_000)}}]}`;
      const answer = await call('POST', '/collections/things/import', { body, headers: json });
      expect([200, 400]).toContain(answer.status);
      expect((await call('GET', '/collections/things/records/digits')).status).toBe(404);
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
    ])('%j where a name or an id goes', async (part) => {
      const path = encodeURI(part.toWellFormed()).replaceAll('%25', '%');
      for (const [method, route] of [
        ['GET', `/collections/${path}/describe`],
        ['GET', `/collections/things/records/${path}`],
        ['DELETE', `/collections/things/records/${path}`],
        ['GET', `/collections/things/grants/${path}`],
      ] as const) {
        const answer = await call(method, route);
        expect([400, 404]).toContain(answer.status);
        await expectRefusal(`${answer.status} ${answer.body.error.code}`, answer);
      }
      const pushed = await service.call('POST', `/ingest/${path}`, { body: { id: 1 } });
      expect([401, 404]).toContain(pushed.status);
    });

    it('an id with slashes, dots and other letters, when it is percent-encoded', async () => {
      for (const id of ['a/b', '../x', 'ä ö', 'a%2Fb', '?#', '😀', '.']) {
        expect((await service.call('POST', ingest, { body: { id, name: 'odd' } })).status).toBe(200);
        // A segment of dots alone is a step in the path to every client: nothing can encode it.
        if (id !== '.') {
          const found = await call('GET', `/collections/things/records/${encodeURIComponent(id)}`);
          expect(found.body).toMatchObject({ external_id: id });
        }
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
    ])('a list with %s', async (query) => {
      const answer = await call('GET', `/collections/things/records${query}`);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) {
        await expectRefusal('400 invalid_request', answer);
      }
    });
  });

  describe('keeps to itself', () => {
    it('with headers that keep browsers and caches in their place', async () => {
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

    it('and answers no other origin', async () => {
      const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await call(method, '/collections', { headers });
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    });
  });
});

describe('the HTTP edge with SVC_CORS_ORIGINS', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ SVC_CORS_ORIGINS: 'https://app.example.com, https://other.example.com' });
  });
  afterAll(() => service.close());

  it('lets the listed origins call and read, and no other', async () => {
    const answer = async (origin: string, method = 'GET') =>
      (await service.call(method, '/health', { headers: { origin, 'access-control-request-method': 'POST' } })).headers;
    const listed = await answer('https://other.example.com');
    expect(listed.get('access-control-allow-origin')).toBe('https://other.example.com');
    expect(listed.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(listed.get('vary')).toContain('Origin');
    // Cookies never count across origins.
    expect(listed.get('access-control-allow-credentials')).toBeNull();
    expect((await answer('https://app.example.com', 'OPTIONS')).get('access-control-allow-methods')).toContain('POST');
    expect((await answer('https://evil.example.com')).get('access-control-allow-origin')).toBeNull();
    expect((await answer('null')).get('access-control-allow-origin')).toBeNull();
  });
});
