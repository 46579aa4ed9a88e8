import type { z } from 'zod';
import { type JsonSchema, toInlineJsonSchema } from '../json-schema.js';
import { routes } from '../routes.js';
import type { ToolAnnotations, ToolDefinition } from './define.js';
import { eitherAnswer, surfaceArguments } from './workspaces.js';

/** The two ways in which agents use tools: over HTTP with a token, or through a separate process. */
export type Surface = keyof typeof surfaceArguments;

/** The visible part of any tool, also of one without an operation. */
export type ShownTool = Pick<ToolDefinition, 'name' | 'title' | 'description' | 'input' | 'output' | 'annotations'>;

/** A tool as the protocol lists it. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Complete JSON Schema without references. */
  readonly inputSchema: { readonly type: 'object' };
  /** The keys of the answer if they are few. Their schemas are in the API reference. */
  readonly outputSchema: { readonly type: 'object' };
  readonly annotations: ToolAnnotations;
}

const surfaceInputs = { relay: new Map<string, z.ZodObject>(), personal: new Map<string, z.ZodObject>() };

/** The arguments of a tool on a surface: its own, and those that the surface adds to tools that work in a workspace. */
export function surfaceInput(tool: ToolDefinition, surface: Surface): z.ZodObject {
  const inWorkspace = routes[tool.operation].policy.workspace === 'one';
  const known = surfaceInputs[surface].get(tool.name);
  const input = known ?? (inWorkspace ? tool.input.extend(surfaceArguments[surface][tool.effect]) : tool.input);
  surfaceInputs[surface].set(tool.name, input);
  return input;
}

/** A tool in the form that a surface shows. */
export function onSurface(tool: ToolDefinition, surface: Surface): ShownTool {
  const mayAsk = surface === 'personal' && tool.effect === 'write';
  return { ...tool, input: surfaceInput(tool, surface), output: mayAsk ? eitherAnswer : tool.output };
}

/** Converts a tool to the protocol's format. */
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

/** Limits of length are omitted, because agents pay for each character. Error messages name them. */
const limitKeys = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);

/** A schema without limits of length. A nullable value becomes a list of types instead of alternatives. */
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

/** Whether an alternative is a special string, which the description of the whole explains. */
function isSpecialText(schema: unknown): boolean {
  return isSchema(schema) && schema.type === 'string' && typeof schema.const === 'string';
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const outlinedKeys = 4;

/**
 * The keys of an answer, if they are few. Agents pay for each character of a list of tools, and see the answer itself
 * later.
 */
function outlineOf({ properties = {} }: JsonSchema): JsonSchema & { readonly type: 'object' } {
  const keys = Object.keys(properties);
  return keys.length === 0 || keys.length > outlinedKeys
    ? { type: 'object' }
    : { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, {}])) };
}
