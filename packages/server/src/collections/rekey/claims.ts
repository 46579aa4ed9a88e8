import type { CollectionConfig } from '../domain/index.js';
import { claimedId, earlierId, outranks } from './places.js';
import type { RekeyRow } from './queries.js';

/** What of a live record decides which id it gets. */
export type ClaimRow = Pick<RekeyRow, 'external_id' | 'attributes' | 'write_date' | 'moved_from'>;

/** What becomes of a record's id; or the id about which more must be known before that can be said. */
type Outcome = { readonly id: string } | { readonly unknown: string };

/**
 * Who gets which id in the end of a change of ids, wherever the records are now: what `placeRecords` comes to, worked out
 * from the records that have had an id or ask for it. Those of one id are either all known or none.
 */
export class Claims {
  private readonly byEarlierId = new Map<string, ClaimRow>();
  private readonly bestByClaim = new Map<string, ClaimRow>();
  private readonly known = new Set<string>();
  private knowsAll = false;

  constructor(private readonly config: CollectionConfig) {}

  /** Takes all live records that had one of these ids or ask for it; null for all records of the collection. */
  add(ids: readonly string[] | null, rows: readonly ClaimRow[]): void {
    this.knowsAll ||= ids === null;
    for (const id of ids ?? []) {
      this.known.add(id);
    }
    for (const row of rows) {
      this.addRow(row);
    }
  }

  private addRow(row: ClaimRow): void {
    // A record is the same one, wherever it has been moved since, by its earlier id.
    if (this.byEarlierId.has(earlierId(row))) {
      return;
    }
    this.byEarlierId.set(earlierId(row), row);
    const claim = claimedId(row, this.config);
    const best = claim === undefined ? undefined : this.bestByClaim.get(claim);
    if (claim !== undefined && (best === undefined || outranks(row, best, this.config))) {
      this.bestByClaim.set(claim, row);
    }
  }

  /**
   * The id that a record gets: the one it asks for, if it has the best claim to it and whoever had it gets another;
   * else its earlier one. Records that pass their ids round in a circle all get the one they ask for.
   */
  outcomeOf(row: ClaimRow): Outcome {
    const keeps = { id: earlierId(row) };
    const gets = { id: claimedId(row, this.config) ?? keeps.id };
    const seen = new Set<string>();
    for (let at = row; !seen.has(earlierId(at)); ) {
      const home = earlierId(at);
      seen.add(home);
      const claim = claimedId(at, this.config);
      if (claim === undefined || claim === home) {
        return keeps;
      }
      if (!this.knowsAll && !this.known.has(claim)) {
        return { unknown: claim };
      }
      const best = this.bestByClaim.get(claim);
      if (best === undefined || earlierId(best) !== home) {
        return keeps;
      }
      const holder = this.byEarlierId.get(claim);
      if (holder === undefined) {
        return gets;
      }
      at = holder;
    }
    return gets;
  }
}
