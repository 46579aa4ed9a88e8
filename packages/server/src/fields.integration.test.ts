import { type RouteDefinition, routes } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callersWorkspace } from './collections/testing/callers.js';
import { startSuiteService } from './testing/service.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const owner = await workspace.person({ role: 'admin' });

/** A resource with the routes that create and change it. */
interface Resource {
  readonly create: keyof typeof routes;
  readonly update: keyof typeof routes;
  /** Values for fields that would refuse a generated value. */
  readonly values?: (word: Word) => Readonly<Record<string, unknown>>;
}

type Word = 'created' | 'changed';
type Schema = z.core.JSONSchema.BaseSchema;

const resources: Readonly<Record<string, Resource>> = {
  groups: {
    create: 'settings.create_group',
    update: 'settings.update_group',
    values: (word) => ({ paths: [`${word}/**`] }),
  },
  webhooks: { create: 'webhooks.create', update: 'webhooks.update' },
};

/** A body with a value for every field of a route, generated from its schema. */
function bodyOf(id: keyof typeof routes, { values }: Resource, word: Word): Record<string, unknown> {
  const { body }: RouteDefinition = routes[id];
  const schema = z.toJSONSchema(body ?? z.never(), { io: 'input', unrepresentable: 'any' });
  const value = new Values(schema.$defs ?? {}, word).of(schema);
  return { ...(value as object), ...values?.(word) };
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

describe.each(Object.entries(resources))('%s', (_name, resource) => {
  it('stores and returns every field of the bodies that create and change it', async () => {
    const path = routes[resource.create].path;
    const created = bodyOf(resource.create, resource, 'created');
    const made = await workspace.must('POST', path, created, owner);
    expect(made).toMatchObject(created);
    const expected = { ...created };
    for (const [field, value] of Object.entries(bodyOf(resource.update, resource, 'changed'))) {
      expected[field] = value;
      const { method } = routes[resource.update];
      expect(await workspace.must(method, `${path}/${made.id}`, { [field]: value }, owner)).toMatchObject(expected);
    }
    const listed = await workspace.must('GET', path, undefined, owner);
    expect(Object.values(listed)).toContainEqual([expect.objectContaining(expected)]);
  });
});
