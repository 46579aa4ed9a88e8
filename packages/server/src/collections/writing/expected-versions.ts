import type { ValidationDetail } from '@tessera/contract';
import { isJsonObject, type JsonValue, ownValue } from '@tessera/json';
import { type CollectionConfig, canonicalId } from '@tessera/records';
import { errors } from '../../platform/errors.js';

/**
 * Returns the expected version of each record, by canonical id. Throws `invalid_request` for a key that is not an id or
 * not the id of a record in the call, and for two spellings of an id with different versions.
 */
export function expectedVersionsOf(
  expect: Readonly<Record<string, unknown>> | undefined,
  records: readonly unknown[],
  { id_field }: Pick<CollectionConfig, 'id_field'>,
): Map<string, string> {
  const versions = new Map<string, string>();
  const entries = Object.entries(expect ?? {});
  if (entries.length === 0) {
    return versions;
  }
  const sent = new Set(records.map((record) => idOf(record, id_field)));
  const details: ValidationDetail[] = [];
  for (const [key, version] of entries) {
    const canonical = canonicalId(key);
    const path = `expect.${key}`;
    if ('error' in canonical) {
      details.push({ path, message: canonical.message });
    } else if (!sent.has(canonical.id)) {
      details.push({ path, message: 'is not the id of any record of this call: check the id, or remove the key' });
    } else if ((versions.get(canonical.id) ?? version) !== version) {
      details.push({ path, message: `is another spelling of the id "${canonical.id}" with another version: send one` });
    } else {
      versions.set(canonical.id, String(version));
    }
  }
  if (details.length > 0) {
    throw errors.invalidRequest(details);
  }
  return versions;
}

function idOf(record: unknown, idField: string): string | undefined {
  const sent = record as JsonValue | undefined;
  const canonical = isJsonObject(sent) ? canonicalId(ownValue(sent, idField)) : undefined;
  return canonical !== undefined && 'id' in canonical ? canonical.id : undefined;
}
