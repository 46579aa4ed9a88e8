import type { StoredRecord } from '@tessera/contract';
import { attributesOf, exposedAttributes, renderRecord } from '../domain/index.js';
import type { CollectionView } from '../view.js';
import type { RecordRow } from './queries.js';

/** What of a record a caller may see: its id, its attributes within the allowlist, and one line made from those alone. */
export function presentAttributes(
  row: Pick<RecordRow, 'attributes' | 'current_id'>,
  view: CollectionView,
): Pick<StoredRecord, 'external_id' | 'rendered' | 'attributes'> {
  const id = row.current_id;
  const attributes = exposedAttributes(attributesOf(row.attributes, view.config), view.config.exposed_fields);
  return { external_id: id, rendered: renderRecord(id, attributes, view.config.exposed_fields), attributes };
}

/** A record as it is answered. */
export function presentRecord(row: RecordRow, view: CollectionView): StoredRecord {
  return {
    ...presentAttributes(row, view),
    write_date: row.write_date.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
