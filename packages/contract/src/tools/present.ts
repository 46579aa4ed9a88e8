import type { z } from 'zod';
import { type JsonSchema, toInlineJsonSchema } from '../json-schema.js';
import { routes } from '../routes.js';
import type { ToolAnnotations, ToolDefinition } from './define.js';
import { eitherAnswer, surfaceArguments } from './workspaces.js';

/** Where agents meet the tools: over HTTP with a token, or in a process of their own. */
export type Surface = keyof typeof surfaceArguments;

/** What any tool shows of itself, also one without an operation. */
export type ShownTool = Pick<ToolDefinition, 'name' | 'title' | 'description' | 'input' | 'output' | 'annotations'>;

/** A tool as the protocol lists it. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema, whole and without references. */
  readonly inputSchema: { readonly type: 'object' };
  /** The keys of the answer, if they are few. The API reference has their schemas. */
  readonly outputSchema: { readonly type: 'object' };
  readonly annotations: ToolAnnotations;
}

/** The arguments that a tool takes on a surface: its own and, inside one workspace, those that the surface adds. */
export function surfaceInput(tool: ToolDefinition, surface: Surface): z.ZodObject {
  const inWorkspace = routes[tool.operation].policy.workspace === 'one';
  return inWorkspace ? tool.input.extend(surfaceArguments[surface][tool.effect]) : tool.input;
}

/** A tool as a surface shows it. */
export function onSurface(tool: ToolDefinition, surface: Surface): ShownTool {
  const mayAsk = surface === 'personal' && tool.effect === 'write';
  return { ...tool, input: surfaceInput(tool, surface), output: mayAsk ? eitherAnswer : tool.output };
}

/** Writes a tool as the protocol lists it. */
export function toolListing({ name, title, description, input, output, annotations }: ShownTool): ToolListing {
  return {
    name,
    title,
    description,
    inputSchema: { ...shortened(toInlineJsonSchema(input, 'input')), type: 'object' },
    outputSchema: outlineOf(toInlineJsonSchema(output, 'output')),
    annotations,
  };
}

/** Limits of length, which a refusal names: agents pay for each character of a list of tools. */
const limitKeys = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);

/** A schema without limits of length. A value or null is one type or another, with no alternatives to spell out. */
function shortened(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [one, other, ...more] = (anyOf ?? []).filter((each) => !isSpecialText(each));
  if (isSchema(one) && isSchema(other) && more.length === 0 && other.type === 'null' && typeof one.type === 'string') {
    const { enum: values, ...only } = one;
    const isWider = anyOf?.length !== 2;
    if (isWider) {
      delete only.pattern;
    }
    return shortened({
      ...rest,
      ...only,
      type: rest.type ?? [one.type, 'null'],
      ...(values && { enum: [...values, null] }),
    });
  }
  const entries = Object.entries(schema).filter(
    ([key, value]) => !limitKeys.has(key) && !(key === 'additionalProperties' && value === true),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, shortenedValue(key, value)]));
}

function shortenedValue(key: string, value: unknown): unknown {
  if (key === 'properties' && isSchema(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, isSchema(inner) ? shortened(inner) : inner]),
    );
  }
  if (Array.isArray(value)) {
    return value.map((inner) => (isSchema(inner) ? shortened(inner) : inner));
  }
  return isSchema(value) ? shortened(value) : value;
}

/** One text beside others, which the description of the whole names. */
function isSpecialText(schema: unknown): boolean {
  return isSchema(schema) && schema.type === 'string' && typeof schema.const === 'string';
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const outlinedKeys = 4;

/** An answer's keys, if they are few: agents pay for each character of a list of tools, and read the answer itself. */
function outlineOf({ properties = {} }: JsonSchema): JsonSchema & { readonly type: 'object' } {
  const keys = Object.keys(properties);
  return keys.length === 0 || keys.length > outlinedKeys
    ? { type: 'object' }
    : { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, {}])) };
}
