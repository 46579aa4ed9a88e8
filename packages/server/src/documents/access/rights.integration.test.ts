import type { ReadAccess } from '@tessera/path-access';
import { describe, expect, it } from 'vitest';
import { grantingWorkspace } from '../../access/testing/keys.js';
import type { Principal } from '../../principals/principal.js';
import type { Role } from '../../principals/wire.js';
import { startSuiteService } from '../../testing/service.js';
import { rightsOf } from './rights.js';

const service = await startSuiteService();
const shop = await grantingWorkspace(service);
const group: string = (await shop.v1('POST', '/groups', { name: 'Course', paths: ['course/**'] })).body.id;

function principal(role: Role | null, groups: readonly string[] | null): Principal {
  const assigned = groups?.map((id) => ({ id, access: 'read_only' as const })) ?? null;
  const workspace = { id: shop.id, slug: shop.slug, name: shop.name, suspended: false };
  return {
    kind: 'session',
    id: 'x',
    name: 'x',
    scope: { workspace, role, access: 'read_only', collections: 'manage', groups: assigned },
  };
}

function accessOf(who: Principal): Promise<ReadAccess> {
  return service.services.database.inWorkspace(shop.id, async (transaction) => (await rightsOf(transaction, who)).read);
}

const tree = ['course/1.md', 'course/.hidden/2.md', 'internal/plan.md'];

describe('rightsOf', () => {
  it.each<[string, () => Principal, string[]]>([
    ['an admin: everything', () => principal('admin', null), tree],
    ['an editor who is not confined: everything', () => principal('editor', null), tree],
    ['an editor confined to a group: what it names', () => principal('editor', [group]), tree.slice(0, 2)],
    ['a member with a group: what it names', () => principal('member', [group]), tree.slice(0, 2)],
    ['a member without groups: nothing', () => principal('member', []), []],
    [
      'one confined to a group that is gone: nothing',
      () => principal('editor', ['00000000-0000-4000-8000-000000000000']),
      [],
    ],
    ['an API key: nothing', () => principal(null, null), []],
    ['nobody: nothing', () => ({ kind: 'anonymous', id: 'a', name: 'a', scope: null }), []],
  ])('%s', async (_title, who, expected) => {
    const access = await accessOf(who());
    expect(tree.filter((path) => access.canRead(path))).toEqual(expected);
    expect(tree.filter((path) => access.explain(path).allowed)).toEqual(expected);
  });

  it('refuses paths that lead out of the repo, even for an admin', async () => {
    const access = await accessOf(principal('admin', null));
    for (const path of ['', '/course/1.md', 'course//1.md', 'course/../internal/plan.md', './course', 'course/']) {
      expect(access.canRead(path)).toBe(false);
    }
  });

  it('applies changes of the group from the next transaction on', async () => {
    const moving = (await shop.v1('POST', '/groups', { name: 'Moving', paths: ['old/**'] })).body.id;
    const reads = async (path: string): Promise<boolean> =>
      (await accessOf(principal('member', [moving]))).canRead(path);
    expect([await reads('old/a'), await reads('new/a')]).toEqual([true, false]);
    await shop.v1('PUT', `/groups/${moving}`, { paths: ['new/**'] });
    expect([await reads('old/a'), await reads('new/a')]).toEqual([false, true]);
  });
});
