import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../http/testing/serve.js';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startTestService, type TestService } from '../../testing/service.js';
import { aLogo } from '../testing/appearance.js';
import { createWorkspaceFixture, type WorkspaceFixture } from '../testing/workspace-fixture.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const change = (fixture: WorkspaceFixture, body: object) => fixture.call('PATCH', '/settings/workspace', body);
const lastEvents = async ({ workspace }: WorkspaceFixture, count: number) =>
  (await service.call('GET', `/audit?limit=${count}`, { token: workspace.token })).body.events;

describe('color and logo of a workspace', () => {
  test('can be set and removed, and are unchanged by other settings', async () => {
    const fixture = await createWorkspaceFixture(service);
    const stored = async () => (await fixture.call('GET', '/settings/workspace')).body.workspace;
    expect(await stored()).toMatchObject({ color: null, logo: null });
    const changed = await change(fixture, { color: '#0B5566', logo: aLogo });
    expect(changed.body.workspace).toMatchObject({ color: '#0b5566', logo: aLogo });
    await change(fixture, { name: 'Renamed', query_log_days: 7 });
    expect(await stored()).toMatchObject({ name: 'Renamed', query_log_days: 7, color: '#0b5566', logo: aLogo });
    await change(fixture, { logo: null });
    expect(await stored()).toMatchObject({ color: '#0b5566', logo: null });
    await change(fixture, { color: null });
    expect(await stored()).toMatchObject({ name: 'Renamed', color: null, logo: null });
  });

  test('are recorded in the audit log, the logo without its content', async () => {
    const fixture = await createWorkspaceFixture(service);
    await change(fixture, { color: '#0b5566', logo: aLogo });
    await change(fixture, { logo: null });
    const events = await lastEvents(fixture, 2);
    expect(events).toMatchObject([
      { action: 'workspace.updated', target: fixture.workspace.slug, detail: { logo: null } },
      { action: 'workspace.updated', detail: { color: '#0b5566', logo: 'replaced' } },
    ]);
    expect(JSON.stringify(events)).not.toContain('base64');
  });

  test('can be changed only by admins, each in their own workspace', async () => {
    const fixture = await createWorkspaceFixture(service);
    const other = await createWorkspaceFixture(service);
    const editor = anAddress();
    await invite(service, fixture.workspace, editor);
    const body = { color: '#ff0000' };
    const as = async (caller: object) =>
      (await service.call('PATCH', '/settings/workspace', { body, ...caller })).status;
    expect(await as({ token: await personalToken(service, editor), workspace: fixture.workspace.id })).toBe(403);
    expect(await as({ headers: (await signIn(service, editor)).headers() })).toBe(403);
    expect(await as({ token: other.token, workspace: fixture.workspace.id })).toBe(403);
    expect(await as({ token: fixture.workspace.token })).toBe(403);
    expect(await as({ token: service.operatorToken })).toBe(401);
    expect(await as({})).toBe(401);
    expect((await change(other, body)).status).toBe(200);
    expect((await fixture.call('GET', '/settings/workspace')).body.workspace).toMatchObject({ color: null });
  });

  test("are not in the operator's list", async () => {
    const fixture = await createWorkspaceFixture(service);
    await change(fixture, { logo: aLogo });
    const listed = await service.call('GET', '/operator/workspaces', { token: service.operatorToken });
    expect(JSON.stringify(listed.body)).not.toContain('base64');
  });

  test('are refused with the field and its accepted values, and nothing changes', async () => {
    const fixture = await createWorkspaceFixture(service);
    const refusals = [
      [{ name: 'Other', color: 'red' }, 'color', 'must be a colour such as #0b5566'],
      [{ name: 'Other', color: '#0b5566;}*{display:none' }, 'color', 'must be a colour such as #0b5566'],
      [{ name: 'Other', logo: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'logo', expect.stringContaining('PNG, JPEG')],
      [{ name: 'Other', logo: 'data:image/png;base64,PHN2Zy8+' }, 'logo', 'must contain the png image that it names'],
      [{ name: 'Other', logo: 7 }, 'logo', 'must be a string'],
    ] as const;
    for (const [body, path, message] of refusals) {
      const answer = await change(fixture, body);
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
      expect(answer.body.error.details).toEqual([{ path, message }]);
    }
    expect((await fixture.call('GET', '/settings/workspace')).body.workspace).toMatchObject({ name: 'Test' });
  });

  test('are refused before the whole body arrives if it is above the limit; a large logo is refused with its size', async () => {
    const fixture = await createWorkspaceFixture(service);
    const served = await serve(service);
    const send = (logo: string, length?: number) => patchOverSocket(served.url, fixture, { logo, length });
    const large = await send(`data:image/png;base64,${'A'.repeat(300_000)}`);
    expect(large).toMatchObject({ status: 400, text: expect.stringContaining('at most 8,192 bytes') });
    expect(await send('A'.repeat(100), 600_000)).toMatchObject({
      status: 413,
      text: expect.stringContaining('payload_too_large'),
    });
    await served.close();
  });
});

/** Sends a change. If `length` is given, declares that many bytes but sends fewer. */
function patchOverSocket(
  url: string,
  { token, workspace }: WorkspaceFixture,
  { logo, length }: { readonly logo: string; readonly length: number | undefined },
): Promise<{ status: number | undefined; text: string }> {
  const body = JSON.stringify({ logo });
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-svc-workspace': workspace.id,
      'content-type': 'application/json',
      'content-length': length ?? Buffer.byteLength(body),
    };
    const sent = request(`${url}/settings/workspace`, { method: 'PATCH', headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        sent.destroy();
        resolve({ status: answer.statusCode, text: Buffer.concat(pieces).toString() });
      });
    });
    sent.on('error', reject);
    sent.write(body);
    if (length === undefined) sent.end();
  });
}
