import { type Capability, capabilities, type RouteDefinition, routes } from '@tessera/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startSuiteService, type TestAnswer } from '../testing/service.js';
import { createKey, grantingWorkspace } from './testing/keys.js';

/** A valid body for each route, for objects that `beforeAll` created. A route without a row fails the first test. */
const bodies: Readonly<Record<string, (ids: Ids) => unknown>> = {
  'members.grant': () => ({ email: 'new@example.com' }),
  'members.end_source': () => undefined,
  'members.ensure': () => ({ send_email: false }),
  'members.sync': ({ group }) => ({ members: [{ email: 'member@example.com', groups: [group] }], dry_run: true }),
  'members.list': () => undefined,
  'members.revoke': () => undefined,
  'members.get_access': () => undefined,
  'members.put_access': ({ group }) => ({ assignments: [{ group_id: group, access: 'read_write' }] }),
  'members.explain_access': () => undefined,
  'members.create_sign_in_link': () => undefined,
  'groups.list': () => undefined,
  'groups.create': () => ({ name: 'New', paths: ['new/**'] }),
  'groups.update': () => ({ name: 'Changed' }),
  'groups.delete': () => undefined,
  'readers.create': () => ({ email: 'new@example.com' }),
  'readers.end_source': () => undefined,
  'readers.list': () => undefined,
  'readers.revoke': () => undefined,
};

const v1Routes: RouteDefinition[] = Object.values(routes as Record<string, RouteDefinition>).filter(({ path }) =>
  path.startsWith('/v1/'),
);

interface Ids {
  readonly group: string;
}

/** One credential of the table with its expected refusal. A key of another workspace expects the 404. */
interface Credential {
  readonly title: string;
  readonly secret: (route: RouteDefinition) => Promise<string | undefined> | string | undefined;
  readonly expected: (route: RouteDefinition) => readonly [status: number, code: string];
}

const secrets = new Map<string, string>();

const service = await startSuiteService();
const shop = await grantingWorkspace(service);
const other = await grantingWorkspace(service);
const group: string = (await shop.v1('POST', '/groups', { name: 'Course', paths: ['course/**'] })).body.id;
await shop.v1('POST', '/members', { email: 'member@example.com', groups: [group] });
await shop.v1('POST', '/readers', { email: 'reader@example.com', groups: [group] });
beforeAll(async () => {
  const admin = { token: service.operatorToken };
  await service.call('POST', `/operator/workspaces/${shop.id}/people`, {
    ...admin,
    body: { email: 'admin@example.com', role: 'admin' },
  });
  const personal = await service.call('POST', '/operator/people/admin@example.com/personal-tokens', {
    ...admin,
    body: { name: 'laptop' },
  });
  const asAdmin = { token: personal.body.secret, workspace: shop.id };
  const [revoked, rotated] = [await createKey(service, shop.id), await createKey(service, shop.id)];
  await service.call('DELETE', `/settings/api-keys/${revoked.id}`, asAdmin);
  await service.call('POST', `/settings/api-keys/${rotated.id}/rotate`, asAdmin);
  secrets.set('revoked', revoked.secret).set('rotated-out', rotated.secret).set('personal', personal.body.secret);
  secrets.set('pinned', shop.token).set('foreign', other.key);
});

/** Everything that a refused call could change. */
async function stateOfEverything(): Promise<unknown> {
  return service.services.database.asSystem(async (transaction) => {
    const tables = {
      workspaces: 't.id',
      memberships: 't.workspace_id',
      groups: 't.workspace_id',
      group_holders: 't.workspace_id',
      readers: 't.workspace_id',
      reader_sessions: 't.workspace_id',
      sign_in_links: 't.workspace_id',
      audit_events: 't.workspace_id',
    };
    const states: unknown[] = [];
    for (const [table, column] of Object.entries(tables)) {
      const text = `select to_jsonb(t) as row from ${table} t where ${column} = any($1::uuid[]) order by to_jsonb(t)::text`;
      states.push(await transaction.query(text, [[shop.id, other.id]]));
    }
    return states;
  });
}

const invalid = [401, 'invalid_credential'] as const;
const credentials: readonly Credential[] = [
  { title: 'no credential', secret: () => undefined, expected: () => [401, 'unauthenticated'] },
  { title: 'garbage', secret: () => 'garbage', expected: () => [401, 'unauthenticated'] },
  { title: 'an unknown key', secret: () => `svc_ak_${'A'.repeat(43)}`, expected: () => invalid },
  { title: 'a revoked key', secret: () => secrets.get('revoked'), expected: () => invalid },
  { title: 'a rotated-out key', secret: () => secrets.get('rotated-out'), expected: () => invalid },
  { title: "an admin's pinned token", secret: () => secrets.get('pinned'), expected: () => invalid },
  { title: "an admin's personal token", secret: () => secrets.get('personal'), expected: () => invalid },
  { title: 'the operator token', secret: () => service.operatorToken, expected: () => invalid },
  {
    title: 'a key with every capability but the right one',
    secret: async ({ policy }) =>
      (await createKey(service, shop.id, capabilities.filter((each) => each !== policy.capability) as Capability[]))
        .secret,
    expected: () => [403, 'missing_capability'],
  },
];

function call(route: RouteDefinition, secret: string | undefined, workspace?: string): Promise<TestAnswer> {
  const identifier = route.id.startsWith('readers') ? 'reader@example.com' : 'member@example.com';
  const query = route.id === 'members.explain_access' ? '?path=course/a.md' : '';
  const path = route.path.replace('{identifier}', identifier).replace('{id}', group) + query;
  const body = bodies[route.id]?.({ group });
  return service.call(route.method, path, {
    ...(secret === undefined ? {} : { token: secret }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(body === undefined ? {} : { body }),
  });
}

describe('every /v1 route', () => {
  it('has a row in this table', () => {
    expect(v1Routes.map(({ id }) => id).sort()).toEqual(Object.keys(bodies).sort());
  });

  describe.each(v1Routes.map((route) => [route.id, route] as const))('%s', (_, route) => {
    it.each(credentials.map((credential) => [credential.title, credential] as const))(
      'refuses %s and changes nothing',
      async (_title, credential) => {
        const secret = await credential.secret(route);
        const before = await stateOfEverything();
        const answer = await call(route, secret);
        const [status, code] = credential.expected(route);
        expect(answer).toMatchObject({ status, body: { error: { code } } });
        expect(answer.body.error.required).toBe(status === 403 ? route.policy.capability : undefined);
        expect(await stateOfEverything()).toEqual(before);
      },
    );

    it('reveals nothing to a key of another workspace', async () => {
      const before = await stateOfEverything();
      const foreign = secrets.get('foreign');
      const conflict = await call(route, foreign, shop.id);
      expect(conflict).toMatchObject({ status: 409, body: { error: { code: 'workspace_conflict' } } });
      if (/^members\.ensure$|\.end_source$/.test(route.id)) {
        // In the key's own workspace, the address does not exist: it is granted access, or the end is remembered.
        expect(await call(route, foreign)).toMatchObject({ status: 200, body: { workspace: { id: other.id } } });
        return;
      }
      if (route.path.includes('{') || route.id === 'members.put_access') {
        const code = route.id.replace(/^(\w+)s\..*$/, '$1_not_found');
        expect(await call(route, foreign)).toMatchObject({ status: 404, body: { error: { code } } });
      } else if (route.method === 'GET') {
        expect(await call(route, foreign)).toMatchObject({ status: 200, body: { count: 0 } });
      }
      expect(await stateOfEverything()).toEqual(before);
    });

    it('rejects a selector that is not a UUID', async () => {
      const { secret } = await createKey(service, shop.id);
      expect(await call(route, secret, shop.slug)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_workspace_id' } },
      });
    });

    it('reads and revokes in a suspended workspace, but grants nothing', async () => {
      const suspend = (suspended: boolean) =>
        service.call('PATCH', `/operator/workspaces/${shop.id}`, { token: service.operatorToken, body: { suspended } });
      const { secret } = await createKey(service, shop.id);
      await suspend(true);
      const answer = await call(route, secret);
      await suspend(false);
      if (route.policy.effect === 'write' && !('endsAccess' in route.policy)) {
        expect(answer).toMatchObject({ status: 403, body: { error: { code: 'read_only_here' } } });
      } else {
        expect(answer.status).toBe(200);
      }
    });
  });
});
