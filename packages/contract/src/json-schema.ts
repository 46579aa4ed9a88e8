import { z } from 'zod';

/** A JSON Schema of draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * How every contract schema is written as JSON Schema, for `z.toJSONSchema`. `input` is what a caller sends
 * (before defaults), `output` what is answered. Free-form parts describe themselves with `meta`.
 */
export function jsonSchemaOptions(io: 'input' | 'output') {
  return {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) => {
      // An answer may gain keys later; clients that validate against today's schema must not break then.
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      // Left out by the library where text is read as something else, as in a query string.
      const { def } = zodSchema._zod;
      if (def.type === 'default') {
        jsonSchema.default = def.defaultValue as JsonSchema['default'];
      }
    },
  } as const;
}

/** The JSON Schema of one contract schema, complete in itself; named parts are in its `$defs`. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, jsonSchemaOptions(io));
}

/** The same without `$ref`: agents' protocols want an object at the root, and models read it in one go. */
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
  // A format says what its long pattern says, and every agent pays for each character of its tools.
  const entries = Object.entries(rest).filter(([key]) => key !== 'pattern' || !('format' in rest));
  const own = Object.fromEntries(entries.map(([key, value]) => [key, inline(value, definitions)]));
  if ($ref === undefined) {
    return own;
  }
  return { ...(inline(definitions[$ref.replace('#/$defs/', '')], definitions) as object), ...own };
}
