import { beforeAll, describe, expect, it } from 'vitest';
import { hashSecret, newSecret, secretPrefixes } from '../platform/secrets.js';
import { startSuiteService, type TestWorkspace } from '../testing/service.js';

const tokens = Object.fromEntries(
  ['metrics', 'domains', 'workspaces', 'all', 'ended'].map((name) => [name, newSecret(secretPrefixes.operator).secret]),
) as Record<'metrics' | 'domains' | 'workspaces' | 'all' | 'ended', string>;
const entries = Object.entries(tokens).map(([name, secret]) => {
  const scopes = name === 'ended' ? 'all' : name;
  const lastDay = name === 'ended' ? '2020-01-01' : '2999-12-31';
  return `bot-${name}:${scopes}:${lastDay}:${hashSecret(secret).toString('hex')}`;
});
const service = await startSuiteService({ SVC_OPERATOR_TOKENS: entries.join('\n') });
let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await service.createWorkspace();
});

const call = (token: string, method: string, path: string, body?: unknown) =>
  service.call(method, path, { token, body });

describe('a named operator', () => {
  it.each([
    ['metrics', { metrics: 200, domains: 403, workspaces: 403, people: 403, audit: 403 }],
    ['domains', { metrics: 403, domains: 404, workspaces: 403, people: 403, audit: 403 }],
    ['workspaces', { metrics: 403, domains: 403, workspaces: 200, people: 403, audit: 403 }],
    ['all', { metrics: 200, domains: 404, workspaces: 200, people: 404, audit: 200 }],
    ['ended', { metrics: 401, domains: 401, workspaces: 401, people: 401, audit: 401 }],
  ] as const)('with the scope %s calls what the scope names', async (name, expected) => {
    const token = tokens[name];
    const statuses = {
      metrics: (await call(token, 'GET', '/metrics')).status,
      domains: (await call(token, 'GET', '/operator/domains/absent.example.org')).status,
      workspaces: (await call(token, 'PATCH', `/operator/workspaces/${workspace.id}`, { name: 'Renamed' })).status,
      people: (await call(token, 'DELETE', '/operator/people/absent@example.com')).status,
      audit: (await call(token, 'GET', '/operator/audit')).status,
    };
    expect(statuses).toEqual(expected);
  });

  it('is named in its own refusal, in /me, in the log of the operators and in that of the workspace', async () => {
    const refused = await call(tokens.metrics, 'GET', '/operator/workspaces');
    expect(refused.body.error.message).toContain('has the scopes metrics: use one with the scope workspaces');
    expect((await call(tokens.metrics, 'GET', '/me')).body).toMatchObject({ kind: 'operator', name: 'bot-metrics' });
    const body = { name: 'sync', role: 'admin', access: 'read_write' };
    const made = await call(tokens.workspaces, 'POST', `/operator/workspaces/${workspace.id}/tokens`, body);
    expect(made.status).toBe(200);
    const [event] = (await call(tokens.all, 'GET', '/operator/audit?limit=1')).body.events;
    expect(event).toMatchObject({ action: 'workspace.token_created', actor: 'bot-workspaces', target: workspace.id });
    const log = (await service.call('GET', '/audit?action=token.created', { token: made.body.secret })).body;
    expect(log.events[0].actor).toMatchObject({ kind: 'operator', name: 'bot-workspaces' });
  });
});
