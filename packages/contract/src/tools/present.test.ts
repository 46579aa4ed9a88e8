import { describe, expect, it } from 'vitest';
import { findTool, onSurface, type ToolDefinition, toolListing, tools } from '../index.js';

const tool = (name: string) => findTool(name) as ToolDefinition;
const properties = (name: string, surface: 'relay' | 'personal') => {
  const { inputSchema } = toolListing(onSurface(tool(name), surface));
  return Object.keys((inputSchema as { properties?: object }).properties ?? {});
};

describe('onSurface', () => {
  it('adds a workspace argument to every tool that works in a workspace', () => {
    expect(properties('get_record', 'relay')).toEqual(['collection', 'external_id', 'workspace']);
    expect(properties('delete_record', 'relay')).toEqual(['collection', 'external_id']);
    expect(properties('get_record', 'personal')).toEqual(['collection', 'external_id', 'workspace']);
    expect(properties('delete_record', 'personal')).toEqual(['collection', 'external_id', 'workspace', 'confirm']);
  });

  it.each(['relay', 'personal'] as const)('adds none to the list of workspaces (%s)', (surface) => {
    expect(properties('list_workspaces', surface)).toEqual([]);
  });

  it.each(tools)('keeps $name strict, whatever it adds', (definition) => {
    for (const surface of ['relay', 'personal'] as const) {
      const { inputSchema } = toolListing(onSurface(definition, surface));
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });
});

describe('toolListing', () => {
  it.each(tools)('of $name contains no pattern that a format already implies', (definition) => {
    const text = JSON.stringify(toolListing(onSurface(definition, 'relay')));
    expect(text).not.toMatch(/"format":"[^"]+","pattern"/);
  });

  it.each([
    // At four characters per token, 27 tools take less than 5,900 tokens of every conversation.
    ['relay', 23_500],
    ['personal', 23_500],
  ] as const)('of all tools stays within what an agent can spare (%s)', (surface, most) => {
    const listings = tools.map((definition) => toolListing(onSurface(definition, surface)));
    expect(JSON.stringify(listings).length).toBeLessThan(most);
  });

  it('says that writing a document can overwrite it', () => {
    const { inputSchema } = toolListing(onSurface(tool('write_document'), 'relay'));
    const base = { type: ['string', 'null'], description: expect.stringContaining('any: overwrite') };
    expect(inputSchema).toMatchObject({ properties: { base }, required: ['path', 'text', 'base'] });
  });

  it('requires every mandatory argument', () => {
    for (const definition of tools) {
      const { inputSchema } = toolListing(onSurface(definition, 'relay'));
      const shape = Object.entries(definition.input.shape);
      const needed = shape.filter(([, schema]) => !schema.safeParse(undefined).success).map(([name]) => name);
      expect([definition.name, (inputSchema as { required?: string[] }).required ?? []]).toEqual([
        definition.name,
        needed,
      ]);
    }
  });
});
