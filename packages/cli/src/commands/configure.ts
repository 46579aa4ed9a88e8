import { joinedField } from '@tessera/client';
import { mappingPresets } from '@tessera/contract';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { usageFailure } from '../failure.js';
import { readAll } from '../import/input.js';
import { RawJson } from '../session/json.js';
import type { CallInput, Session } from '../session/session.js';
import type { Invocation } from './operation-command.js';
import { commaSeparated, jsonObject, type OptionShape, type Reader, repeated } from './options.js';
import { parametersOf } from './parameters.js';
import { agreedSuggestions, isInspection, suggestedConfiguration } from './suggestions.js';

const fields = { read: commaSeparated } as const;

/** `--dry-run` of a change whose effect can be forecast. */
export const dryRunOption: OptionShape = { flags: '--dry-run' };

/** Options of a configuration that accept lists, or whose help differs from the contract. */
export const configurationOptions: Readonly<Record<string, OptionShape>> = {
  description: { help: 'What the collection contains' },
  embed_fields: { ...fields, flags: '--embed-fields <names>' },
  id_match_fields: { ...fields, flags: '--id-match-fields <names>' },
  exposed_fields: {
    ...fields,
    flags: '--exposed-fields <names>',
    help: 'Attributes that are returned, separated by commas; --reset exposed_fields returns all',
  },
  required_fields: { ...fields, flags: '--required-fields <names>' },
  field_types: {
    flags: '--field-types <field=type>',
    help: 'Declared types (string, number, date, enum) for typed comparison in filters; name=type, or JSON',
    read: (text, previous) => readFieldTypes(text, previous),
  },
  synonyms: {
    flags: '--synonyms <phrases>',
    help: 'Phrases that find the same records, separated by commas; repeat for more lists; replaces all lists',
    read: (text, previous) => [...(Array.isArray(previous) ? previous : []), commaSeparated(text, undefined)],
  },
  dry_run: dryRunOption,
  import_columns: {
    flags: '--import-columns <column=field>',
    help: 'Field that each column of an imported file becomes; column=field, or JSON',
    read: (text, previous) => readFieldTypes(text, previous),
  },
  mapping: {
    flags: '--mapping <system|json>',
    help:
      `How bodies at the ingest URL become records: ${Object.keys(mappingPresets).join(', ')}, or JSON; --reset ` +
      'mapping stores records as they are sent',
    read: (text, previous) => readMapping(text, previous),
  },
};

const readMapping: Reader = (text, previous) => {
  if (text.trimStart().startsWith('{')) return jsonObject(text, previous) && JSON.parse(text);
  const preset = new Map(Object.entries(mappingPresets)).get(text);
  if (preset === undefined) {
    throw new InvalidArgumentError(`Allowed: ${Object.keys(mappingPresets).join(', ')}, or a JSON object.`);
  }
  return preset.mapping;
};

const readFieldTypes: Reader = (text, previous) => {
  if (text.trimStart().startsWith('{')) return jsonObject(text, previous);
  const pairs = text.split(',').map((pair): [string, string] => {
    const at = pair.lastIndexOf('=');
    if (at < 1) throw new InvalidArgumentError('Write field=type, such as list_price=number.');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  const earlier = typeof previous === 'object' && !(previous instanceof RawJson) ? Object.entries(previous ?? {}) : [];
  return Object.fromEntries([...earlier, ...pairs]);
};

/** `--id-field` of commands that write records. */
export const idFieldOption = {
  flags: '--id-field <names>',
  help:
    'Field with the id of a record in the source system; default: id. For several, separated by commas, import ' +
    'adds a field that joins them with :',
  read: commaSeparated,
} as const;

/** `--id-field` of a new collection. */
export const joinedIdField: OptionShape = {
  ...idFieldOption,
  read: (text) => joinedField(text.split(',').map((name) => name.trim())),
};

/** Sets the field that contains the record ids. The values of several fields are joined to one id. */
export async function declareIdField(session: Session, collection: string, fields: readonly string[]): Promise<void> {
  const body = { id_field: joinedField(fields) };
  await session.call('collections.update', { params: { name: collection }, body });
}

/** Adds options that read a configuration and its secret from files. */
export function extendWithFiles(command: Command): void {
  command
    .option(
      '--file <path>',
      'A JSON object with any of these keys, or what `fields --json` prints; - for standard input; options ' +
        'override it',
    )
    .option('--secret-file <path>', 'File with the secret that signs deliveries; - for standard input');
}

/** Adds options that read a configuration from a file, or reset keys to their defaults. */
export function extendConfigure(command: Command): void {
  extendWithFiles(command);
  command
    .option('--suggested', 'Show what the records suggest, then declare it')
    .option('--reset <key>', 'Reset a key to its default; repeat for more', resetKey);
}

const resetKey: Reader = (text, previous) => {
  const key = text.replaceAll('-', '_');
  const known = parametersOf('collections.update').flatMap((parameter) =>
    parameter.part === 'body' ? parameter.key : [],
  );
  if (!known.includes(key)) throw new InvalidArgumentError(`Allowed: ${known.join(', ')}.`);
  return repeated(key, previous);
};

/** Merges a configuration in this order: suggestions from the records, the file, options, resets. */
export async function withConfiguration(invocation: Invocation): Promise<CallInput> {
  const { options } = invocation;
  const suggested = options.suggested === true ? await agreedSuggestions(invocation) : {};
  const input = await withFiles(invocation);
  const resets = Array.isArray(options.reset) ? options.reset.map((key): [string, null] => [String(key), null]) : [];
  const body = Object.fromEntries([...Object.entries(suggested), ...Object.entries(input.body as object), ...resets]);
  if (Object.keys(body).length === 0) {
    throw usageFailure('Nothing to change. For the options, see `svc collections configure --help`.');
  }
  return { ...input, body };
}

/** Merges the configuration of a file and that of options, and adds the secret. */
export async function withFiles(invocation: Invocation): Promise<CallInput> {
  const { input, options, host } = invocation;
  const fromFile = typeof options.file === 'string' ? parseObject(await readAll(options.file, host), options.file) : {};
  const base = isInspection(fromFile) ? suggestedConfiguration(fromFile) : fromFile;
  return { ...input, body: await withSecret({ ...base, ...(input.body as object) }, invocation) };
}

/** Adds the secret of the mapping's signature from a file. A secret must not be part of a command line. */
async function withSecret(body: object, { options, host }: Invocation): Promise<object> {
  if (typeof options.secretFile !== 'string') return body;
  const { mapping, ...others } = body as { readonly mapping?: unknown };
  const signature = isObject(mapping) ? mapping.signature : undefined;
  if (!isObject(mapping) || !isObject(signature)) {
    throw usageFailure('--secret-file requires a --mapping with a signature.');
  }
  const secret = (await readAll(options.secretFile, host)).trim();
  return { ...others, mapping: { ...mapping, signature: { ...signature, secret } } };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function parseObject(text: string, name: string): object {
  const value = parse(text, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw usageFailure(`${name} does not contain a JSON object.`);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageFailure(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
