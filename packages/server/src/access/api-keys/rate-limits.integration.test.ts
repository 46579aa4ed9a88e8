import { describe, expect, it } from 'vitest';
import { startSuiteService, type TestAnswer } from '../../testing/service.js';
import { createKey } from '../testing/keys.js';

const service = await startSuiteService();
const workspace = await service.createWorkspace();

const remaining = (answer: TestAnswer): number => Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);

describe('API key rate limits', () => {
  it('allow 30 grants and writes, and separately 60 lists, reads and revocations per minute', async () => {
    const { secret } = await createKey(service, workspace.id);
    const writes: TestAnswer[] = [];
    const reads: TestAnswer[] = [];
    for (let call = 0; call < 31; call += 1) {
      writes.push(await service.call('POST', '/v1/groups', { token: secret, body: { name: 'g', paths: ['a/**'] } }));
    }
    for (let call = 0; call < 61; call += 1) {
      reads.push(
        await service.call(call % 2 === 0 ? 'GET' : 'DELETE', call % 2 === 0 ? '/v1/members' : '/v1/members/x', {
          token: secret,
        }),
      );
    }
    expect(writes.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429]);
    expect(reads.slice(0, 60).every(({ status }) => status !== 429)).toBe(true);
    expect(reads[60]?.status).toBe(429);
    expect(writes.slice(0, 30).map(remaining)).toEqual(Array.from({ length: 30 }, (_, index) => 29 - index));
    const refused = writes[30];
    expect(refused?.body.error.code).toBe('rate_limited');
    expect(refused?.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"grants_and_writes";q=30;w=60');
    expect(refused?.headers.get('ratelimit')).toMatch(/^"grants_and_writes";r=0;t=\d+$/);
    expect(reads[60]?.headers.get('ratelimit-policy')).toBe('"lists_and_revokes";q=60;w=60');
  });

  it('count every call except those refused with 401, 403 or 429', async () => {
    const { secret } = await createKey(service, workspace.id, ['manage_members']);
    const left = async (): Promise<number> =>
      remaining(await service.call('POST', '/v1/groups', { token: secret, body: { name: 'g', paths: ['a/**'] } }));
    expect(await left()).toBe(30);
    expect(await left()).toBe(30);
    const sent: [unknown, number][] = [
      [{ email: 'ok@example.com' }, 200],
      [{ email: 'ok@example.com' }, 409],
      [{ email: 'no' }, 400],
      ['{', 400],
      [{ email: 'x@example.com', groups: ['none'] }, 404],
    ];
    for (const [index, [body, status]] of sent.entries()) {
      const answer = await service.call('POST', '/v1/members', { token: secret, body });
      expect([answer.status, remaining(answer)]).toEqual([status, 29 - index]);
    }
    const conflict = await service.call('POST', '/v1/members', {
      token: secret,
      workspace: '00000000-0000-4000-8000-000000000000',
      body: { email: 'y@example.com' },
    });
    expect([conflict.status, remaining(conflict)]).toEqual([409, 24]);
    expect(await left()).toBe(24);
  });

  it('are reported on routes without a limit, and such a call counts against none', async () => {
    const { secret } = await createKey(service, workspace.id);
    for (const [path, status] of [
      ['/me', 200],
      ['/me', 200],
      ['/collections', 401],
    ] as const) {
      const answer = await service.call('GET', path, { token: secret });
      expect([answer.status, remaining(answer)]).toEqual([status, 60]);
      expect(answer.headers.get('ratelimit-policy')).toBe('"lists_and_revokes";q=60;w=60');
    }
    expect((await service.call('GET', '/me', { token: workspace.token })).headers.get('ratelimit')).toBeNull();
  });

  it('do not count calls in a suspended workspace, even otherwise invalid ones', async () => {
    const { id } = await service.createWorkspace();
    const { secret } = await createKey(service, id);
    const suspension = { token: service.operatorToken, body: { suspended: true } };
    await service.call('PATCH', `/operator/workspaces/${id}`, suspension);
    for (const header of ['not-a-uuid', workspace.id]) {
      const request = { token: secret, workspace: header, body: { email: 'x@example.com' } };
      const answer = await service.call('POST', '/v1/members', request);
      expect([answer.status, answer.body.error.code, remaining(answer)]).toEqual([403, 'read_only_here', 30]);
    }
  });

  it('are reported on a 403 to a valid key, but not to an unknown key', async () => {
    const { secret } = await createKey(service, workspace.id, ['manage_readers']);
    const known = await service.call('GET', '/v1/groups', { token: secret });
    expect(known.status).toBe(403);
    expect(known.headers.get('ratelimit')).toBe('"lists_and_revokes";r=60;t=0');
    const unknown = await service.call('GET', '/v1/groups', { token: `svc_ak_${'x'.repeat(43)}` });
    expect(unknown.status).toBe(401);
    expect(unknown.headers.get('ratelimit')).toBeNull();
  });

  it('do not count calls without the capability, even otherwise invalid ones', async () => {
    const { secret } = await createKey(service, workspace.id, ['manage_readers']);
    for (const header of ['not-a-uuid', '00000000-0000-4000-8000-000000000000']) {
      const answer = await service.call('GET', '/v1/groups', { token: secret, workspace: header });
      expect([answer.status, answer.body.error.code, remaining(answer)]).toEqual([403, 'missing_capability', 60]);
    }
  });

  it.each([
    ['GET', '/v1/nothing', 404],
    ['GET', '/v1/members/', 404],
    ['PATCH', '/v1/members', 405],
    ['OPTIONS', '/v1/members', 204],
  ])('are reported to a valid key on %s %s, which has no operation and counts nothing', async (...call) => {
    const [method, path, status] = call;
    const { secret } = await createKey(service, workspace.id);
    for (let time = 0; time < 2; time += 1) {
      const known = await service.call(method, path, { token: secret });
      expect(known.status).toBe(status);
      expect(known.headers.get('ratelimit-policy')).toBe('"lists_and_revokes";q=60;w=60');
      expect(known.headers.get('ratelimit')).toBe('"lists_and_revokes";r=60;t=0');
    }
    for (const token of [`svc_ak_${'x'.repeat(43)}`, 'nonsense', workspace.token, undefined]) {
      const other = await service.call(method, path, token === undefined ? {} : { token });
      expect([other.status, other.headers.get('ratelimit')]).toEqual([status, null]);
    }
    const outside = await service.call('GET', '/nothing', { token: secret });
    expect([outside.status, outside.headers.get('ratelimit')]).toEqual([404, null]);
  });
});
