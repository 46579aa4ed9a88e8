import type { StoredRecord } from '@tessera/contract';
import type { CollectionView } from '../access/view.js';
import { shownMoment } from '../model/clock.js';
import { attributesOf, exposedAttributes } from '../model/config.js';
import { renderRecord } from '../text/rendered.js';
import type { RecordRow } from './queries.js';

/**
 * Returns what a caller may see of a record: id, attributes in the allowlist, and a line built from those. `fields`
 * limits the attributes.
 */
export function presentAttributes(
  row: Pick<RecordRow, 'attributes' | 'external_id'>,
  { config }: CollectionView,
  fields?: readonly string[],
): Pick<StoredRecord, 'external_id' | 'rendered' | 'attributes'> {
  const { external_id } = row;
  const attributes = exposedAttributes(attributesOf(row.attributes, config), config.exposed_fields);
  const rendered = renderRecord(external_id, attributes, config.exposed_fields);
  return {
    external_id,
    rendered,
    attributes: fields === undefined ? attributes : exposedAttributes(attributes, fields),
  };
}

/** Returns a record as responses show it. */
export function presentRecord(row: RecordRow, view: CollectionView): StoredRecord {
  return {
    ...presentAttributes(row, view),
    version: row.version,
    write_date: row.write_date === null ? null : shownMoment(row.write_date),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
