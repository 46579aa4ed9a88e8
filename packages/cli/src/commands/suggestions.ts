import type { RouteAnswer, Routes } from '@tessera/contract';
import { CommandFailure } from '../failure.js';
import { Output } from '../output/output.js';
import { askBefore } from './confirm.js';
import type { Invocation } from './operation-command.js';

/** The answer of `svc collections fields`. */
type Inspection = RouteAnswer<Routes['collections.fields']>;

/** Whether a JSON object is an inspection of fields, and not a configuration. */
export function isInspection(value: object): value is Inspection {
  return 'sampled_records' in value && 'fields' in value && 'configured' in value;
}

/**
 * The configuration that an inspection suggests: identifiers, semantic fields, and types of fields for filters. Keeps
 * the existing configuration.
 */
export function suggestedConfiguration({ fields, configured }: Inspection): object {
  const declared = new Set([...configured.id_match_fields, ...(configured.embed_fields ?? [])]);
  const named = (role: string): string[] =>
    fields.filter(({ name, suggested_role }) => suggested_role === role && !declared.has(name)).map(({ name }) => name);
  const types = fields.flatMap(({ name, suggested_role: role, suggested_type: type }): [string, string][] =>
    role === 'filterable' && type !== null ? [[name, type]] : [],
  );
  const identifiers = named('identifier');
  const semantic = configured.embed_fields === null ? named('semantic') : [];
  const undeclared = types.filter(([name]) => !Object.hasOwn(configured.field_types, name));
  return {
    ...(identifiers.length > 0 && { id_match_fields: [...configured.id_match_fields, ...identifiers] }),
    ...(semantic.length > 0 && { embed_fields: semantic }),
    ...(undeclared.length > 0 && { field_types: { ...configured.field_types, ...Object.fromEntries(undeclared) } }),
  };
}

/** Shows what the service suggests for the records of a collection, and asks the person to agree. */
export async function agreedSuggestions({ input, options, host, session }: Invocation): Promise<object> {
  const { params } = input;
  const { value } = await session.call('collections.fields', { params });
  const suggested = suggestedConfiguration(value as Inspection);
  if (Object.keys(suggested).length === 0) {
    throw new CommandFailure('The records suggest nothing that is not yet declared.');
  }
  new Output(host).say(`To declare:\n${JSON.stringify(suggested, undefined, 2)}`);
  await askBefore(`Declare this for ${String(params?.name)}?`, host, options.yes === true);
  return suggested;
}
