import { describe, expect, it } from 'vitest';
import { startSuiteService, type TestRequest } from '../testing/service.js';

const other = 'A'.repeat(43);

const service = await startSuiteService();
const workspace = await service.createWorkspace();
const made = await service.call('POST', `/operator/workspaces/${workspace.id}/api-keys`, {
  token: service.operatorToken,
  body: { name: 'backend', capabilities: ['manage_members'] },
});
const key: string = made.body.secret;

describe('credentials', () => {
  const refusalOf = async (method: string, path: string, request: TestRequest) => {
    const { status, body } = await service.call(method, path, request);
    return `${status} ${body.error?.code}`;
  };

  it.each([
    ['none', {}],
    ['an empty header', { authorization: '' }],
    ['the scheme alone', { authorization: 'Bearer' }],
    ['the scheme and a space', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic c3ZjX3RrXzpwYXNz' }],
    ['no scheme', { authorization: `svc_tk_${other}` }],
    ['two words', { authorization: `Bearer svc_tk_${other} svc_tk_${other}` }],
    ['no prefix', { authorization: `Bearer ${other}` }],
    ['an empty key', { 'x-api-key': '' }],
  ])('malformed: 401 unauthenticated: %s', async (_title, headers) => {
    expect(await refusalOf('GET', '/collections', { headers })).toBe('401 unauthenticated');
    expect(await refusalOf('GET', '/v1/members', { headers })).toBe('401 unauthenticated');
  });

  it.each(['svc_tk_', 'svc_pt_', 'svc_ak_', 'svc_op_', 'svc_sc_'])(
    'unknown: 401 invalid_credential: %s',
    async (prefix) => {
      for (const path of ['/collections', '/v1/members', '/me', '/operator/workspaces']) {
        expect(await refusalOf('GET', path, { token: `${prefix}${other}` })).toBe('401 invalid_credential');
        expect(await refusalOf('GET', path, { token: `${prefix}short` })).toBe('401 invalid_credential');
      }
    },
  );

  it('revoked or expired: 401 invalid_credential', async () => {
    const admin = await service.call('POST', `/operator/workspaces/${workspace.id}/tokens`, {
      token: service.operatorToken,
      body: { name: 'short-lived', role: 'admin', access: 'read_write', expires_at: '2100-01-01T00:00:00Z' },
    });
    const { secret } = admin.body;
    expect((await service.call('GET', '/me', { token: secret })).status).toBe(200);
    service.setTime(new Date('2100-01-01T00:00:00Z'));
    expect(await refusalOf('GET', '/me', { token: secret })).toBe('401 invalid_credential');
    service.setTime(undefined);
    await service.services.database.asSystem((transaction) =>
      transaction.query('update tokens set revoked_at = now() where id = $1', [admin.body.id]),
    );
    expect(await refusalOf('GET', '/me', { token: secret })).toBe('401 invalid_credential');
  });

  it('of the wrong kind: the error names the accepted kind, and the routes that accept this one', async () => {
    const messageOf = async (path: string, token: string) => {
      const { status, body } = await service.call('GET', path, { token });
      expect([status, body.error.code]).toEqual([401, 'invalid_credential']);
      return body.error.message;
    };
    for (const path of ['/collections', '/workspaces']) {
      expect(await messageOf(path, key)).toMatch(/^An API key serves \/v1 and \/me only: send .*svc_tk_/);
    }
    expect(await messageOf('/v1/members', workspace.token)).toMatch(/^A pinned token does not serve here: .*svc_ak_/);
    for (const path of ['/operator/workspaces', '/metrics']) {
      expect(await messageOf(path, workspace.token)).toContain('svc_op_');
    }
    expect(await messageOf('/collections', service.operatorToken)).toMatch(/^The operator token serves \/operator/);
    // The list of routes is not shown to a caller with an unknown credential.
    expect(await messageOf('/collections', `svc_ak_${other}`)).toContain('unknown, expired or revoked');
  });

  it('malformed: the error lists all formats', async () => {
    const { body } = await service.call('GET', '/operator/workspaces', { token: 'op' });
    expect(body.error.message).toContain('svc_ak_, svc_tk_, svc_pt_, svc_op_ or svc_sc_');
  });

  it('in both headers must be equal', async () => {
    const both = (apiKey: string) => ({ token: key, headers: { 'x-api-key': apiKey } });
    expect((await service.call('GET', '/v1/members', both(key))).status).toBe(200);
    expect(await refusalOf('GET', '/v1/members', both(`svc_ak_${other}`))).toBe('401 unauthenticated');
    expect(await refusalOf('GET', '/v1/members', { token: workspace.token, headers: { 'x-api-key': key } })).toBe(
      '401 unauthenticated',
    );
  });

  it('ignore the case of the scheme, but not of the secret', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      const headers = { authorization: `${scheme} ${workspace.token}` };
      expect((await service.call('GET', '/me', { headers })).status).toBe(200);
    }
    expect(await refusalOf('GET', '/me', { token: workspace.token.toUpperCase() })).toBe('401 unauthenticated');
    expect(await refusalOf('GET', '/me', { token: `svc_tk_${workspace.token.slice(7).toUpperCase()}` })).toBe(
      '401 invalid_credential',
    );
  });

  it('are checked before the body is validated', async () => {
    const bad = { body: '{', headers: { 'content-type': 'text/plain' } };
    expect(await refusalOf('POST', '/collections', bad)).toBe('401 unauthenticated');
    expect(await refusalOf('POST', `/ingest/${other}`, bad)).toBe('401 invalid_ingest_secret');
    expect(await refusalOf('GET', '/collections/none/records?limit=x', { token: `svc_tk_${other}` })).toBe(
      '401 invalid_credential',
    );
  });
});
