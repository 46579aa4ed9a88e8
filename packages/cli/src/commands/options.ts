import type { JsonSchema } from '@tessera/contract';
import { InvalidArgumentError, Option } from 'commander';
import { RawJson } from '../session/json.js';
import type { Parameter } from './parameters.js';

/** Parses one use of an option. `previous` is the value of its earlier uses. */
export type Reader = (text: string, previous: unknown) => unknown;

/** How a parameter appears on the command line, if that differs from the contract. */
export interface OptionShape {
  /** For example `--group <id>`. Default: the key with dashes, and a placeholder for its type. */
  readonly flags?: string;
  /** Other spellings that help does not show, such as `--filters <json>`. */
  readonly aliases?: readonly string[];
  /** Default: the contract's description. */
  readonly help?: string;
  /** Default: depends on the type in the contract. */
  readonly read?: Reader;
  /** Whether the command sets the value itself, so it has no option. */
  readonly omit?: true;
}

/** The options of a parameter. Help shows the first one. */
export function optionsOf(parameter: Parameter, shape: OptionShape = {}): readonly Option[] {
  const help = shape.help ?? [helpOf(parameter.schema), howToRepeat(parameter, shape)].join('');
  const shown = new Option(shape.flags ?? flagsOf(parameter), parameter.required ? `${help} (required)` : help);
  const hidden = (shape.aliases ?? []).map((flags) => new Option(flags).hideHelp());
  for (const option of [shown, ...hidden]) {
    if (takesText(option)) option.argParser(shape.read ?? readerOf(parameter.schema));
  }
  return [shown, ...hidden];
}

function howToRepeat({ schema }: Parameter, { read }: OptionShape): string {
  if (schema.type !== 'array') return '';
  return read === commaSeparated ? '; separated by commas' : '; repeat for more';
}

function takesText(option: Option): boolean {
  return option.required || option.optional;
}

function flagsOf({ key, schema }: Parameter): string {
  const name = key.replaceAll('_', '-');
  if (schema.type !== 'boolean') return `--${name} <${placeholderOf(schema)}>`;
  if (schema.default === undefined) return `--${name} <true|false>`;
  return schema.default === true ? `--no-${name}` : `--${name}`;
}

function placeholderOf(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.join('|');
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return schema.type === 'object' ? 'json' : 'text';
}

/** The description in the contract, with the accepted values and the default. */
export function helpOf(schema: JsonSchema): string {
  const facts = [
    ...(typeof schema.minimum === 'number' && typeof schema.maximum === 'number'
      ? [`${schema.minimum}-${schema.maximum}`]
      : []),
    ...(schema.default === undefined || typeof schema.default === 'object' || typeof schema.default === 'boolean'
      ? []
      : [`default ${String(schema.default)}`]),
  ];
  const text = schema.description ?? '';
  return facts.length === 0 ? text : `${text} (${facts.join(', ')})`.trim();
}

function readerOf(schema: JsonSchema): Reader {
  if (Array.isArray(schema.enum)) return choice(schema.enum.map(String));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return wholeNumber;
    case 'boolean':
      return trueOrFalse;
    case 'array':
      return repeated;
    case 'object':
      return jsonObject;
    default:
      return (text) => text;
  }
}

/** Creates a reader that accepts one of these values. */
export function choice(values: readonly string[]): Reader {
  return (text) => {
    if (!values.includes(text)) throw new InvalidArgumentError(`Allowed: ${values.join(', ')}.`);
    return text;
  };
}

/** Reads a whole number. */
export const wholeNumber: Reader = (text) => {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

/** Reads `true` or `false`. */
export const trueOrFalse: Reader = (text) => {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
};

/** Reads one value per use of the option, or a JSON array with all of them. */
export const repeated: Reader = (text, previous) => [...listOf(previous), ...(jsonTexts(text) ?? [text])];

/** Reads values separated by commas, in one or several uses of the option, or a JSON array. */
export const commaSeparated: Reader = (text, previous) => {
  const values = jsonTexts(text) ?? text.split(',').map((value) => value.trim());
  return [...listOf(previous), ...values.filter((value) => value !== '')];
};

function listOf(previous: unknown): readonly unknown[] {
  return Array.isArray(previous) ? previous : [];
}

function jsonTexts(text: string): readonly string[] | undefined {
  if (!text.startsWith('["') && text !== '[]') return undefined;
  try {
    return (JSON.parse(text) as unknown[]).map(String);
  } catch {
    return undefined;
  }
}

/** Reads a JSON object, or `null` for none. */
export const jsonObjectOrNull: Reader = (text, previous) =>
  text.trim() === 'null' ? null : jsonObject(text, previous);

/** Reads a JSON object. It is sent as written. */
export const jsonObject: Reader = (text) => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError('It must be a JSON object such as {"category": "Chairs"}.');
  }
  return new RawJson(text);
};
