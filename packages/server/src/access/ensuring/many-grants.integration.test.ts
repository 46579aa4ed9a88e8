import { expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { grantingWorkspace } from '../testing/keys.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service, { reader_seats: 9_990 });

it('members.sync > grants 10,000 members in one call and counts their seats exactly', async () => {
  const { id } = (await shop.v1('POST', '/groups', { name: 'Everybody', paths: ['course/**'] })).body;
  await shop.v1('PUT', '/members/former@example.com', { groups: [id], send_email: false });
  const members = Array.from({ length: 10_000 }, (_, index) => ({
    email: `m${index}@example.com`,
    name: `Member ${index}`,
    groups: [id],
    expires_at: '2099-12-31T00:00:00Z',
  }));
  const body = { members, revoke_missing: true };
  const dry = await shop.v1('POST', '/members/sync', { ...body, dry_run: true });
  expect(dry.body).toMatchObject({ granted: 9_990, revoked: 1, unchanged: 0 });
  const real = await shop.v1('POST', '/members/sync', body);
  expect(real.body).toEqual({ ...dry.body, dry_run: false });
  expect(real.body.failed).toHaveLength(10);
  const again = await shop.v1('POST', '/members/sync', body);
  expect(again.body).toMatchObject({ granted: 0, unchanged: 9_990, revoked: 0 });
  const { count } = (await shop.v1('GET', '/members?limit=1')).body;
  expect(count).toBe(9_991);
});

it('members.sync > reports each of 10,000 invalid members, and lets other calls run meanwhile', async () => {
  const members = Array.from({ length: 10_000 }, (_, index) => ({
    email: `m${index}`,
    groups: Array.from({ length: 5 }, () => 'none'),
    expires_at: 'never',
  }));
  const syncing = shop.v1('POST', '/members/sync', { members });
  const states: string[] = [];
  const synced = syncing.then(({ body }) => states.push(`${body.failed.length} failed`));
  for (let call = 0; call < 5; call += 1) {
    await service.call('GET', '/health');
    states.push('answered');
  }
  await synced;
  expect(states).toEqual([...Array.from({ length: 5 }, () => 'answered'), '10000 failed']);
});
