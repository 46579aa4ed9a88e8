import type { JsonObject } from '@tessera/resolver';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CollectionConfig, isBefore } from '../domain/index.js';
import { claimedId, earlierId, placeRecords } from './places.js';
import type { RekeyRow } from './queries.js';
import { config, expectedIds, rowOf, rows } from './testing/expected-ids.js';

/** A table of records, placed page by page as the database is; stops after so many pages if told. */
class Table {
  rows: RekeyRow[];

  constructor(rows: readonly RekeyRow[]) {
    this.rows = [...rows];
  }

  place(to: CollectionConfig, pageSize: number, maxPages = 1_000): void {
    let after = '';
    for (let page = 0; page < maxPages; page += 1) {
      const sorted = this.rows.sort((a, b) => (isBefore(a.external_id, b.external_id) ? -1 : 1));
      const next = sorted.filter((row) => isBefore(after, row.external_id)).slice(0, pageSize);
      const pageEnd = next.at(-1)?.external_id;
      const waiting = sorted.filter(({ external_id: id }) => /^ [^~]/.test(id)).slice(0, pageSize);
      const chosen = pageEnd === undefined ? waiting : next;
      if (chosen.length === 0) {
        return;
      }
      this.placePage(to, chosen, pageEnd);
      after = pageEnd ?? after;
    }
    if (maxPages === 1_000) {
      throw new Error('placing does not come to an end');
    }
  }

  private placePage(to: CollectionConfig, page: readonly RekeyRow[], pageEnd: string | undefined): void {
    const wanted = new Set(page.flatMap((row) => [claimedId(row, to), earlierId(row)]));
    const others = this.rows.filter((row) => wanted.has(row.external_id) && !page.includes(row));
    const isLater = (id: string) => pageEnd !== undefined && isBefore(pageEnd, id);
    const placements = new Map(placeRecords(page, others, { config: to, isLater }).map((one) => [one.row, one]));
    this.rows = this.rows.map((row) => {
      const placement = placements.get(row);
      return placement === undefined ? row : { ...row, external_id: placement.to, moved_from: placement.movedFrom };
    });
    expect(new Set(this.rows.map((row) => row.external_id)).size).toBe(this.rows.length);
  }

  /** The next change of ids finds none under way. */
  settle(): void {
    this.rows = this.rows.map((row) => ({ ...row, moved_from: null }));
  }

  live(): Map<string, JsonObject> {
    const live = this.rows.filter((row) => !row.tombstoned);
    return new Map(live.map((row) => [row.external_id, row.attributes]));
  }
}

const pageSize = fc.integer({ min: 1, max: 4 });

test('every live record has the id it asks for or its own earlier one, whatever the size of the pages', () => {
  fc.assert(
    fc.property(rows, pageSize, (records, size) => {
      const start = records.map(rowOf);
      const table = new Table(start);
      table.place(config('a'), size);
      expect(table.live()).toEqual(expectedIds(start, config('a')));
      expect(table.rows.filter((row) => row.tombstoned)).toHaveLength(start.filter((row) => row.tombstoned).length);
    }),
    { numRuns: 2_000 },
  );
});

test('a change of ids that is stopped anywhere by another change, or starts over, ends as that one alone would', () => {
  fc.assert(
    fc.property(
      rows,
      pageSize,
      fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(8)), { maxLength: 3 }),
      (records, size, stopped) => {
        const start = records.map(rowOf);
        const table = new Table(start);
        for (const [field, pages] of stopped) {
          table.place(config(field), size, pages);
        }
        table.place(config('a'), size);
        expect(table.live()).toEqual(expectedIds(start, config('a')));
        expect(table.rows).toHaveLength(start.length);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('changing the id field back gives every record, tombstones too, its own id again', () => {
  fc.assert(
    fc.property(rows, pageSize, (records, size) => {
      const start = records.map((record) => rowOf({ ...record, attributes: { ...record.attributes, id: record.id } }));
      const table = new Table(start);
      for (const field of ['a', 'b', 'id']) {
        table.place(config(field), size);
        table.settle();
      }
      const state = (all: readonly RekeyRow[]) =>
        new Map(all.map((row) => [row.external_id, { of: row.attributes, tombstoned: row.tombstoned }]));
      expect(state(table.rows)).toEqual(state(start));
    }),
    { numRuns: 2_000 },
  );
});
