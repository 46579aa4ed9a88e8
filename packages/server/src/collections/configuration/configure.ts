import type { MappingBody } from '@tessera/contract';
import { type JsonObject, type JsonValue, stringifyJson } from '@tessera/json';
import { isPhoneCountry } from '@tessera/resolver';
import type { InputOf } from '../../dispatch/operation.js';
import { errors, ServiceError } from '../../platform/errors.js';
import type { CollectionRow } from '../access/collections.js';
import { type CollectionConfig, readConfig } from '../model/config.js';
import { identifierFields } from '../model/identity.js';
import { mappingFaults } from '../model/mapping.js';
import { isStandardSecret } from '../writing/signature.js';

type ConfigurationBody = InputOf<'collections.update'>['body'];

/** A collection's configuration before and after a change. */
export interface ConfigurationChange {
  readonly description: string | null;
  /** What is stored: only keys that are set. */
  readonly stored: JsonObject;
  readonly before: CollectionConfig;
  readonly after: CollectionConfig;
  /** What the source signs its deliveries with; null: nothing, undefined: the stored one stays. */
  readonly signatureSecret: string | null | undefined;
  /** Phrases that find the same records; undefined: the stored ones stay. */
  readonly synonyms: readonly (readonly string[])[] | undefined;
}

/** A change of configuration as the audit trail keeps it: without a secret, and of synonyms their number. */
export function auditedChange({ synonyms, ...body }: ConfigurationBody) {
  return { ...withoutSecret(body), ...(synonyms !== undefined && { synonyms: synonyms?.length ?? 0 }) };
}

function withoutSecret(body: ConfigurationBody): ConfigurationBody {
  const { signature, ...mapping } = body.mapping ?? {};
  if (signature === undefined) {
    return body;
  }
  const { secret: _secret, ...shown } = signature;
  return { ...body, mapping: { ...mapping, signature: shown } as ConfigurationBody['mapping'] };
}

/**
 * Applies a PATCH body: a given key replaces the old value whole, null resets it, an absent one stays. Throws
 * `identifier_is_semantic` when a field would be both, and `invalid_request` when one would be id and clock.
 */
export function changeConfiguration(collection: CollectionRow, body: ConfigurationBody): ConfigurationChange {
  const { description, synonyms, ...keys } = withoutSecret(body);
  const given = Object.entries(keys as Readonly<Record<string, JsonValue | undefined>>);
  const merged = new Map<string, JsonValue>(Object.entries(collection.configuration));
  for (const [key, value] of given) {
    if (value !== undefined) {
      merged.set(key, value);
    }
  }
  const stored = Object.fromEntries([...merged].filter(([, value]) => value !== null));
  const before = readConfig(collection.configuration);
  const after = readConfig(stored);
  const both = after.id_match_fields.find((field) => after.embed_fields?.includes(field));
  if (both !== undefined) {
    throw new ServiceError(
      'identifier_is_semantic',
      `"${both}" is an identifier and cannot be semantic too: take it out of one of the lists.`,
      { field: both },
    );
  }
  if (after.id_field === after.write_date_field) {
    // Each new date would make another record.
    const message = `id_field and write_date_field would both be "${after.id_field}": name two different fields`;
    throw errors.invalidRequest([{ path: body.id_field === undefined ? 'write_date_field' : 'id_field', message }]);
  }
  if (after.phone_country !== null && !isPhoneCountry(after.phone_country)) {
    const message = `"${after.phone_country}" is not a country code of ISO 3166: use one such as DE`;
    throw errors.invalidRequest([{ path: 'phone_country', message }]);
  }
  return {
    description: description === undefined ? collection.description : description,
    stored,
    before,
    after,
    signatureSecret: body.mapping === undefined ? undefined : secretOf(body.mapping, before),
    synonyms: synonyms === null ? [] : synonyms,
  };
}

/** The secret of a mapping that is set. Throws `invalid_request` for paths that are not plain, and where it is missing. */
function secretOf(mapping: MappingBody | null, before: CollectionConfig): string | null | undefined {
  const faults = mapping === null ? [] : mappingFaults(mapping);
  const isMissing = mapping?.signature?.secret === undefined && before.mapping?.signature === undefined;
  if (mapping?.signature !== undefined && isMissing) {
    faults.push({ path: 'mapping.signature.secret', message: 'is required: none is stored' });
  }
  const { scheme, secret } = mapping?.signature ?? {};
  if (scheme === 'standard-webhooks' && secret !== undefined && !isStandardSecret(secret)) {
    faults.push({ path: 'mapping.signature.secret', message: 'must be base64, with or without whsec_ before it' });
  }
  if (faults.length > 0) {
    throw errors.invalidRequest(faults);
  }
  return mapping?.signature === undefined ? null : mapping.signature.secret;
}

/** What two configurations derive differently from the same records. */
export interface ChangedKeys {
  readonly ids: boolean;
  readonly dates: boolean;
  readonly identifiers: boolean;
}

/** What of each record a change of configuration changes. */
export function changedKeys({ before, after }: Pick<ConfigurationChange, 'before' | 'after'>): ChangedKeys {
  return {
    ids: before.id_field !== after.id_field,
    dates: before.write_date_field !== after.write_date_field,
    identifiers: stringifyJson(identifierFields(before)) !== stringifyJson(identifierFields(after)),
  };
}

/** Fields whose declared type is another one than before; their mismatches must be found anew. */
export function retypedFields({ before, after }: ConfigurationChange): string[] {
  const names = new Set([...before.field_types.keys(), ...after.field_types.keys()]);
  return [...names].filter((name) => before.field_types.get(name) !== after.field_types.get(name));
}
