import { expect, it } from 'vitest';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { deleteAuditBefore } from './retention.js';

const service = await startSuiteService();

it('deleteAuditBefore > deletes old entries of every workspace', async () => {
  const days = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 86_400_000);
  service.setTime(days(0));
  const workspaces = [await service.createWorkspace(), await service.createWorkspace()];
  const create = (token: string, name: string) => service.call('POST', '/collections', { token, body: { name } });
  for (const { token } of workspaces) await create(token, 'old');
  service.setTime(days(40));
  for (const { token } of workspaces) await create(token, 'new');

  const deleted = await deleteAuditBefore(service.services.database, days(30));
  // Three entries of each workspace: its creation, its token, and its first collection.
  expect(deleted).toBe(6);
  for (const { token } of workspaces) {
    const { events } = (await service.call('GET', '/audit', { token })).body;
    expect(events.map(({ action, target }: { action: string; target: string }) => [action, target])).toEqual([
      ['collection.created', 'new'],
    ]);
  }
  expect(await deleteAuditBefore(service.services.database, days(30))).toBe(0);
});

it('deleteAuditBefore > changes neither the history of records nor what can be undone, nor who created a key', async () => {
  const { id } = await service.createWorkspace();
  const [owner, admin] = [anAddress(), anAddress()];
  for (const email of [owner, admin]) await invite(service, { id }, email, { role: 'admin' });
  const token = await personalToken(service, owner);
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { token, workspace: id, body });
  await call('POST', '/collections', { name: 'things' });
  const write = (name: string) => call('POST', '/collections/things/records', { records: [{ id: '1', name }] });
  await write('first');
  await write('second');
  await call('POST', '/settings/api-keys', { name: 'backend', capability: 'manage_members' });
  const history = async () => (await call('GET', '/collections/things/records/1/history')).body.versions;
  const before = await history();
  expect(before).toHaveLength(2);
  await deleteAuditBefore(service.services.database, new Date(Date.now() + 86_400_000_000));
  expect(await history()).toEqual(before);
  const undone = await call('POST', '/collections/things/revert', { request_id: before[0].request_id });
  expect(undone.body).toMatchObject({ reverted: 1, conflicts: [] });
  const asAdmin = { token: await personalToken(service, admin), workspace: id };
  const { people } = (await service.call('GET', '/settings/people', asAdmin)).body;
  const person = people.find(({ email }: { email: string }) => email === owner);
  const removed = await service.call('DELETE', `/settings/people/${person.id}`, asAdmin);
  expect(removed.body.still_working).toMatchObject([{ kind: 'api_key', name: 'backend' }]);
});
