import { describe, expect, test } from 'vitest';
import { startSuiteService, type TestWorkspace } from '../../testing/service.js';
import { signIn } from '../testing/browser.js';
import { anAddress, invite, personalToken } from '../testing/people.js';

const service = await startSuiteService();

/** A person who has a different name in two workspaces, and no name in a third. */
async function namedPerson() {
  const [named, renamed, unnamed] = [
    await service.createWorkspace(),
    await service.createWorkspace(),
    await service.createWorkspace(),
  ];
  const email = anAddress();
  await invite(service, named, email, { name: 'Late payer' });
  await invite(service, renamed, email, { name: 'Ada' });
  await invite(service, unnamed, email);
  return { email, named, renamed, unnamed };
}

interface Event {
  readonly action: string;
  readonly target: string;
  readonly actor: { readonly kind: string; readonly name: string };
  readonly detail: object;
}

async function auditOf({ token }: TestWorkspace): Promise<Event[]> {
  return (await service.call('GET', '/audit', { token })).body.events;
}

describe('the name that a workspace gives a person', () => {
  test('appears in its audit log, and in no other', async () => {
    const { email, named, renamed, unnamed } = await namedPerson();
    const browser = await signIn(service, email);
    await browser.submit('/sign-in/workspace', { workspace: named.id, next: '/' });
    const token = await personalToken(service, email);
    const [{ id }] = (await service.call('GET', '/me/devices', { token })).body.devices;
    for (const { id: workspace } of [named, renamed, unnamed]) {
      const made = await service.call('POST', '/collections', { token, workspace, body: { name: 'things' } });
      expect(made.status).toBe(200);
    }
    // In a session of the first workspace, so the audit entry uses the name from there.
    await service.call('DELETE', `/me/devices/${id}`, { headers: browser.headers() });
    await browser.submit('/sign-out', {});
    for (const [workspace, name] of [
      [named, 'Late payer'],
      [renamed, 'Ada'],
      [unnamed, email],
    ] as const) {
      const own = (await auditOf(workspace)).filter(({ actor }) => ['person', 'personal_token'].includes(actor.kind));
      expect(own.map(({ action, actor }) => [action, actor.name])).toEqual([
        ['session.ended', name],
        ['personal_token.revoked', name],
        ['collection.created', name],
        ['person.signed_in', name],
      ]);
    }
  });

  test('is the one that /me returns there, by token and by session; outside of workspaces people have their own name', async () => {
    const { email, named, renamed, unnamed } = await namedPerson();
    const token = await personalToken(service, email);
    const browser = await signIn(service, email);
    for (const [workspace, name] of [
      [named, 'Late payer'],
      [renamed, 'Ada'],
      [unnamed, email],
    ] as const) {
      const byToken = await service.call('GET', '/me', { token, workspace: workspace.id });
      expect(byToken.body).toMatchObject({ name, email, workspace: { id: workspace.id } });
      await browser.submit('/sign-in/workspace', { workspace: workspace.id, next: '/' });
      expect((await service.call('GET', '/me', { headers: browser.headers() })).body.name).toBe(name);
    }
    expect((await service.call('GET', '/me', { token })).body).toMatchObject({ name: email, email });
  });
});

test('a device that was never used in a workspace is not named in its audit log', async () => {
  const [here, elsewhere] = [await service.createWorkspace(), await service.createWorkspace()];
  const email = anAddress();
  await invite(service, here, email);
  await invite(service, elsewhere, email);
  const token = await personalToken(service, email, 'elsewhere-production-ci');
  await service.call('GET', '/collections', { token, workspace: elsewhere.id });
  const [{ id }] = (await service.call('GET', '/me/devices', { token })).body.devices;
  await service.call('DELETE', `/me/devices/${id}`, { token });
  const events = await auditOf(here);
  expect(events.slice(0, 2).map(({ action, target, detail }) => ({ action, target, detail }))).toEqual([
    { action: 'personal_token.revoked', target: id, detail: {} },
    { action: 'personal_token.created', target: id, detail: { person: email } },
  ]);
  expect(JSON.stringify(events)).not.toContain('elsewhere-production-ci');
});
