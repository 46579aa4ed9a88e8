import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService, startTestService, type TestService, type TestWorkspace } from '../testing/service.js';
import { workspaceOperations } from '../workspaces/operations.js';
import type { RateGate } from './admission.js';
import { createDispatcher } from './dispatcher.js';
import type { Operations } from './operation.js';

const openGate: RateGate = { enter: async () => ({}), peek: async () => ({}) };

const service = await startSuiteService();
const workspace = await service.createWorkspace();

describe('dispatcher > a change and its audit entry', () => {
  beforeAll(async () => {
    await call('POST', '/collections', { name: 'things' });
  });

  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { token: workspace.token, body });
  const asOwner = (statement: string) =>
    service.services.database.asSystem((transaction) => transaction.query(statement));
  /** Everything that a refused write could have changed. */
  const state = async () => ({
    collections: (await call('GET', '/collections')).body,
    records: (await call('GET', '/collections/things/records')).body,
    events: await asOwner('select action, target from audit_events order by position'),
  });

  it('are written in one transaction: if the entry fails, nothing is written', async () => {
    await call('POST', '/collections/things/records', { records: [{ id: 1 }, { id: 5 }] });
    const before = await state();
    await asOwner('revoke insert on audit_events from svc_app');
    const writes = [
      ['POST', '/collections', { name: 'more' }],
      ['POST', '/collections/things/records', { records: [{ id: 2, name: 'Two' }] }],
      ['POST', '/collections/things/import', { records: [{ id: 3, name: 'Three' }] }],
      ['PATCH', '/collections/things', { description: 'changed' }],
      ['POST', '/collections/things/reconcile', { live_ids: ['1'] }],
      ['POST', '/collections/things/rotate-secret', undefined],
      ['DELETE', '/collections/things/records/1', undefined],
      ['DELETE', '/collections/things', undefined],
    ] as const;
    for (const [method, path, body] of writes) {
      const answer = await call(method, path, body);
      expect(`${method} ${path} ${answer.status} ${answer.body.error?.code}`).toBe(`${method} ${path} 500 internal`);
      expect(JSON.stringify(answer.body)).not.toMatch(/audit_events|permission/);
    }
    await asOwner('grant insert on audit_events to svc_app');
    expect(await state()).toEqual(before);
    for (const [method, path, body] of writes) {
      expect((await call(method, path, body)).status).toBe(200);
    }
    const events = await asOwner('select action from audit_events');
    expect(events.length).toBe(before.events.length + writes.length);
  });

  it('name the actor, the action and the target', async () => {
    await call('POST', '/collections', { name: 'audited' });
    const { events } = (await call('GET', '/audit?action=collection.created&limit=1')).body;
    expect(events).toMatchObject([
      { action: 'collection.created', target: 'audited', actor: { kind: 'pinned_token', name: 'test agent' } },
    ]);
  });
});

describe('dispatcher > responses and errors', () => {
  let service: TestService;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    service = await startTestService();
    workspace = await service.createWorkspace();
  });
  afterAll(() => service.close());

  const me = async (operations: Pick<Operations, 'me.get'>, checkAnswers: boolean) => {
    const dispatcher = createDispatcher({
      services: service.services,
      operations: operations as Operations,
      rateGate: openGate,
      checkAnswers,
    });
    return dispatcher.call({
      operation: 'me.get',
      credentials: { authorization: `Bearer ${workspace.token}` },
      workspaceHeader: undefined,
      requestId: 'test',
      input: async () => ({ params: {}, query: {}, body: undefined }),
    });
  };

  it('rejects responses that violate the contract, if checkAnswers is set', async () => {
    const broken = { 'me.get': (async () => ({ kind: 'ghost' })) as unknown as Operations['me.get'] };
    const outcome = await me(broken, true);
    expect(outcome.refusal).toMatchObject({ code: 'internal', status: 500 });
    expect(outcome.fault).toMatchObject({ name: 'ZodError' });
    expect((await me(workspaceOperations, true)).answer).toMatchObject({ kind: 'pinned_token' });
  });

  it('writes the error of a failed operation only to the log', async () => {
    const failing = {
      'me.get': () => Promise.reject(new Error('select secret from drawer')),
    };
    const outcome = await me(failing, false);
    expect(outcome.refusal?.toEnvelope()).toEqual({
      error: { code: 'internal', message: 'The service failed: report the request id if it happens again.' },
    });
    expect(outcome.fault).toMatchObject({ message: 'select secret from drawer' });
    expect(outcome.principal).toMatchObject({ kind: 'pinned_token' });
  });
});
