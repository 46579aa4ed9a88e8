import { z } from 'zod';

/** A JSON Schema of draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * Options of `z.toJSONSchema` for every schema of the contract. `input` is what a caller sends, before defaults;
 * `output` is the answer. Free-form parts describe themselves with `meta`.
 */
export function jsonSchemaOptions(io: 'input' | 'output') {
  return {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) => {
      // Future versions may add keys to answers, and must not break clients that validate against this schema.
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      // The library omits the default of a value that is parsed from text, as in a query string.
      const { def } = zodSchema._zod;
      // Linters of OpenAPI refuse `false` here. `maxItems` says the same.
      if (def.type === 'tuple' && jsonSchema.maxItems !== undefined) {
        jsonSchema.items = {};
      }
      if (def.type === 'default') {
        jsonSchema.default = def.defaultValue as JsonSchema['default'];
      }
    },
  } as const;
}

/** The complete JSON Schema of one schema, with named parts in `$defs`. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, jsonSchemaOptions(io));
}

/**
 * The schema without `$ref`. The protocols of agents require an object at the root, and a model should not have to look
 * parts up.
 */
export function toInlineJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $defs = {}, $schema: _dialect, ...root } = toJsonSchema(schema, io);
  return inline(root, $defs) as JsonSchema;
}

function inline(node: unknown, definitions: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(node)) {
    return node.map((item) => inline(item, definitions));
  }
  if (typeof node !== 'object' || node === null) {
    return node;
  }
  const { $ref, ...rest } = node as { $ref?: string };
  // The long pattern of a format is omitted, because agents pay for each character of a tool.
  const entries = Object.entries(rest).filter(([key]) => key !== 'pattern' || !('format' in rest));
  const own = Object.fromEntries(entries.map(([key, value]) => [key, inline(value, definitions)]));
  if ($ref === undefined) {
    return own;
  }
  return { ...(inline(definitions[$ref.replace('#/$defs/', '')], definitions) as object), ...own };
}
