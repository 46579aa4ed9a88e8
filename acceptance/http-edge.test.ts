import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call, makeToken, makeWorkspace, ok } from './http.js';

describe('HTTP edge', () => {
  let token: string;
  beforeAll(async () => {
    token = await makeToken((await makeWorkspace()).id);
  });

  it('returns health and links to its interfaces without a credential', async () => {
    const health = await ok('GET /health');
    expect(health).toMatchObject({
      status: 'ok',
      name: expect.any(String),
      version: expect.any(String),
      api: expect.any(Object),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('serves an OpenAPI 3.1 document of all routes, and a reference', async () => {
    const document = await ok<{ openapi: string; paths: object }>('GET /openapi.json');
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/v1/members', '/collections/{name}/query', '/ingest/{secret}/batch', '/workspaces']),
    );
    const page = await call<string>('GET /docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  it("returns a request id with every response: the caller's if it is valid", async () => {
    const made = await call('GET /no-such-route');
    expect(made.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    const echoed = await call('GET /health', { headers: { 'x-request-id': 'order-77.retry_2' } });
    expect(echoed.headers.get('x-request-id')).toBe('order-77.retry_2');
    const replaced = await call('GET /health', { headers: { 'x-request-id': 'two words' } });
    expect(replaced.headers.get('x-request-id')).not.toBe('two words');
  });

  it('answers HEAD like GET without a body, and OPTIONS with 204', async () => {
    const head = await call('HEAD /health');
    expect(head).toMatchObject({ status: 200, body: '' });
    expect((await call('OPTIONS /collections')).status).toBe(204);
  });

  it('allows no other origin by default', async () => {
    const answer = await call('GET /health', { headers: { origin: 'https://elsewhere.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('returns the identity of a token, and lists its workspace', async () => {
    expect(await ok('GET /me', { token })).toMatchObject({ kind: 'pinned_token', role: 'admin', can_write: true });
    expect(await ok('GET /workspaces', { token })).toMatchObject({
      count: 1,
      workspaces: [{ role: 'admin', can_write: true }],
    });
  });

  it('accepts a chunked body, and refuses one that is too large before it ends', async () => {
    const chunk = new Uint8Array(64 * 1024).fill(32);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        if (sent > 1024) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const request: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    };
    const status = await fetch(`${inject('target').url}/collections`, request).then(
      (answer) => answer.status,
      // The service may close the connection while the body is still being sent.
      () => 'closed',
    );
    expect([413, 'closed']).toContain(status);
    expect(sent).toBeLessThan(1024);
  });
});
