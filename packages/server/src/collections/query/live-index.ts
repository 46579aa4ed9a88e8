import {
  type Bitset,
  CollectionIndex,
  ColumnStore,
  type CompiledFilter,
  decodeVector,
  type SearchResult,
} from '@tessera/resolver';
import type { IndexRow } from './index-queries.js';

/** What to look for, and where: the caller's filter and slice decide which records are ranked at all. */
export interface IndexQuestion {
  readonly text: string;
  readonly vector: Float32Array | null;
  readonly filter?: CompiledFilter | undefined;
  readonly slice: readonly CompiledFilter[] | null;
  readonly limit: number;
}

/**
 * One collection in memory: the resolver's index with its filter columns, kept in step with the database row by row.
 * A cache, never the truth. Rows may arrive in any order: of two versions of a record the later transaction's stays.
 */
export class LiveIndex {
  readonly index: CollectionIndex;
  readonly columns = new ColumnStore();
  /** Everything below this transaction number is in the index. */
  floor: string;
  private readonly versions = new Map<string, bigint>();

  constructor(
    readonly embedderId: string,
    readonly dimensions: number,
    floor: string,
  ) {
    this.index = new CollectionIndex({ dimensions, embedderId });
    this.floor = floor;
  }

  /** Memory in bytes, estimated. */
  get bytes(): number {
    const perVersion = 80;
    return this.index.bytes + this.columns.bytes + this.versions.size * perVersion;
  }

  /** Brings one record up to date; false when its vector does not fit this index, which must then be built anew. */
  apply(row: IndexRow): boolean {
    const version = BigInt(row.changed_xid);
    const known = this.versions.get(row.external_id);
    if (known !== undefined && known >= version) {
      return true;
    }
    this.versions.set(row.external_id, version);
    if (row.tombstoned) {
      this.remove(row.external_id);
      return true;
    }
    const vector = row.vector === null ? null : decodeVector(row.vector);
    if (vector !== null && vector.length !== this.dimensions) {
      return false;
    }
    const identifiers = [row.external_id, ...row.identifiers];
    const slot = this.index.upsert({ externalId: row.external_id, text: row.embed_text, identifiers, vector });
    if (row.attributes !== null) {
      this.columns.set(slot, row.attributes);
    }
    return true;
  }

  private remove(externalId: string): void {
    const slot = this.index.slotOf(externalId);
    if (slot !== undefined) {
      this.columns.clear(slot);
      this.index.remove(externalId);
    }
  }

  /** Ranks the records inside the filter and slice. The columns they need must have been loaded. */
  search(question: IndexQuestion): SearchResult {
    const mask = this.maskOf(question);
    const { text, vector, limit } = question;
    const fitting = vector !== null && vector.length === this.dimensions ? vector : null;
    return this.index.search({ text, vector: fitting, limit, ...(mask === undefined ? {} : { mask }) });
  }

  private maskOf({ filter, slice }: IndexQuestion): Bitset | undefined {
    if (filter === undefined && slice === null) {
      return undefined;
    }
    const inSlice = slice === null ? this.index.live : this.columns.sliceMask(slice, this.index.live);
    return filter === undefined ? inSlice : this.columns.mask(filter, inSlice);
  }
}
