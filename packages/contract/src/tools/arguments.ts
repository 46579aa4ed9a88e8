import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { type JsonSchema, toInlineJsonSchema } from '../json-schema.js';
import { type ValidationFailure, validateSent, validationFailureOf } from '../validation-failure.js';

type Arguments = Readonly<Record<string, unknown>>;

/** Parses the text of an argument as JSON. Throws for invalid JSON. */
export type ParseText = (text: string) => unknown;

/**
 * Reads the arguments of a tool call as leniently as clients send them. Unknown arguments are ignored, null for an
 * optional argument counts as absent, and text is parsed if an array, object, number or boolean is expected. Problems
 * are returned as the parts of an error envelope.
 */
export function readArguments(
  input: z.ZodObject,
  args: unknown,
  parse: ParseText,
): { readonly args: Record<string, unknown> } | { readonly failure: ValidationFailure } {
  const sent = args ?? {};
  const isObject = typeof sent === 'object' && !Array.isArray(sent);
  const failure = isObject ? misspelt(input, sent as Arguments) : undefined;
  if (failure !== undefined) {
    return { failure };
  }
  const meant = isObject ? meantArguments(input, sent as Arguments, parse) : sent;
  const result = validateSent(input, meant);
  return result.success
    ? { args: result.data }
    : { failure: validationFailureOf(result.error.issues, 'The arguments are invalid') };
}

const typingErrors = 2;
/**
 * How many arguments are compared with the tool's names. Comparing 600,000 of them would block the event loop for 120
 * ms.
 */
const comparedMax = 1_000;

/** Whether a name is probably a misspelling of another. Letters in the other case count as equal. */
export function resembles(name: string, other: string): boolean {
  return (
    Math.abs(name.length - other.length) <= typingErrors &&
    distance(name.toLowerCase(), other.toLowerCase()) <= typingErrors
  );
}

/** Refuses a misspelled argument, because ignoring it would change what the call does. */
function misspelt(input: z.ZodObject, args: Arguments): ValidationFailure | undefined {
  const known = Object.keys(input.shape);
  for (const path of Object.keys(args).slice(0, comparedMax)) {
    const [nearest] = known
      .filter((name) => resembles(path, name))
      .sort((one, other) => distance(path, one) - distance(path, other));
    if (!Object.hasOwn(input.shape, path) && nearest !== undefined) {
      const message = `is not an argument of this tool, but ${nearest} is`;
      return {
        code: 'invalid_request',
        message: `The arguments are invalid: ${path} ${message}.`,
        details: [{ path, message }],
      };
    }
  }
  return undefined;
}

/** The arguments that the tool knows, converted to their types. */
function meantArguments(input: z.ZodObject, args: Arguments, parse: ParseText): Arguments {
  const meant: [string, unknown][] = [];
  for (const [name, schema] of Object.entries(input.shape) as [string, z.ZodType][]) {
    if (Object.hasOwn(args, name) && !isAbsent(schema, args[name])) {
      meant.push([name, parsedText(schema, args[name], parse)]);
    }
  }
  return Object.fromEntries(meant);
}

/** Whether null means absence: the argument is optional and does not accept null. */
function isAbsent(schema: z.ZodType, value: unknown): boolean {
  return value === null && !schema.safeParse(null).success && schema.safeParse(undefined).success;
}

/** The JSON value of a string, if the argument accepts the type of that value but no text. */
function parsedText(schema: z.ZodType, value: unknown, parse: ParseText): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  const types = typesOf(schema);
  if (types.length === 0 || types.includes('string')) {
    return value;
  }
  try {
    const parsed = parse(value);
    return types.some((type) => isOfType(parsed, type)) ? parsed : value;
  } catch {
    return value;
  }
}

const knownTypes = new WeakMap<z.ZodType, readonly string[]>();

/** The JSON types that an argument accepts; empty if it accepts anything. */
function typesOf(schema: z.ZodType): readonly string[] {
  const known = knownTypes.get(schema) ?? namedTypes(toInlineJsonSchema(schema, 'input'));
  knownTypes.set(schema, known);
  return known;
}

function namedTypes({ type, anyOf = [] }: JsonSchema): readonly string[] {
  const alternatives = anyOf.map((one) => (typeof one === 'boolean' ? [] : namedTypes(one)));
  // An alternative without a type accepts anything, and so do all alternatives together.
  return type !== undefined
    ? [type].flat()
    : alternatives.some(({ length }) => length === 0)
      ? []
      : alternatives.flat();
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      // The prototype excludes an exact number, which is an object of its own class.
      return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    case 'null':
      return value === null;
    case 'integer':
      return typeof value === 'number';
    default:
      return typeof value === type;
  }
}
