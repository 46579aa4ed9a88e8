import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/service.js';
import { createLog, maskPath } from './log.js';

/** A secret without a prefix such as `svc_`. */
const bare = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM-_09';

describe('log', () => {
  const lines: string[] = [];
  const secrets = new Set<string>();
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({}, { log: createLog('debug', { write: (line) => void lines.push(line) }) });
    secrets.add(service.operatorToken);
  });
  afterAll(() => service.close());

  /** Calls a route, and collects every secret in the response. */
  async function call(method: string, path: string, token?: string, body?: unknown) {
    const answer = await service.call(method, path, { ...(token === undefined ? {} : { token }), body });
    const text = JSON.stringify(answer.body);
    for (const [secret] of text.matchAll(/svc_[a-z]{2}_[\w-]{43}|(?<=\/ingest\/|token=|"secret":")[\w-]{43}/g)) {
      secrets.add(secret);
    }
    return answer;
  }

  it('names the trace of the header, and of a message to the relay', async () => {
    const { token } = await service.createWorkspace();
    const [outer, inner] = ['a', 'b'].map((digit) => digit.repeat(32));
    const headers = { traceparent: `00-${outer}-00f067aa0ba902b7-01` };
    const params = { _meta: { traceparent: `00-${inner}-00f067aa0ba902b7-01` } };
    await service.call('GET', '/me', { token, headers });
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params };
    await service.call('POST', '/mcp/http/', { token, headers, body });
    const traced = lines.map((line) => JSON.parse(line)).filter((line) => line.trace_id !== undefined);
    expect(traced.map(({ path, trace_id: id }) => [path, id])).toEqual([
      ['/me', outer],
      ['/mcp/http/', inner],
    ]);
  });

  it('contains no secret that was issued or sent', async () => {
    const operator = service.operatorToken;
    const { id } = await service.createWorkspace();
    const token = (
      await call('POST', `/operator/workspaces/${id}/tokens`, operator, {
        name: 'agent',
        role: 'admin',
        access: 'read_write',
      })
    ).body.secret;
    const key = (
      await call('POST', `/operator/workspaces/${id}/api-keys`, operator, {
        name: 'backend',
        capabilities: ['manage_members', 'manage_permissions', 'manage_readers'],
      })
    ).body.secret;
    await call('POST', `/operator/workspaces/${id}/people`, operator, { email: 'ada@example.com', role: 'admin' });
    await call('POST', '/operator/people/ada%40example.com/personal-tokens', operator, { name: 'laptop' });
    const created = (await call('POST', '/collections', token, { name: 'things' })).body;
    await call('POST', `/ingest/${created.secret}`, undefined, { id: 1, name: 'One' });
    await call('POST', `/ingest/${created.secret}/batch?secret=${created.secret}`, undefined, { records: [] });
    await call('POST', `/ingest/${created.secret}/embed-pending/${created.secret}`);
    await call('GET', `/ingest/${created.secret}`);
    await call('POST', '/collections/things/rotate-secret', token);
    const link = (await call('POST', '/v1/readers', key, { email: 'bob@example.com' })).body;
    await call('GET', new URL(link.magic_link).pathname + new URL(link.magic_link).search);
    const device = (await call('POST', '/auth/device/code', undefined, { client_id: 'svc' })).body;
    secrets.add(device.device_code);
    await call('POST', '/auth/device/token', undefined, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code,
      client_id: 'svc',
    });
    // Secrets must also be masked where they do not belong, such as in a path.
    await call('GET', `/collections/${token}/describe?token=${token}`, token);
    await call('GET', `/no/such/${key}`);
    await call('POST', '/v1/groups', `${token}x`, { name: token });
    expect(secrets.size).toBeGreaterThanOrEqual(8);
    expect(lines.length).toBeGreaterThan(15);
    for (const secret of [...secrets, 'ada@example.com', 'ada%40example.com', 'bob@example.com']) {
      expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    }
    expect(lines.join('')).toContain('"path":"/ingest/[masked]/batch"');
  });

  it('contains no body or query string, and one line with the id of each request', async () => {
    lines.length = 0;
    await service.call('GET', '/docs?private=value', { headers: { 'x-request-id': 'the-request' } });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(String(lines[0]))).toMatchObject({
      request_id: 'the-request',
      method: 'GET',
      path: '/docs',
      status: 200,
      duration_ms: expect.any(Number),
    });
  });

  it.each([
    ['/ingest/abc', '/ingest/[masked]'],
    ['/ingest/abc/batch?x=1', '/ingest/[masked]/batch'],
    ['/INGEST/abc', '/INGEST/[masked]'],
    ['//ingest/abc', '//ingest/[masked]'],
    ['/ingest%2Fabc', '/ingest%2F[masked]'],
    ['/ingest%252Fabc', '/ingest%252F[masked]'],
    [`/ingest${bare}`, '/[masked]'],
    [`/ingest-${bare}/batch`, '/[masked]/batch'],
    [`/r%3Ftoken%3D${bare}`, '/r%3Ftoken%[masked]'],
    [`/r/${bare}${bare}`, '/r/[masked]'],
    [`/x/${bare.replace('a', '%61').replace('b', '%2562')}`, '/x/[masked]'],
    [`/x/${'a'.repeat(42)}`, `/x/${'a'.repeat(42)}`],
    ['/x/svc_tk_abc-_9/y', '/x/svc_tk_[masked]/y'],
    ['/collections/ingest/describe', '/collections/ingest/describe'],
    ['/v1/members/ada@example.com/access', '/v1/members/[address]/access'],
    ['/operator/people/Ada.B%2Bc%2540example.com/personal-tokens', '/operator/people/[address]/personal-tokens'],
    ['/raw/notes/plan.md', '/raw/notes/plan.md'],
  ])('masks the path %s as %s', (path, masked) => {
    expect(maskPath(path)).toBe(masked);
  });
});
