import type { JsonObject } from '@tessera/resolver';
import fc from 'fast-check';
import { type CollectionConfig, readConfig } from '../../domain/index.js';
import { claimedId } from '../places.js';
import type { RekeyRow } from '../queries.js';

const ids = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** A record as giving it other keys needs it. */
export function rowOf(record: { id: string; day: number; tombstoned: boolean; attributes: JsonObject }): RekeyRow {
  return {
    external_id: record.id,
    attributes: record.attributes,
    identifiers: [],
    content_hash: Buffer.alloc(0),
    write_date: new Date(Date.UTC(2026, 0, record.day)),
    tombstoned: record.tombstoned,
    moved_from: null,
  };
}

const claim = fc.option(fc.constantFrom<string | number | boolean>(...ids, 1, 2, 3, 4.5, true, ' 7 ', '8.0'), {
  nil: null,
});
/** Records that ask for each other's ids in their fields `a` and `b`, one way or another. */
export const rows = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...ids),
    day: fc.integer({ min: 1, max: 4 }),
    tombstoned: fc.boolean(),
    attributes: fc.record({ a: claim, b: claim }),
  }),
  { selector: ({ id }) => id, maxLength: ids.length },
);

/** The configuration with an id field. */
export function config(idField: string): CollectionConfig {
  return readConfig({ id_field: idField });
}

/** Which live record has which id in the end: worked out by taking ids back until nobody has to give way any more. */
export function expectedIds(all: readonly RekeyRow[], to: CollectionConfig): Map<string, JsonObject> {
  const live = all.filter((row) => !row.tombstoned);
  const later = (a: RekeyRow, b: RekeyRow) =>
    b.write_date.getTime() - a.write_date.getTime() || (a.external_id < b.external_id ? -1 : 1);
  const best = new Map<string, RekeyRow>();
  for (const row of [...live].sort(later).reverse()) {
    const id = claimedId(row, to);
    if (id !== undefined) {
      best.set(id, row);
    }
  }
  const staying = new Set(live.filter((row) => best.get(claimedId(row, to) ?? '') !== row));
  for (let before = -1; before !== staying.size; ) {
    before = staying.size;
    for (const row of live) {
      const holder = live.find((one) => one.external_id === claimedId(row, to));
      if (
        holder !== undefined &&
        holder !== row &&
        (staying.has(holder) || claimedId(holder, to) === holder.external_id)
      ) {
        staying.add(row);
      }
    }
  }
  return new Map(live.map((row) => [staying.has(row) ? row.external_id : (claimedId(row, to) ?? ''), row.attributes]));
}
