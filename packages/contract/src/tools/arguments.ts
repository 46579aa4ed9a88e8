import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { type JsonSchema, toInlineJsonSchema } from '../json-schema.js';
import { type ValidationFailure, validateSent, validationFailureOf } from '../validation-failure.js';

type Arguments = Readonly<Record<string, unknown>>;

/** Parses the text of an argument as JSON. Throws for invalid JSON. */
export type ParseText = (text: string) => unknown;

/**
 * Validates the arguments of a tool call as `meantArguments` reads them. Unknown arguments are ignored, and misspelled
 * ones refused. Problems are returned as the parts of an error envelope.
 */
export function readArguments(
  input: z.ZodObject,
  sent: unknown,
  parse: ParseText,
): { readonly args: Record<string, unknown> } | { readonly failure: ValidationFailure } {
  const meant = meantArguments(input, sent, parse);
  const failure = isPlainObject(meant) ? misspelt(input, meant) : undefined;
  if (failure !== undefined) {
    return { failure };
  }
  const known = isPlainObject(meant)
    ? Object.fromEntries(
        Object.keys(input.shape).flatMap((name) => (Object.hasOwn(meant, name) ? [[name, meant[name]]] : [])),
      )
    : meant;
  const result = validateSent(input, known);
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

const inputSchemas = new WeakMap<z.ZodObject, JsonSchema>();

/**
 * Reads the arguments of a tool call as leniently as clients send them, at any depth and by the schema of the tool
 * alone. Null and empty text for an optional argument count as absent, unless they have a meaning of their own. Text is
 * parsed if no text is accepted, a number becomes text if only text is accepted, and a single value becomes a list of
 * one. Other values are returned unchanged, to be refused.
 */
export function meantArguments(input: z.ZodObject, sent: unknown, parse: ParseText): unknown {
  const schema = inputSchemas.get(input) ?? toInlineJsonSchema(input, 'input');
  inputSchemas.set(input, schema);
  return meantValue(schema, sent ?? {}, parse);
}

/** The arguments of a call as an object. Null, empty text and an empty array are an empty one; text is parsed. */
export function argumentsObject(sent: unknown, parse: ParseText): unknown {
  return meantValue({ type: 'object' }, sent ?? {}, parse);
}

function meantValue(schema: JsonSchema, sent: unknown, parse: ParseText): unknown {
  const forms = formsOf(schema);
  const list = formOf(forms, 'array');
  const object = formOf(forms, 'object');
  const text = formOf(forms, 'string');
  if (forms.length === 0) {
    return sent;
  }
  const value = typeof sent === 'string' && text === undefined ? parsedText(sent, parse) : sent;
  if (list !== undefined) {
    return meantList(list, { sent, value }, parse);
  }
  if (object !== undefined) {
    // PHP writes an empty object as an empty array.
    const isNothing = value === '' || (Array.isArray(value) && value.length === 0);
    return isNothing ? {} : isPlainObject(value) ? meantObject(object, value, parse) : value;
  }
  // A text of a format, such as a UUID, is never a number.
  const takesDigits = text !== undefined && !('format' in text) && formOf(forms, 'number') === undefined;
  return takesDigits ? numberText(value) : value;
}

function meantObject({ properties, required = [] }: JsonSchema, sent: Arguments, parse: ParseText): Arguments {
  if (properties === undefined) {
    return sent;
  }
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (typeof schema !== 'object') {
        return [[name, value]];
      }
      const meant = meantValue(schema, value, parse);
      const isAbsent = !required.includes(name) && (meansNothing(schema, value) || meansNothing(schema, meant));
      return isAbsent ? [] : [[name, meant]];
    }),
  );
}

/** A list as sent, or a list of the one value that was sent. */
function meantList(
  { items }: JsonSchema,
  { sent, value }: { readonly sent: unknown; readonly value: unknown },
  parse: ParseText,
): unknown {
  const schema = typeof items === 'object' && !Array.isArray(items) ? items : {};
  const forms = formsOf(schema);
  const ofLists = forms.length > 0 && forms.every(({ type }) => type === 'array');
  if (Array.isArray(value) && !(ofLists && value.length > 0 && !value.some(Array.isArray))) {
    return value.map((item) => meantValue(schema, item, parse));
  }
  if (value === null || value === '') {
    return value;
  }
  const one = meantValue(
    schema,
    typeof sent === 'string' && formOf(forms, 'string') !== undefined ? sent : value,
    parse,
  );
  return forms.length === 0 || forms.some(({ type }) => type !== undefined && isOfType(one, type)) ? [one] : value;
}

/** Whether a value is null or empty text, and the schema gives it no meaning of its own. */
function meansNothing(schema: JsonSchema, value: unknown): boolean {
  const forms = formsOf(schema);
  const text = formOf(forms, 'string');
  const isNullable = forms.length === 0 || formOf(forms, 'null') !== undefined;
  const restricts = ['minLength', 'pattern', 'format', 'enum', 'const'].some(
    (key) => text !== undefined && key in text,
  );
  return value === null ? !isNullable : value === '' && !(isNullable && text !== undefined && !restricts);
}

/** The JSON value of a text; the text itself if it is not JSON. */
function parsedText(text: string, parse: ParseText): unknown {
  try {
    return parse(text);
  } catch {
    return text;
  }
}

/** A whole number, or one that a double represents, as text. Other values are unchanged. */
export function numberText(value: unknown): unknown {
  if (typeof value === 'number') {
    return !Number.isInteger(value) || Number.isSafeInteger(value) ? String(value) : value;
  }
  // A number kept exactly is an object of its own class. A plain object that only looks like one is not a number.
  const isKept = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Object.prototype;
  const source = isKept && 'source' in value ? value.source : undefined;
  return typeof source === 'string' && /^-?\d+(?:\.0+)?$/.test(source) ? source : value;
}

/** The alternatives of a schema, each with one type; empty if it accepts anything. */
function formsOf({ anyOf, ...schema }: JsonSchema): readonly (JsonSchema & { readonly type?: string })[] {
  if (schema.type !== undefined) {
    return [schema.type].flat().map((type) => ({ ...schema, type }) as JsonSchema & { type: string });
  }
  const alternatives = (anyOf ?? []).map((one) => (typeof one === 'boolean' ? [] : formsOf(one)));
  // An alternative without a type accepts anything, and so do all alternatives together.
  return alternatives.some(({ length }) => length === 0) ? [] : alternatives.flat();
}

function formOf(forms: ReturnType<typeof formsOf>, type: string): JsonSchema | undefined {
  return forms.find((form) => form.type === type || (type === 'number' && form.type === 'integer'));
}

function isPlainObject(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isOfType(value: unknown, type: string): boolean {
  return type === 'array' ? Array.isArray(value) : type === 'object' ? isPlainObject(value) : typeof value === type;
}
