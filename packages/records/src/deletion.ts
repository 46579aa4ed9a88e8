import { ExactNumber, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { isEmpty } from '@tessera/search-engine';
import { type CollectionConfig, deletedName } from './config.js';

/** A record of a delivery that its source has deleted, as the mapping says. */
export class DeletedItem {
  constructor(readonly record: JsonObject) {}
}

/** Whether a value means deletion: one of `values` or, without them, any but a no. */
export function meansDeletion(value: JsonValue | undefined, values: readonly unknown[] | undefined): boolean {
  const plain = value instanceof ExactNumber ? Number(value.source) : value;
  return values === undefined
    ? plain !== undefined && !isEmpty(plain) && !/^\s*(?:0|no?|false)?\s*$/i.test(String(plain))
    : values.some((deleted) => deleted === plain);
}

/** Whether the configuration says that the source has deleted the record. */
export function isDeleted(record: JsonObject, { deleted_field: deleted }: CollectionConfig): boolean {
  if (deleted === null) {
    return false;
  }
  const values = typeof deleted === 'string' ? undefined : deleted.values;
  return meansDeletion(ownValue(record, deletedName(deleted)), values);
}
