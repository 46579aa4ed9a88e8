import { type JsonObject, ownValue } from '@tessera/resolver';
import { contentHash } from './canonical-json.js';
import { readWriteDate } from './clock.js';
import { attributesOf, type CollectionConfig } from './config.js';

/** What of a stored record is compared with the next write of it. */
export interface ComparedKeys {
  readonly contentHash: Buffer;
  readonly writeDate: Date;
}

/** The same by another configuration than it was stored by. A record that does not say its date keeps the one it has. */
export function comparedKeys(attributes: JsonObject, writeDate: Date, config: CollectionConfig): ComparedKeys {
  return {
    contentHash: contentHash(attributesOf(attributes, config)),
    writeDate: readWriteDate(ownValue(attributes, config.write_date_field), writeDate).at,
  };
}
