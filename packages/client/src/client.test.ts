import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError, createClient } from './index.js';
import { failure, serve } from './testing/client.js';
import { answer, refusal, startServer } from './testing/server.js';

const workspace = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const otherWorkspace = '0e984725-c51c-4bf4-9960-e1c80e27aba0';
const queryAnswer = { results: [], match_type: 'semantic', confidence: 'none' };
const query = { params: { name: 'products' }, body: { query: 'desk lamp' } };

describe('client.call', () => {
  it('sends method, path, query, body and credential according to the contract', async () => {
    const { client, received } = await serve([answer(queryAnswer)], { token: 'svc_tk_x', workspace });
    expect(await client.call('collections.query', query)).toEqual(queryAnswer);
    await client.call('collections.reindex', { params: { name: 'a' }, query: { dry_run: false } });
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/collections/products/query',
      body: '{"query":"desk lamp"}',
      headers: { authorization: 'Bearer svc_tk_x', 'x-svc-workspace': workspace, 'content-type': 'application/json' },
    });
    expect(received[1]).toMatchObject({ method: 'POST', url: '/collections/a/reindex?dry_run=false', body: '' });
    expect(received[1]?.headers['content-type']).toBeUndefined();
  });

  it('exists as a method named after the operation', async () => {
    const { client, received } = await serve([answer({})]);
    await client.collections.get_record({ params: { name: 'products', id: 'A/1 ü?#' } });
    await client.me.get();
    expect(received.map((request) => request.url)).toEqual([
      '/collections/products/records/A%2F1%20%C3%BC%3F%23',
      '/me',
    ]);
  });

  it('keeps the path of its base URL', async () => {
    const { client, received } = await serve([answer({})]);
    const { baseUrl } = await startServer(answer({}));
    await client.health.get();
    expect(received[0]?.url).toBe('/health');
    const nested = createClient({
      baseUrl: `${baseUrl}/tessera/`,
      fetch: async (url) => new Response(JSON.stringify({ url })),
    });
    expect(await nested.call('health.get')).toEqual({ url: `${baseUrl}/tessera/health` });
  });

  it.each(['', '.', '..', '\ud800'])('refuses the path parameter %j, which cannot be part of a URL', async (id) => {
    const { client, received } = await serve([answer({})]);
    await expect(client.collections.get_record({ params: { name: 'products', id } })).rejects.toThrow(TypeError);
    expect(received).toEqual([]);
  });

  it('calls a token function before every attempt', async () => {
    const tokens = ['old', 'new'];
    const { client, received } = await serve([refusal(503, 'unavailable'), answer({})], {
      token: () => tokens.shift(),
    });
    await client.me.get();
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  it('uses the JSON codec of the settings', async () => {
    const json = { parse: (text: string) => ({ read: text }), stringify: () => '{"query":12345678901234567890}' };
    const { client, received } = await serve([{ status: 200, body: '{"n":12345678901234567890}' }], { json });
    expect(await client.call('collections.query', query)).toEqual({ read: '{"n":12345678901234567890}' });
    expect(received[0]?.body).toBe('{"query":12345678901234567890}');
  });
});

describe('the workspace header', () => {
  it('is that of the call, else that of the client; null sends none', async () => {
    const { client, received } = await serve([answer({})], { workspace });
    await client.collections.list();
    await client.collections.list({}, { workspace: otherWorkspace });
    await client.collections.list({}, { workspace: null });
    expect(received.map(({ headers }) => headers['x-svc-workspace'])).toEqual([workspace, otherWorkspace, undefined]);
  });

  it('is omitted for operations that run in no workspace', async () => {
    const { client, received } = await serve([answer({})], { workspace });
    await client.workspaces.list();
    await client.health.get();
    await client.ingest.record({ params: { secret: 's' }, body: { id: 1 } });
    expect(received.map(({ headers }) => headers['x-svc-workspace'])).toEqual([undefined, undefined, undefined]);
  });
});

describe('a degraded service', () => {
  const degraded = { status: 'degraded', failing: 'database', name: 'Tessera' };
  const reply = { status: 503, body: degraded, headers: { 'Retry-After': '5' } };

  it('returns its report to health at once', async () => {
    const { client, received } = await serve([reply]);
    expect(await client.health.get()).toEqual(degraded);
    expect(received).toHaveLength(1);
  });

  it('causes an error in other calls', async () => {
    const { client } = await serve([{ ...reply, headers: {} }]);
    expect(await failure(client.me.get())).toMatchObject({ code: 'unexpected_answer', status: 503 });
  });

  it('causes an error if the response is from another server', async () => {
    const { client, received } = await serve([{ status: 503, body: { status: 'down' } }, answer({ status: 'ok' })]);
    expect(await client.health.get()).toEqual({ status: 'ok' });
    expect(received).toHaveLength(2);
  });
});

describe('an error of the service', () => {
  it('is an ApiError with all details of the response', async () => {
    const writable = [{ id: workspace, slug: 'a', name: 'A' }];
    const { client } = await serve([
      refusal(400, 'workspace_required', {
        error: {
          writable_workspaces: writable,
          details: [{ path: 'a', message: 'b' }],
          hint: 'h',
          field: 'f',
          operation: 'o',
          required: 'r',
        },
        headers: { 'X-Request-Id': 'req-1' },
      }),
    ]);
    const error = await failure(client.collections.list());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      call: 'collections.list',
      status: 400,
      code: 'workspace_required',
      message: 'Refused: workspace_required.',
      requestId: 'req-1',
      writableWorkspaces: writable,
      details: [{ path: 'a', message: 'b' }],
      hint: 'h',
      field: 'f',
      operation: 'o',
      required: 'r',
    });
    expect(error).not.toHaveProperty('retryAfterSeconds');
  });

  it('contains the code of RFC 8628 in the device flow', async () => {
    const { client } = await serve([
      { status: 400, body: { error: 'authorization_pending', error_description: 'Not yet.' } },
    ]);
    const error = await failure(client.device.token({ body: { grant_type: 'g', device_code: 'd', client_id: 'c' } }));
    expect(error).toMatchObject({ code: 'authorization_pending', message: 'Not yet.', status: 400 });
  });

  it.each([
    { status: 200, body: '<html>' },
    { status: 404, body: '<html>' },
    { status: 500, body: { oops: true } },
  ])('that is not a response of the service is reported as such: %j', async (reply) => {
    const { client } = await serve([reply]);
    const error = await failure(client.me.get());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'unexpected_answer', status: reply.status, body: reply.body });
  });
});

describe('retries', () => {
  it.each([
    ['the service is away', refusal(503, 'unavailable')],
    ['a proxy cannot reach it', { status: 502, body: '<html>' } as const],
    ['the connection breaks', 'break' as const],
  ])('repeat a repeatable call although %s at first', async (_when, trouble) => {
    const { client, received, retries } = await serve([trouble, trouble, answer(queryAnswer)]);
    expect(await client.call('collections.query', query)).toEqual(queryAnswer);
    expect(received.map(({ body }) => body)).toEqual(Array(3).fill('{"query":"desk lamp"}'));
    expect(retries.map(({ attempt, call }) => [attempt, call])).toEqual([
      [1, 'collections.query'],
      [2, 'collections.query'],
    ]);
  });

  it('stop after the permitted number, and the last error is thrown', async () => {
    const { client, received } = await serve([refusal(503, 'unavailable')], { retry: { retries: 2, baseDelayMs: 1 } });
    expect(await failure(client.me.get())).toMatchObject({ code: 'unavailable' });
    expect(received).toHaveLength(3);
  });

  it.each([[refusal(503, 'unavailable')], ['break' as const]])(
    'never repeat a grant that may have been carried out',
    async (trouble) => {
      const { client, received } = await serve([trouble]);
      const error = await failure(client.members.grant({ body: { email: 'ada@example.org' } }));
      expect(error instanceof ApiError || error instanceof ConnectionError).toBe(true);
      expect(received).toHaveLength(1);
    },
  );

  it('repeat any call that exceeded a rate limit', async () => {
    const { client, received } = await serve([
      refusal(429, 'rate_limited', { headers: { 'Retry-After': '0' } }),
      answer({}),
    ]);
    await client.members.grant({ body: { email: 'ada@example.org' } });
    expect(received).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 409, 422, 500])('do not repeat a call with the status %i', async (status) => {
    const { client, received } = await serve([refusal(status, 'some_code')]);
    await failure(client.me.get());
    expect(received).toHaveLength(1);
  });

  it('wait as long as Retry-After says, and end at once when aborted', async () => {
    const controller = new AbortController();
    const delays: number[] = [];
    const { client, received } = await serve([refusal(429, 'rate_limited', { headers: { 'Retry-After': '20' } })], {
      onRetry: ({ delayMs }) => {
        delays.push(delayMs);
        setImmediate(() => controller.abort(new Error('enough')));
      },
    });
    await expect(client.me.get({}, { signal: controller.signal })).rejects.toThrow('enough');
    expect(delays[0]).toBeGreaterThanOrEqual(20_000);
    expect(delays[0]).toBeLessThan(20_010);
    expect(received).toHaveLength(1);
  });

  it('read a date in Retry-After by the clock of the server', async () => {
    const headers = { Date: 'Wed, 21 Oct 2015 07:28:00 GMT', 'Retry-After': 'Wed, 21 Oct 2015 07:30:00 GMT' };
    const { client } = await serve([refusal(429, 'rate_limited', { headers })]);
    expect(await failure(client.me.get())).toMatchObject({ retryAfterSeconds: 120 });
  });

  it('do not wait until a daily cap ends', async () => {
    const { client, received } = await serve([
      refusal(429, 'daily_write_cap', { headers: { 'Retry-After': '40000' } }),
    ]);
    const error = await failure(client.collections.upsert_records({ params: { name: 'a' }, body: { records: [] } }));
    expect(error).toMatchObject({ code: 'daily_write_cap', retryAfterSeconds: 40_000 });
    expect(received).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('rejects with the reason of the signal, before and during a call', async () => {
    const { client, received } = await serve(['silence']);
    await expect(client.me.get({}, { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early');
    expect(received).toEqual([]);
    const controller = new AbortController();
    const grant = { body: { email: 'ada@example.org' } };
    const call = failure(client.members.grant(grant, { signal: controller.signal }));
    await expect.poll(() => received.length).toBe(1);
    controller.abort(new Error('late'));
    expect(await call).toMatchObject({ message: 'late' });
  });

  it('aborts after the time limit if the server is silent', async () => {
    const { client } = await serve(['silence'], { timeoutMs: 30, retry: { retries: 0 } });
    const error = await failure(client.me.get());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ timedOut: true, call: 'me.get' });
  });

  it('names the server that cannot be reached, and the reason', async () => {
    const { client } = await serve(['break'], { retry: { retries: 0 } });
    const error = await failure(client.me.get());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      timedOut: false,
      message: expect.stringMatching(/^me\.get: cannot reach http:\/\/127/),
    });
  });
});
