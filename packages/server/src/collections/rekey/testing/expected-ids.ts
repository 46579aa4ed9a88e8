import type { JsonObject } from '@tessera/resolver';
import fc from 'fast-check';
import type { IdFields } from '../changes.js';
import { type ClaimRow, claimOf } from '../claims.js';

const ids = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** A record as it asks for another id. */
export function rowOf(record: { id: string; day: number; tombstoned: boolean; attributes: JsonObject }): ClaimRow {
  return {
    external_id: record.id,
    attributes: record.attributes,
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

/** Where records say their ids. */
export function fields(idField: string): IdFields {
  return { id_field: idField, write_date_field: 'write_date', keeps_ids: false };
}

/** Which live record has which id in the end: worked out by taking ids back until nobody has to give way any more. */
export function expectedIds(all: readonly ClaimRow[], to: IdFields): Map<string, JsonObject> {
  const live = all.filter((row) => !row.tombstoned);
  const later = (a: ClaimRow, b: ClaimRow) =>
    b.write_date.getTime() - a.write_date.getTime() || (a.external_id < b.external_id ? -1 : 1);
  const best = new Map<string, ClaimRow>();
  for (const row of [...live].sort(later).reverse()) {
    best.set(claimOf(row, to).newId, row);
  }
  const staying = new Set(live.filter((row) => best.get(claimOf(row, to).newId) !== row));
  for (let before = -1; before !== staying.size; ) {
    before = staying.size;
    for (const row of live) {
      const holder = live.find((one) => one.external_id === claimOf(row, to).newId);
      if (
        holder !== undefined &&
        holder !== row &&
        (staying.has(holder) || claimOf(holder, to).newId === holder.external_id)
      ) {
        staying.add(row);
      }
    }
  }
  return new Map(live.map((row) => [staying.has(row) ? row.external_id : claimOf(row, to).newId, row.attributes]));
}
