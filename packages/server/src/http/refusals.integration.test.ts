import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { postToRelay, toolCall } from '../agent/testing/relay-request.js';
import { createLog } from '../platform/log.js';
import { startSuiteService, startTestService } from '../testing/service.js';
import { clientAt } from './testing/client-at.js';
import { type ServedService, serve } from './testing/serve.js';

const service = await startSuiteService();
const workspace = await service.createWorkspace();

describe('refusal reports', () => {
  let member: string;
  let key: string;
  const log: Record<string, unknown>[] = [];

  beforeAll(async () => {
    const token = { name: 'curious', role: 'reader', access: 'read_only' };
    const made = await service.call('POST', `/operator/workspaces/${workspace.id}/tokens`, {
      token: service.operatorToken,
      body: token,
    });
    member = made.body.secret;
    key = (await createKey(service, workspace.id, ['manage_readers'])).secret;
  });

  /** Makes calls to a separate process, and returns its reports after it stops. */
  async function refusedIn(calls: (served: ServedService) => Promise<unknown>): Promise<Record<string, unknown>[]> {
    const before = await entries();
    log.length = 0;
    const write = (line: string) => void log.push(JSON.parse(line));
    const one = await startTestService(
      { SVC_LOG_LEVEL: 'warn' },
      { log: createLog('warn', { write }), testDatabase: { ...service.testDatabase, close: async () => undefined } },
    );
    const served = await serve(one);
    await calls(served);
    await served.close();
    await one.close();
    return (await entries()).slice(0, -before.length || undefined);
  }

  async function entries(): Promise<Record<string, unknown>[]> {
    const { body } = await service.call('GET', '/audit?action=caller.refused', { token: workspace.token });
    return body.events;
  }

  const times = (count: number, work: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, work));
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' });

  it('contain one audit entry for each credential, with counts and operations', async () => {
    const events = await refusedIn(async ({ url }) => {
      const create = () =>
        fetch(`${url}/collections`, { method: 'POST', headers: bearer(member), body: '{"name":"x"}' });
      await times(50, create);
      await fetch(`${url}/audit`, { headers: bearer(member) });
      await fetch(`${url}/v1/members`, { headers: bearer(key) });
      await postToRelay(url, { token: member, message: toolCall('create_collection', { name: 'x' }) });
    });
    const byActor = new Map(events.map((event) => [(event.actor as { name: string }).name, event]));
    expect([...byActor.keys()].sort()).toEqual(['curious', 'test key']);
    expect(byActor.get('curious')).toMatchObject({
      actor: { kind: 'pinned_token' },
      detail: {
        refusals: 52,
        codes: { operation_not_allowed: 51, forbidden: 1 },
        operations: ['collections.create', 'audit.list', '/mcp/http/'],
        network: '127.0.0.0/24',
      },
    });
    expect(byActor.get('test key')).toMatchObject({ detail: { refusals: 1, codes: { missing_capability: 1 } } });
    expect(JSON.stringify(events)).not.toMatch(/svc_(tk|ak)_/);
  });

  it('contain one log line for each network of unknown credentials, without the credential', async () => {
    const events = await refusedIn(async ({ url }) => {
      await Promise.all(
        ['127.7.7.1', '127.7.7.2', '127.8.8.1'].flatMap((address) =>
          ['1', '2', '3'].map((digit) =>
            clientAt({ url, origin: url }, address, bearer(`svc_tk_${digit.repeat(43)}`)).get('/collections'),
          ),
        ),
      );
      await clientAt({ url, origin: url }, '127.8.8.1').submit(`/ingest/${'s'.repeat(43)}`, {});
    });
    expect(events).toEqual([]);
    expect(log.filter(({ msg }) => msg === 'refused')).toMatchObject([
      { network: '127.7.7.0/24', refusals: 6, codes: { invalid_credential: 6 } },
      { network: '127.8.8.0/24', refusals: 4, codes: { invalid_credential: 3, invalid_ingest_secret: 1 } },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/svc_tk_|s{43}/);
  });

  it('omit calls without a credential', async () => {
    const events = await refusedIn(async ({ url }) => {
      const answers = await Promise.all(
        ['/collections', '/metrics', '/git/a/b.git/info/refs?service=git-upload-pack'].map((path) => fetch(url + path)),
      );
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    });
    expect([events, log]).toEqual([[], []]);
  });
});
