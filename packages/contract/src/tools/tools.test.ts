import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  findTool,
  onSurface,
  type RouteDefinition,
  routes,
  setActiveWorkspaceTool,
  surfaceArguments,
  toInlineJsonSchema,
  toolListing,
  tools,
} from '../index.js';
import { sampleArguments } from './testing/sample-arguments.js';

const call = (name: string, args: Record<string, unknown>) => {
  const tool = findTool(name);
  return tool?.toInput(tool.input.parse(args));
};

describe('tools', () => {
  it('are the tools of the specification', () => {
    expect([...tools.map((tool) => tool.name), setActiveWorkspaceTool.name].sort()).toEqual(
      [...Object.keys(sampleArguments), 'set_active_workspace'].sort(),
    );
  });

  it.each(tools)('have the name and effect of their route ($name)', (tool) => {
    const route: RouteDefinition = routes[tool.operation];
    expect(route.operation).toBe(tool.name);
    expect(tool.effect).toBe(route.policy.effect);
    expect(tool.annotations.readOnlyHint).toBe(tool.effect === 'read');
    expect(tool.annotations.destructiveHint && tool.annotations.readOnlyHint).toBe(false);
  });

  it.each(tools)('map all arguments to the input of their route ($name)', (tool) => {
    const route: RouteDefinition = routes[tool.operation];
    const args = sampleArguments[tool.name] ?? {};
    const input = tool.toInput(tool.input.parse(args));
    const nothing = z.strictObject({});
    expect((route.params ?? nothing).safeParse(input.params).error).toBeUndefined();
    expect((route.query ?? nothing).safeParse(input.query).error).toBeUndefined();
    expect((route.body ?? nothing).safeParse(input.body).error).toBeUndefined();
    const sent = [
      ...Object.values(input.params),
      ...Object.values(input.query),
      ...Object.values(input.body as object),
    ];
    expect(sent.map(String).sort()).toEqual(Object.values(args).map(String).sort());
  });

  it.each(tools)('keep arguments that a surface adds out of the call ($name)', (tool) => {
    const args = tool.input.parse(sampleArguments[tool.name]);
    expect(tool.toInput({ ...args, workspace: 'a', confirm: true })).toEqual(tool.toInput(args));
  });

  it.each(tools)('have schemas with an object at the root and without references ($name)', (tool) => {
    for (const schema of [toInlineJsonSchema(tool.input, 'input'), toInlineJsonSchema(tool.output, 'output')]) {
      expect(schema.type).toBe('object');
      expect(JSON.stringify(schema)).not.toContain('$ref');
    }
  });

  it.each(tools)('have no argument with a name that a surface adds ($name)', (tool) => {
    for (const surface of Object.values(surfaceArguments)) {
      const added = Object.keys(surface[tool.effect]);
      expect(Object.keys(tool.input.shape).filter((key) => added.includes(key))).toEqual([]);
    }
  });

  it('preview a reindex by default', () => {
    expect(call('reindex_collection', { name: 'a' })?.query).toEqual({ dry_run: 'true' });
    expect(call('reindex_collection', { name: 'a', dry_run: false })?.query).toEqual({ dry_run: 'false' });
  });

  it('describe what an upsert removes, in the same way as its route', () => {
    const route: RouteDefinition = routes['collections.upsert_records'];
    for (const { description } of [findTool('upsert_records'), route].filter((one) => one !== undefined)) {
      expect(description).toMatch(/fields that (you|the caller) can see and (do|does) not send are removed/);
    }
  });

  it('pass records on unchanged', () => {
    const record = JSON.parse('{"__proto__": 1}') as unknown;
    const body = call('upsert_records', { collection: 'a', records: [record] })?.body as { records: unknown[] };
    expect(body.records[0]).toBe(record);
  });

  it('accept an id as text or number, except for a number that has lost digits', () => {
    expect(call('get_record', { collection: 'a', external_id: 12 })?.params.id).toBe('12');
    expect(call('get_record', { collection: 'a', external_id: '12.0' })?.params.id).toBe('12.0');
    expect(findTool('get_record')?.input.safeParse({ collection: 'a', external_id: 2 ** 60 }).success).toBe(false);
    expect(findTool('get_record')?.input.safeParse({ collection: 'a' }).success).toBe(false);
  });

  it('accept an exact number as id, but no object that only looks like one', () => {
    class Exact {
      constructor(readonly source: string) {}
    }
    for (const name of ['get_record', 'delete_record']) {
      const idOf = (external_id: unknown) => call(name, { collection: 'a', external_id })?.params.id;
      expect(idOf(new Exact('12345678901234567893'))).toBe('12345678901234567893');
      expect(idOf(new Exact('-12345678901234567893.0'))).toBe('-12345678901234567893.0');
      for (const other of [
        { source: '12345678901234567893' },
        ['1'],
        new Exact('0.12345678901234567893'),
        null,
        true,
      ]) {
        expect(findTool(name)?.input.safeParse({ collection: 'a', external_id: other }).success).toBe(false);
      }
    }
  });

  it('have a workspace argument on the relay only if they read', () => {
    expect(Object.keys(surfaceArguments.relay.read)).toEqual(['workspace']);
    expect(Object.keys(surfaceArguments.relay.write)).toEqual([]);
  });

  it("of the personal agent that write return the route's answer or a request for confirmation", () => {
    for (const tool of tools.filter(({ effect }) => effect === 'write')) {
      const { outputSchema } = toolListing(onSurface(tool, 'personal'));
      expect(outputSchema).toEqual({ type: 'object' });
    }
  });
});
