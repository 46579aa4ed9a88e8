import type { OperationId } from '@tessera/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { startTestService } from '../testing/service.js';
import { sampleProducts } from './contents.js';
import { welcome } from './welcome.js';

// The sample is only created in an empty database, which no other file shares.
const service = await startTestService();
afterAll(() => service.close());
afterEach(() => service.services.database.asSystem((transaction) => transaction.query('delete from workspaces')));

describe('the printed welcome', () => {
  async function greet(demo: string, dispatcher = service.app.dispatcher): Promise<string> {
    let printed = '';
    const settings = { ...service.services.settings, SVC_DEMO: demo as '0' | '1' };
    // An embedded database belongs to one process.
    const database = { ...service.services.database, engine: 'embedded' as const };
    await welcome({
      services: { ...service.services, settings, database },
      dispatcher,
      operatorToken: service.operatorToken,
      print: (text) => {
        printed += text;
      },
      isTerminal: true,
    });
    return printed;
  }

  it('contains valid credentials and a call that finds its record, once', async () => {
    const printed = await greet('1');
    const token = /Agent token +(\S+)/.exec(printed)?.[1] ?? '';
    const key = /API key \(\/v1\) +(\S+)/.exec(printed)?.[1] ?? '';
    const ingest = /Ingest URL +http:\/\/tessera\.test(\S+)/.exec(printed)?.[1] ?? '';
    const [, path = '', body = ''] = /curl -sS http:\/\/tessera\.test(\S+) .*-d '([^']+)'/s.exec(printed) ?? [];
    const found = await service.call('POST', path, { token, body: JSON.parse(body) });
    expect(found.body).toMatchObject({ match_type: 'exact_id', confidence: 'high', results: [{ external_id: '1' }] });
    expect((await service.call('GET', '/v1/members', { token: key })).body).toMatchObject({ count: 1 });
    expect((await service.call('POST', ingest, { body: { id: 99, name: 'New' } })).status).toBe(200);
    expect(await greet('1')).not.toContain('svc_tk_');
  });

  it('contains a link that opens the course but not the handbook', async () => {
    const [link = ''] = /http:\/\/tessera\.test\/r\?token=\S+/.exec(await greet('1')) ?? [];
    const opened = await service.app.http.request(link);
    const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const get = (path: string) => service.call('GET', path, { headers: { cookie } });
    const { documents } = (await get('/documents')).body;
    expect(documents.length).toBeGreaterThan(4);
    for (const { path } of documents) {
      expect(path).toMatch(/^course\//);
      const { body } = await get(`/documents/rendered?path=${path}`);
      expect(body.html).toContain('<h1');
      expect(body.reason).toBeUndefined();
    }
    expect((await get('/documents/content?path=handbook/start.md')).status).toBe(404);
  });

  /** Ends before the given call, like a process that crashes there. */
  async function endBefore(operation: OperationId): Promise<void> {
    const { dispatcher } = service.app;
    const ending: Dispatcher = {
      ...dispatcher,
      call: (call) => (call.operation === operation ? Promise.reject(new Error('ended')) : dispatcher.call(call)),
    };
    await expect(greet('1', ending)).rejects.toThrow('ended');
  }

  it.each(['operator.create_token', 'collections.create', 'repos.create', 'readers.create'] as const)(
    'show a whole sample after a process that ended before %s',
    async (operation) => {
      await endBefore(operation);
      const token = /Agent token +(\S+)/.exec(await greet('1'))?.[1] ?? '';
      const records = await service.call('GET', '/collections/products/records', { token });
      expect(records.body.count).toBe(sampleProducts().length);
      const listed = await service.call('GET', '/operator/workspaces', { token: service.operatorToken });
      expect(listed.body.count).toBe(1);
      expect(await greet('1')).not.toContain('svc_tk_');
    },
  );

  it('preserves an incomplete sample that someone has used', async () => {
    await endBefore('collections.create');
    const list = () => service.call('GET', '/operator/workspaces', { token: service.operatorToken });
    const [workspace] = (await list()).body.workspaces;
    const made = await service.call('POST', `/operator/workspaces/${workspace.id}/tokens`, {
      token: service.operatorToken,
      body: { name: 'mine', role: 'admin', access: 'read_write' },
    });
    expect(await greet('1')).not.toContain('svc_tk_');
    expect((await list()).body.workspaces).toEqual([workspace]);
    expect((await service.call('GET', '/me', { token: made.body.secret })).status).toBe(200);
  });

  it('describes an empty service if no sample is requested', async () => {
    expect(await greet('0')).toContain('Tessera is ready at http://tessera.test');
    const listed = await service.call('GET', '/operator/workspaces', { token: service.operatorToken });
    expect(listed.body.count).toBe(0);
  });
});
