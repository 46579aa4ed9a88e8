import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints, errorCodes, type OperationId, type RouteDefinition, routes, toJsonSchema } from './index.js';

const table = Object.entries(routes) as [OperationId, RouteDefinition][];
const ids = table.map(([id]) => id);

const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** The keys of an object. For alternatives, the keys that all of them have. */
const keysOf = (schema: unknown): string[] => {
  if (schema instanceof z.ZodUnion) {
    const [first = [], ...others] = schema.options.filter((option) => option instanceof z.ZodObject).map(keysOf);
    return first.filter((key) => others.every((keys) => keys.includes(key)));
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

describe('routes', () => {
  it('contain every route under its own id; clients receive none of their schemas', () => {
    for (const [id, route] of table) {
      expect(route.id).toBe(id);
      expect(JSON.parse(JSON.stringify(endpoints[id]))).toMatchObject({ method: route.method, path: route.path });
    }
  });

  it('have the same answer at each address of an operation, for different credentials', () => {
    const aliases = table.filter(([, route]) => route.aliasOf !== undefined);
    expect(aliases.length).toBeGreaterThan(5);
    for (const [, { aliasOf, id, method, path, policy, ...alias }] of aliases) {
      expect(routes[aliasOf as OperationId]).toMatchObject(alias);
      expect(policy.credentials).not.toEqual(routes[aliasOf as OperationId].policy.credentials);
    }
  });

  it('contain no two routes for the same request', () => {
    const requests = table.map(([, route]) => `${route.method} ${route.path.replace(/\{\w+\}/g, '*')}`);
    expect(new Set(requests).size).toBe(requests.length);
  });

  it.each(table)('%s validates exactly the parameters of its path', (_id, route) => {
    expect(keysOf(route.params).sort()).toEqual(pathParameters(route.path).sort());
  });

  it.each(table)('%s has a summary and known error codes, each once', (_id, route) => {
    expect(route.summary).toMatch(/^[A-Z].{5,}[^.]$/);
    const codes = route.errors ?? [];
    expect(codes.filter((code) => !(code in errorCodes))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each(table.filter(([, route]) => route.method === 'GET'))('%s is a GET and takes no body', (_id, route) => {
    expect(route.body).toBeUndefined();
    expect(route.policy.effect).toBe('read');
  });

  it('name the workspace in the answer of every write', () => {
    const writes = table.filter(([, route]) => route.policy.effect === 'write');
    expect(writes.length).toBeGreaterThan(20);
    const silent = writes.filter(([, route]) => !keysOf(route.answer).includes('workspace')).map(([id]) => id);
    // These writes concern a person, or the whole service, so there is no workspace to name.
    expect(silent).toEqual(['operator.create_personal_token', 'operator.create_sign_in_link', 'operator.erase_person']);
  });

  // RFC 6749 and the reconciliation protocol allow additional keys, records can have any keys, and files are not
  // objects.
  const isProtocol = (id: OperationId) => id.startsWith('reconcile.');
  const free = [
    'device.code',
    'device.token',
    'ingest.record',
    'documents.put_raw',
    'operator.import_workspace',
    ...ids.filter(isProtocol),
  ];
  const bodies = table.filter(([id, route]) => route.body !== undefined && !free.includes(id));
  it.each(bodies)('%s refuses an unknown key of its body', (_id, route) => {
    const issues = route.body?.safeParse({ unheard_of: 1 }).error?.issues ?? [];
    expect(issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))).toEqual(['unheard_of']);
  });

  it.each(table.filter(([id, route]) => route.query !== undefined && !isProtocol(id)))(
    '%s refuses an unknown query parameter',
    (_id, route) => {
      expect(route.query?.safeParse({ unheard_of: '1' }).success).toBe(false);
    },
  );
});

describe('policies', () => {
  it.each(table)('%s says who may call it', (_id, route) => {
    expect(route.policy.credentials.length).toBeGreaterThan(0);
  });

  it('admit anonymous callers only where no credential can exist yet', () => {
    const open = table.filter(([, route]) => route.policy.credentials.includes('anonymous')).map(([id]) => id);
    expect(open.sort()).toEqual(['device.code', 'device.token', 'health.get']);
  });

  it('admit API keys only to /v1 and `me.get`, and to /v1 nothing else', () => {
    for (const [id, route] of table) {
      const onV1 = route.path.startsWith('/v1/');
      const takesKeys = route.policy.credentials.includes('api_key') && !route.policy.credentials.includes('anonymous');
      expect([id, takesKeys]).toEqual([id, onV1 || id === 'me.get']);
      expect([id, onV1 ? route.policy.credentials : ['api_key']]).toEqual([id, ['api_key']]);
      const ofKeys = route.policy.bucket !== undefined && route.policy.bucket !== 'relay_calls';
      expect([id, route.policy.capability !== undefined, ofKeys]).toEqual([id, onV1, onV1]);
    }
  });

  it('count grants and changes in one bucket, lists and revocations in the other', () => {
    const inBucket = (bucket: string) => table.filter(([, route]) => route.policy.bucket === bucket).map(([id]) => id);
    expect(inBucket('grants_and_writes').sort()).toEqual(
      [
        'groups.create',
        'groups.delete',
        'groups.update',
        'members.create_sign_in_link',
        'members.ensure',
        'members.grant',
        'members.put_access',
        'members.sync',
        'readers.create',
      ].sort(),
    );
    expect(inBucket('lists_and_revokes').sort()).toEqual(
      [
        'groups.list',
        'members.end_source',
        'members.explain_access',
        'members.get_access',
        'members.list',
        'members.revoke',
        'readers.end_source',
        'readers.list',
        'readers.revoke',
      ].sort(),
    );
  });

  it('reserve operator routes to the operator and settings to admins', () => {
    for (const [, route] of table) {
      if (route.path.startsWith('/operator/')) {
        expect(route.policy.credentials).toEqual(['operator']);
      }
      if (route.path.startsWith('/settings/')) {
        expect(route.policy).toMatchObject({ credentials: ['session', 'personal_token'], role: 'admin' });
      }
    }
  });

  it('state a level and an operation name if the path names a collection', () => {
    const named = table.filter(([, route]) => route.path.startsWith('/collections/{name}'));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(([, route]) => route.policy.permission === undefined || route.operation === undefined)).toEqual(
      [],
    );
  });
});

describe('calls', () => {
  it('contain the workspace header only where it selects a workspace', () => {
    // An ingest secret determines its workspace. A person's sign-ins and the operator's routes have no workspace.
    const withoutWorkspace = /^(health|workspaces|ingest|reconcile|device|sessions|devices|operator)\./;
    for (const [id] of table) {
      expect([id, endpoints[id].takesWorkspaceHeader]).toEqual([id, !withoutWorkspace.test(id)]);
    }
  });

  it('can have a 503 answer only if their route says so', () => {
    expect(table.filter(([id]) => endpoints[id].mayBeDegraded).map(([id]) => id)).toEqual(['health.get']);
  });

  it('that create or grant something are not repeatable', () => {
    const once = table.filter(([id]) => !endpoints[id].isRepeatable).map(([id]) => id);
    expect(once).toEqual(table.filter(([id, route]) => route.method === 'POST' && once.includes(id)).map(([id]) => id));
    expect(once).toEqual(expect.arrayContaining(['members.grant', 'collections.create', 'api_keys.rotate']));
    expect(
      table.filter(([id, { policy }]) => policy.effect === 'read' && !endpoints[id].isRepeatable).map(([id]) => id),
    ).toEqual(['device.code', 'device.token']);
  });
});

/** Writes that a full storage allows, as they are limited otherwise. */
const allowedWhenFull = {
  'change or replace what exists':
    'collections.update collections.rotate_secret collections.restore collections.reindex collections.reconcile_records ' +
    'collections.evaluate collections.create_reconciliation_url ingest.embed_pending repos.update webhooks.update ' +
    'webhooks.rotate webhooks.replay api_keys.rotate tokens.rotate settings.update_workspace settings.put_domain',
  'are limited by seats, and follow payments':
    'members.grant members.ensure members.sync members.put_access members.create_sign_in_link people.add people.update ' +
    'people.invite settings.put_access settings.sync_members settings.create_sign_in_link',
};

describe('writes of a workspace', () => {
  it('are refused when its storage is full, unless they store nothing more', () => {
    const allowed = table.filter(
      ([, { method, policy, errors }]) =>
        policy.effect === 'write' &&
        policy.workspace === 'one' &&
        policy.endsAccess === undefined &&
        method !== 'DELETE' &&
        !errors?.includes('storage_full'),
    );
    expect(allowed.map(([id]) => id).sort()).toEqual(Object.values(allowedWhenFull).join(' ').split(' ').sort());
  });
});

describe('schemas', () => {
  it.each(['input', 'output'] as const)('all become JSON Schema of the %s side, each name meaning one thing', (io) => {
    const schemas = table.flatMap(([id, route]) =>
      (['params', 'query', 'body', 'answer'] as const).flatMap((part) => {
        const schema = route[part];
        return schema === undefined ? [] : [[`${id} ${part}`, schema] as const];
      }),
    );
    const everything = toJsonSchema(z.object(Object.fromEntries(schemas)), io);
    expect(Object.keys(everything.properties ?? {})).toHaveLength(schemas.length);
    const nothingSaid = Object.entries(everything.properties ?? {}).filter(
      ([, schema]) => typeof schema !== 'object' || Object.keys(schema).length === 0,
    );
    expect(nothingSaid).toEqual([]);
  });

  it('name every body and answer, for a readable document', () => {
    const nameless = table.flatMap(([id, route]) =>
      [route.body, route.answer].flatMap((schema) =>
        schema !== undefined && schema.meta()?.id === undefined ? [id] : [],
      ),
    );
    expect(nameless).toEqual([]);
  });
});
