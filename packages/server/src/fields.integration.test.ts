import { archiveLines, type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Caller, callersWorkspace } from './collections/testing/callers.js';
import { startSuiteService } from './testing/service.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const owner = await workspace.person({ role: 'admin' });

/** A resource: the routes that write it, and where it is read. */
interface Resource {
  /** The first creates it; the others change it. */
  readonly writes: readonly OperationId[];
  readonly caller?: Caller;
  /** The parameters of paths, from the created resource. The default is its id. */
  readonly params?: (created: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
  /** The address of a list that contains it. */
  readonly list: string;
  /** The file of an archive with it. Absent if archives leave it out. */
  readonly archive?: keyof typeof archiveLines;
  /** Values for fields that would refuse a generated value. */
  readonly values?: (word: Word) => Readonly<Record<string, unknown>>;
  /** Fields that exclude others of the body. */
  readonly not?: readonly string[];
  /** Fields that only the answers of writes and a route of their own contain. */
  readonly unlisted?: readonly string[];
}

type Word = 'created' | 'changed';
type Schema = z.core.JSONSchema.BaseSchema;

/** Fields that say how a call runs. They are not part of a resource. */
const callOptions = ['send_email', 'dry_run'];

const group = await workspace.group();
const collection = 'things';
await workspace.must('POST', '/collections', { name: collection });
const times = (word: Word) => ({
  starts_at: `20${word === 'created' ? 20 : 21}-01-01T00:00:00.000Z`,
  expires_at: `20${word === 'created' ? 40 : 41}-01-01T00:00:00.000Z`,
});
const person = (word: Word) => ({ email: 'ann@example.com', name: `Ann ${word}`, groups: [group] });
const later = ({ expires_at }: ReturnType<typeof times>) => ({ expires_at });

const resources: Readonly<Record<string, Resource>> = {
  groups: {
    writes: ['settings.create_group', 'settings.update_group'],
    list: '/settings/groups',
    archive: 'groups',
    values: (word) => ({ paths: [`${word}/**`] }),
  },
  'groups of a backend': {
    writes: ['groups.create', 'groups.update'],
    caller: workspace.apiKey,
    list: '/v1/groups',
    archive: 'groups',
    // Only one group can be public.
    values: (word) => ({ paths: [`${word}/**`], public: false }),
  },
  webhooks: { writes: ['webhooks.create', 'webhooks.update'], list: '/settings/webhooks' },
  members: {
    writes: ['members.grant', 'members.ensure'],
    caller: workspace.apiKey,
    params: () => ({ identifier: 'ann@example.com' }),
    list: '/v1/members',
    // `GET /v1/members/{identifier}/access` returns them.
    unlisted: ['groups', 'access'],
    archive: 'members',
    // They select the share that is written; see `access/memberships/shares.integration.test.ts`.
    not: ['source', 'as_of'],
    values: (word) => ({ ...person(word), ...times(word), send_email: false }),
  },
  people: {
    writes: ['people.add', 'people.update'],
    list: '/settings/people',
    archive: 'members',
    values: (word) => ({
      ...person(word),
      email: 'eve@example.com',
      role: word === 'created' ? 'reader' : 'member',
      access: word === 'created' ? 'read_only' : 'read_write',
      send_email: false,
    }),
  },
  readers: {
    writes: ['readers.create'],
    caller: workspace.apiKey,
    list: '/v1/readers',
    archive: 'readers',
    not: ['source', 'as_of'],
    values: (word) => ({ ...person(word), ...later(times(word)), start: 'docs/a.md', send_email: false }),
  },
  'API keys': { writes: ['api_keys.create'], list: '/settings/api-keys', not: ['capability'] },
  tokens: {
    writes: ['tokens.create'],
    list: '/settings/tokens',
    values: (word) => ({
      ...later(times(word)),
      groups: [group],
      role: 'reader',
      access: 'read_only',
      collections: 'read',
    }),
  },
  repos: {
    writes: ['repos.create', 'repos.update'],
    params: ({ name }) => ({ name: String(name) }),
    list: '/repos',
    values: (word) => ({ name: word }),
  },
  views: {
    writes: ['collections.put_view'],
    params: () => ({ name: collection, id: '6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16' }),
    list: `/collections/${collection}/views`,
    archive: 'views',
    values: () => ({ filters: { price: 1 }, query: null, order: 'id', shared: true }),
  },
  grants: {
    writes: ['collections.put_grant'],
    params: () => ({ name: collection, group_id: group }),
    list: `/collections/${collection}/grants`,
    archive: 'grants',
    values: () => ({ filter: { price: 1 } }),
  },
};

/** Routes that write something else than a resource that they return. A new route is in one of both lists. */
const commands: readonly RegExp[] = [
  /^(documents|ingest|reconcile|device|sessions|me|operator|audit)\./,
  /^collections\.(create|update|.*_records|.*correct.*|create_reconciliation_url|query|find|reindex|decide_match|evaluate|label_query)$/,
  /\.rotate(_secret)?$/,
  /^members\.(put_access|create_sign_in_link|sync|revoke)$/,
  /^settings\.(put_access|preview_group|update_workspace|put_domain)$/,
];

function schemaOf(id: OperationId): Schema {
  const { body }: RouteDefinition = routes[id];
  return z.toJSONSchema(body ?? z.never(), { io: 'input', unrepresentable: 'any' });
}

/** A body with a value for every field of a route, generated from its schema. */
function bodyOf(id: OperationId, { values, not = [] }: Resource, word: Word): Record<string, unknown> {
  const schema = schemaOf(id);
  const generated = new Values(schema.$defs ?? {}, word).of(schema) as Record<string, unknown>;
  const given = values?.(word) ?? {};
  return Object.fromEntries(
    Object.entries(generated)
      .filter(([field]) => !not.includes(field))
      .map(([field, value]) => [field, Object.hasOwn(given, field) ? given[field] : value]),
  );
}

/** The stored part of a body. */
function storedOf(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !callOptions.includes(field)));
}

/** Generates values from schemas. Values for different words differ. */
class Values {
  constructor(
    private readonly definitions: Readonly<Record<string, Schema>>,
    private readonly word: Word,
  ) {}

  of(schema: Schema): unknown {
    const named = this.definitions[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
    const chosen = (named.anyOf as Schema[] | undefined)?.find(({ type }) => type !== 'null') ?? named;
    if (chosen !== schema) {
      return this.of(chosen);
    }
    if (schema.enum !== undefined) {
      return schema.enum.at(this.word === 'created' ? 0 : -1);
    }
    switch (schema.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, each]) => [key, this.of(each as Schema)]),
        );
      case 'array':
        return [this.of(schema.items as Schema)];
      case 'boolean':
        return this.word === 'changed';
      case 'string':
        return `https://example.com/${this.word}`;
      default:
        return this.word === 'created' ? 1 : 2;
    }
  }
}

/** Calls a write of a resource. */
function write(id: OperationId, { params, caller = owner }: Resource, created: object, body: object) {
  const { method, path }: RouteDefinition = routes[id];
  const given: Readonly<Record<string, string>> = params?.({ ...created }) ?? { ...(created as { id: string }) };
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
  return workspace.must(method, address, body, caller);
}

describe.each(Object.entries(resources))('%s', (_name, resource) => {
  it('stores and returns every field of the bodies that create and change it', async () => {
    const [create, ...updates] = resource.writes;
    const body = bodyOf(create as OperationId, resource, 'created');
    const created = await write(create as OperationId, resource, body, body);
    const expected = storedOf(body);
    expect(created).toMatchObject(expected);
    for (const update of updates) {
      for (const [field, value] of Object.entries(storedOf(bodyOf(update, resource, 'changed')))) {
        expected[field] = value;
        const options = update === 'members.ensure' ? { send_email: false } : {};
        const changed = await write(update, resource, created, { ...options, [field]: value });
        expect(changed).toMatchObject(field === 'name' && 'name' in created ? { [field]: value } : expected);
        Object.assign(created, resource.params === undefined ? {} : { name: changed.name });
      }
    }
    const listed = await workspace.must('GET', resource.list, undefined, resource.caller ?? owner);
    const rows = Object.values(listed).find(Array.isArray) as Record<string, unknown>[];
    for (const field of resource.unlisted ?? []) delete expected[field];
    expect(rows).toContainEqual(expect.objectContaining(expected));
  });

  it('has every field of these bodies in an archive', () => {
    const { archive } = resource;
    const fields = archive === undefined ? [] : Object.keys(archiveLines[archive].shape);
    const sent = resource.writes.flatMap((id) => Object.keys(storedOf(bodyOf(id, resource, 'created'))));
    const missing = sent.filter((field) => !fields.some((each) => each === field || each.startsWith(`${field}_`)));
    expect(archive === undefined ? [] : missing).toEqual([]);
  });
});

it('a route that writes a body is tested above, or is a command', () => {
  const tested = new Set(Object.values(resources).flatMap(({ writes }) => writes));
  const others = Object.entries(routes as Readonly<Record<string, RouteDefinition>>).filter(
    ([id, { body, aliasOf, policy }]) =>
      body !== undefined && aliasOf === undefined && policy.effect === 'write' && !tested.has(id as OperationId),
  );
  expect(others.map(([id]) => id).filter((id) => !commands.some((each) => each.test(id)))).toEqual([]);
});
