import type { MappingBody } from '@tessera/contract';
import { type JsonObject, type JsonValue, stringifyJson } from '@tessera/json';
import { type CollectionConfig, identifierFields, mappingFaults, readConfig } from '@tessera/records';
import { isPhoneCountry } from '@tessera/resolver';
import type { InputOf } from '../../dispatch/operation.js';
import { errors, ServiceError } from '../../platform/errors.js';
import type { CollectionRow } from '../access/queries.js';
import { isStandardSecret } from '../writing/signature.js';

type ConfigurationBody = InputOf<'collections.update'>['body'];

/** A collection's configuration before and after a change. */
export interface ConfigurationChange {
  readonly description: string | null;
  /** The stored configuration. Contains only keys that are set. */
  readonly stored: JsonObject;
  readonly before: CollectionConfig;
  readonly after: CollectionConfig;
  /** The secret with which the source signs. Null removes it; undefined keeps the stored one. */
  readonly signatureSecret: string | null | undefined;
  /** Lists of phrases that match the same records; undefined keeps the stored ones. */
  readonly synonyms: readonly (readonly string[])[] | undefined;
}

/** A configuration change in the form of the audit log: without secrets, and with the number of synonyms only. */
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
 * Applies a PATCH body: a value replaces a key, null resets it, and an absent key is kept. Throws
 * `identifier_is_semantic` for a field that would be both, and `invalid_request` if id and clock would be the same
 * field.
 */
export function changeConfiguration(collection: CollectionRow, body: ConfigurationBody): ConfigurationChange {
  const { description, synonyms, overlap_hours: overlapHours, ...keys } = withoutSecret(body);
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
  if (overlapHours !== undefined && body.mapping?.signature?.secret === undefined) {
    throw errors.invalidRequest([{ path: 'overlap_hours', message: 'needs a new mapping.signature.secret' }]);
  }
  if (after.id_field === after.write_date_field) {
    // With the clock as id, each update would have a new id, and so create another record.
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

/**
 * Returns the signing secret of a mapping. Throws `invalid_request` for an invalid path, or if the secret is missing.
 */
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

/** The values that the same records get differently after a configuration change. */
export interface ChangedKeys {
  readonly ids: boolean;
  readonly dates: boolean;
  readonly identifiers: boolean;
}

/** Determines which values a configuration change affects. */
export function changedKeys({ before, after }: Pick<ConfigurationChange, 'before' | 'after'>): ChangedKeys {
  return {
    ids: before.id_field !== after.id_field,
    dates: before.write_date_field !== after.write_date_field,
    identifiers: stringifyJson(identifierFields(before)) !== stringifyJson(identifierFields(after)),
  };
}

/** Returns the fields whose declared type changed. Their values must be compared with the type again. */
export function retypedFields({ before, after }: ConfigurationChange): string[] {
  const names = new Set([...before.field_types.keys(), ...after.field_types.keys()]);
  return [...names].filter((name) => before.field_types.get(name) !== after.field_types.get(name));
}
