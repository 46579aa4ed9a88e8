import {
  CollectionIndex,
  type ColumnKey,
  ColumnStore,
  type CompiledFilter,
  decodeVector,
  type IndexRecord,
  isJsonObject,
  parseJson,
  type SearchResult,
} from '@tessera/resolver';
import type { IndexRow } from './index-queries.js';
import { NewestList } from './newest-list.js';
import { RecordVersions } from './record-versions.js';
import { SlotNumbers } from './slot-numbers.js';

/** What to look for, and among which records. */
export interface IndexQuestion {
  readonly text: string;
  /** Each embedder's vector of the text, by the embedder's id. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly filter?: CompiledFilter | undefined;
  readonly limit: number;
}

/** Which records to list, and how many. */
export interface NewestQuestion {
  readonly filter: CompiledFilter | undefined;
  readonly limit: number;
}

/** One field's value of one record, as JSON text; null where the record has no such field. */
export type FieldValue = readonly [externalId: string, json: string | null];

/**
 * One collection, or one slice of it, in memory: the resolver's index with its filter columns, kept in step with the database row by row.
 * A cache, never the truth. Rows may arrive in any order: of two versions of a record the later transaction's stays.
 */
export class LiveIndex {
  private readonly index: CollectionIndex;
  private readonly columns = new ColumnStore();
  private readonly versions = new RecordVersions();
  private readonly writtenMs = new SlotNumbers();

  constructor(private readonly embedderId: string) {
    this.index = new CollectionIndex({ embedderId });
  }

  /** Who made the vectors. */
  get embedderIds(): readonly string[] {
    return this.index.embedderIds;
  }

  /** Live records. */
  get size(): number {
    return this.index.size;
  }

  /** Memory in bytes, estimated. */
  get bytes(): number {
    return this.index.bytes + this.columns.bytes + this.versions.bytes + this.writtenMs.bytes;
  }

  /** Brings records up to date. */
  apply(rows: readonly IndexRow[]): void {
    for (const row of rows) {
      this.applyRow(row);
    }
  }

  private applyRow(row: IndexRow): void {
    const version = Number(row.changed_xid);
    const known = this.versions.get(row.external_id, this.index.slotOf(row.external_id));
    if (known > version) {
      return;
    }
    if (row.gone) {
      this.remove(row.external_id, version);
      return;
    }
    // The same version again only refreshes the columns: one of them may have been loaded from an older snapshot.
    if (known !== version) {
      const slot = this.index.upsert(recordOf(row));
      this.versions.set(slot, version);
      this.writtenMs.set(slot, row.written_ms);
    }
    this.setColumns(row);
  }

  private setColumns(row: IndexRow): void {
    const slot = this.index.slotOf(row.external_id);
    const attributes = row.attributes_json === null ? undefined : parseJson(row.attributes_json);
    if (slot !== undefined && isJsonObject(attributes)) {
      this.columns.set(slot, attributes);
    }
  }

  private remove(externalId: string, version: number): void {
    this.versions.setGone(externalId, version);
    const slot = this.index.slotOf(externalId);
    if (slot !== undefined) {
      this.columns.clear(slot);
      this.index.remove(externalId);
    }
  }

  /** Begins a column (anew); it may be searched by once `extendColumn` has had a field's value of every record. */
  startColumn({ field, type }: ColumnKey): void {
    this.columns.load(field, type, []);
  }

  /** Adds a page of a field's values to a column. */
  extendColumn({ field, type }: ColumnKey, values: readonly FieldValue[]): void {
    const entries = values.flatMap(([externalId, json]) => {
      const slot = this.index.slotOf(externalId);
      return slot === undefined ? [] : [[slot, json === null ? undefined : parseJson(json)] as const];
    });
    this.columns.extend(field, type, entries);
  }

  /** Ids of records that pass the filter, newest first, then by id. The columns it needs must have been loaded. */
  newest({ filter, limit }: NewestQuestion): string[] {
    const newest = new NewestList(limit);
    const passing = filter === undefined ? this.index.live : this.columns.mask(filter, this.index.live);
    passing.forEach((slot) => {
      newest.offer(this.writtenMs.get(slot), () => this.index.externalIdOf(slot));
    });
    return newest.externalIds;
  }

  /** Ranks the records that pass the filter. The columns it needs must have been loaded. */
  search(question: IndexQuestion): SearchResult {
    const { text, vectors, filter, limit } = question;
    const mask = filter === undefined ? {} : { mask: this.columns.mask(filter, this.index.live) };
    const vector = vectors.get(this.embedderId) ?? null;
    return this.index.search({ text, vector, otherVectors: vectors, limit, ...mask });
  }
}

function recordOf(row: IndexRow): IndexRecord {
  return {
    externalId: row.external_id,
    text: row.embed_text,
    identifiers: [row.external_id, ...row.identifiers],
    vector: row.vector === null ? null : decodeVector(row.vector),
    ...(row.vector_embedder === null ? {} : { embedderId: row.vector_embedder }),
  };
}
