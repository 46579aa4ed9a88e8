import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { deleteAuditBefore } from './retention.js';

const service = await startSuiteService();

it('deleteAuditBefore > deletes old entries of every workspace, except those about the creators of credentials', async () => {
  const days = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 86_400_000);
  service.setTime(days(0));
  const workspaces = [await service.createWorkspace(), await service.createWorkspace()];
  const create = (token: string, name: string) => service.call('POST', '/collections', { token, body: { name } });
  for (const { token } of workspaces) await create(token, 'old');
  service.setTime(days(40));
  for (const { token } of workspaces) await create(token, 'new');

  const deleted = await deleteAuditBefore(service.services.database, days(30));
  // Two entries of each workspace: its creation, and its first collection.
  expect(deleted).toBe(4);
  for (const { token } of workspaces) {
    const { events } = (await service.call('GET', '/audit', { token })).body;
    expect(events.map(({ action, target }: { action: string; target: string }) => [action, target])).toEqual([
      ['collection.created', 'new'],
      ['token.created', expect.any(String)],
    ]);
  }
  expect(await deleteAuditBefore(service.services.database, days(30))).toBe(0);
});
