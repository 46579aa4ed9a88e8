import { afterEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/service.js';
import { welcome } from './welcome.js';

describe('the first words on the terminal', () => {
  let service: TestService;
  afterEach(() => service.close());

  async function greet(demo: string): Promise<string> {
    let printed = '';
    const settings = { ...service.services.settings, SVC_DEMO: demo as '0' | '1' };
    await welcome({
      services: { ...service.services, settings },
      dispatcher: service.app.dispatcher,
      operatorToken: service.operatorToken,
      print: (text) => {
        printed += text;
      },
    });
    return printed;
  }

  it('show credentials that work, and a call that finds the record it asks for, once', async () => {
    service = await startTestService();
    const printed = await greet('1');
    const token = /Agent token +(\S+)/.exec(printed)?.[1] ?? '';
    const key = /API key \(\/v1\) +(\S+)/.exec(printed)?.[1] ?? '';
    const ingest = /Ingest URL +http:\/\/tessera\.test(\S+)/.exec(printed)?.[1] ?? '';
    const [, path = '', body = ''] = /curl -sS http:\/\/tessera\.test(\S+) .*-d '([^']+)'/s.exec(printed) ?? [];
    const found = await service.call('POST', path, { token, body: JSON.parse(body) });
    expect(found.body).toMatchObject({ match_type: 'exact_id', confidence: 'high', results: [{ external_id: '1' }] });
    expect((await service.call('GET', '/v1/members', { token: key })).body).toMatchObject({ count: 0 });
    expect((await service.call('POST', ingest, { body: { id: 99, name: 'New' } })).status).toBe(200);
    expect(await greet('1')).not.toContain('svc_tk_');
  });

  it('show an empty service when no sample is wanted', async () => {
    service = await startTestService();
    expect(await greet('0')).toContain('Tessera is ready at http://tessera.test');
    const listed = await service.call('GET', '/operator/workspaces', { token: service.operatorToken });
    expect(listed.body.count).toBe(0);
  });
});
