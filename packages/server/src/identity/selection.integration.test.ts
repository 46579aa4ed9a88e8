import { describe, expect, test } from 'vitest';
import { startSuiteService, type TestAnswer } from '../testing/service.js';
import { createCredentials, createTenants, type Kind, kinds, type Tenants } from './testing/tenants.js';

const headers = ['absent', 'slug', 'garbage', 'own', 'foreign', 'other', 'readable', 'unknown'] as const;
type Header = (typeof headers)[number];

interface Expected {
  readonly status: number;
  readonly code?: string;
  /** The workspaces that the error lists as writable. */
  readonly writable?: readonly (keyof Tenants)[];
}

const ok: Expected = { status: 200 };
const both = ['own', 'other'] as const;

/**
 * The expected responses to a credential that is pinned to `own`, for each header. `writable` lists the workspaces
 * where the credential could write.
 */
function pinned(answer: Expected, writable: readonly (keyof Tenants)[]): Record<Header, Expected> {
  const garbled = { status: 400, code: 'invalid_workspace_id', writable };
  const conflict = { status: 409, code: 'workspace_conflict', writable };
  const rest = { foreign: conflict, other: conflict, readable: conflict, unknown: conflict };
  return { absent: answer, slug: garbled, garbage: garbled, own: answer, ...rest };
}

function everywhere(answer: Expected): Record<Header, Expected> {
  return Object.fromEntries(headers.map((header) => [header, answer])) as Record<Header, Expected>;
}

const personal: Record<Header, Expected> = {
  absent: { status: 400, code: 'workspace_required', writable: both },
  slug: { status: 400, code: 'invalid_workspace_id', writable: both },
  garbage: { status: 400, code: 'invalid_workspace_id', writable: both },
  own: ok,
  foreign: { status: 403, code: 'not_a_member', writable: both },
  other: ok,
  readable: ok,
  unknown: { status: 403, code: 'not_a_member', writable: both },
};

const unpinned: Record<Header, Expected> = {
  ...everywhere({ status: 400, code: 'workspace_required', writable: both }),
  slug: personal.slug,
  garbage: personal.garbage,
};

const readOnly = (writable: readonly (keyof Tenants)[]): Expected => ({
  status: 403,
  code: 'read_only_here',
  writable,
});
const notAllowed: Expected = { status: 403, code: 'operation_not_allowed' };
const unauthenticated = everywhere({ status: 401, code: 'unauthenticated' });

const expectations: Record<Kind, { read: Record<Header, Expected>; write: Record<Header, Expected> }> = {
  'personal token': { read: personal, write: { ...personal, readable: readOnly(both) } },
  session: { read: pinned(ok, both), write: pinned(ok, both) },
  'unpinned session': { read: unpinned, write: unpinned },
  'writing pinned token': { read: pinned(ok, ['own']), write: pinned(ok, ['own']) },
  'reading pinned token': { read: pinned(ok, []), write: pinned(notAllowed, []) },
  'magic link': { read: pinned(ok, []), write: pinned(notAllowed, []) },
  'api key': { read: pinned(ok, ['own']), write: pinned(ok, ['own']) },
  anonymous: { read: unauthenticated, write: unauthenticated },
};

const service = await startSuiteService();
const tenants = await createTenants(service);
const credentials = await createCredentials(service, tenants);

function headerValue(header: Header): string | undefined {
  switch (header) {
    case 'absent':
      return undefined;
    case 'slug':
      return tenants.own.slug;
    case 'garbage':
      return 'not-a-uuid';
    case 'unknown':
      return '6f1d0b0e-0000-4000-8000-000000000000';
    default:
      return tenants[header].id;
  }
}

let collections = 0;

function call(kind: Kind, effect: 'read' | 'write', header: Header): Promise<TestAnswer> {
  const workspace = headerValue(header);
  const request = { ...credentials[kind], ...(workspace === undefined ? {} : { workspace }) };
  const path = kind === 'api key' ? '/v1/groups' : '/collections';
  if (effect === 'read') {
    return service.call('GET', path, request);
  }
  collections += 1;
  const body = kind === 'api key' ? { name: 'Docs', paths: ['docs/**'] } : { name: `collection-${collections}` };
  return service.call('POST', path, { ...request, body });
}

function references(names: readonly (keyof Tenants)[]): unknown[] {
  return names
    .map((name) => tenants[name])
    .sort((one, another) => (one.name < another.name ? -1 : 1))
    .map(({ id, slug, name }) => ({ id, slug, name }));
}

const table = kinds.flatMap((kind) =>
  (['read', 'write'] as const).flatMap((effect) => headers.map((header) => [kind, effect, header] as const)),
);

describe('workspace selection > credential × route × header', () => {
  test.each(table)('a %s that calls a %s route with the header %s', async (kind, effect, header) => {
    const expected = expectations[kind][effect][header];
    const answer = await call(kind, effect, header);
    const seen = { status: answer.status, code: answer.body.error?.code };
    expect(seen).toEqual({ status: expected.status, code: expected.code });
    if (expected.writable !== undefined) {
      const byName = [...answer.body.error.writable_workspaces].sort((one, another) =>
        one.name < another.name ? -1 : 1,
      );
      expect(byName).toEqual(references(expected.writable));
    }
    if (expected.status === 200 && effect === 'write') {
      const landed = header === 'other' ? tenants.other : tenants.own;
      expect(answer.body.workspace).toEqual({ id: landed.id, slug: landed.slug, name: landed.name });
    }
  });
});

describe('credentials without a person', () => {
  test('an ingest URL contains its workspace: a header with another one is a conflict', async () => {
    const made = await service.call('POST', '/collections', { token: tenants.own.token, body: { name: 'pushed' } });
    for (const header of headers) {
      const workspace = headerValue(header);
      const request = { body: { id: header }, ...(workspace === undefined ? {} : { workspace }) };
      const answer = await service.call('POST', `/ingest/${made.body.secret}`, request);
      const expected = pinned(ok, [])[header];
      expect([header, answer.status, answer.body.error?.code]).toEqual([header, expected.status, expected.code]);
    }
  });

  test('the operator has no workspace and needs no header', async () => {
    for (const workspace of [tenants.own.id, 'garbage']) {
      const answer = await service.call('GET', '/operator/workspaces', { token: service.operatorToken, workspace });
      expect(answer.status).toBe(200);
    }
    const inside = await service.call('GET', '/collections', {
      token: service.operatorToken,
      workspace: tenants.own.id,
    });
    expect(inside.status).toBe(401);
  });
});

describe('a suspended workspace', () => {
  test('can be read but not written, and is not listed as writable', async () => {
    const { other } = tenants;
    const suspend = (suspended: boolean) =>
      service.call('PATCH', `/operator/workspaces/${other.id}`, { token: service.operatorToken, body: { suspended } });
    await suspend(true);
    try {
      for (const request of [{ ...credentials['personal token'], workspace: other.id }, { token: other.token }]) {
        expect((await service.call('GET', '/collections', request)).status).toBe(200);
        const refused = await service.call('POST', '/collections', { ...request, body: { name: 'refused' } });
        expect([refused.status, refused.body.error.code]).toEqual([403, 'read_only_here']);
        const names = refused.body.error.writable_workspaces.map(({ name }: { name: string }) => name);
        expect(names).toEqual('token' in request && request.token === other.token ? [] : ['Own']);
      }
      const listed = await service.call('GET', '/workspaces', credentials['personal token']);
      const rights = listed.body.workspaces.map((each: { name: string; can_write: boolean }) => [
        each.name,
        each.can_write,
      ]);
      expect(rights).toEqual([
        ['Other', false],
        ['Own', true],
        ['Readable', false],
      ]);
    } finally {
      await suspend(false);
    }
    const again = await service.call('POST', '/collections', {
      ...credentials['personal token'],
      workspace: other.id,
      body: { name: 'resumed' },
    });
    expect(again.status).toBe(200);
  });
});

describe('GET /workspaces', () => {
  test('lists all workspaces of a person by name, but only its own to a pinned credential', async () => {
    const names = async (kind: Kind) =>
      (await service.call('GET', '/workspaces', credentials[kind])).body.workspaces?.map(
        (each: { name: string; role: string }) => `${each.name} ${each.role}`,
      );
    const all = ['Other admin', 'Own member', 'Readable reader'];
    expect(await names('personal token')).toEqual(all);
    expect(await names('session')).toEqual(all);
    expect(await names('unpinned session')).toEqual(all);
    expect(await names('writing pinned token')).toEqual(['Own admin']);
    expect(await names('reading pinned token')).toEqual(['Own member']);
    expect(await names('magic link')).toEqual(['Own reader']);
  });

  test('needs no workspace header from any caller', async () => {
    for (const kind of ['personal token', 'session', 'writing pinned token', 'magic link'] as const) {
      for (const workspace of [tenants.own.id, tenants.foreign.id, 'garbage']) {
        const refused = await service.call('GET', '/workspaces', { ...credentials[kind], workspace });
        expect([refused.status, refused.body.error.code]).toEqual([400, 'workspace_header_not_allowed']);
      }
    }
  });

  test('refuses credentials that belong to no workspace', async () => {
    expect((await service.call('GET', '/workspaces')).body.error.code).toBe('unauthenticated');
    expect((await service.call('GET', '/workspaces', credentials['api key'])).status).toBe(401);
  });
});

describe('GET /me', () => {
  test("needs no workspace header, and with one returns the person's role there", async () => {
    const token = credentials['personal token'];
    expect((await service.call('GET', '/me', token)).body.workspace).toBeUndefined();
    const there = await service.call('GET', '/me', { ...token, workspace: tenants.readable.id });
    expect(there.body).toMatchObject({ workspace: { name: 'Readable' }, role: 'reader', can_write: false });
    const foreign = await service.call('GET', '/me', { ...token, workspace: tenants.foreign.id });
    expect(foreign.body.error.code).toBe('not_a_member');
  });
});

describe('an invalid credential', () => {
  test('is refused before any check of the workspace', async () => {
    const unknown = { token: `svc_pt_${'x'.repeat(43)}`, workspace: 'garbage' };
    expect((await service.call('GET', '/collections', unknown)).body.error).toEqual({
      code: 'invalid_credential',
      message: expect.any(String),
    });
  });
});
