import { isJsonObject, parseJson } from '@tessera/json';
import { CollectionIndex, type IndexRecord, type SearchResult } from '@tessera/resolver';
import {
  type Bitset,
  type ColumnKey,
  ColumnStore,
  type CompiledFilter,
  compareCodePoints,
  decodeVector,
} from '@tessera/search-engine';
import type { RecordPage } from '../../records/queries.js';
import { FirstFew } from './first-few.js';
import { type FieldValue, type IndexRow, type IndexSums, updatedModulus } from './index-queries.js';
import { SlotNumbers } from './slot-numbers.js';
import { readParts, storedFormat, writeParts } from './stored-index.js';

/** What a stored index begins with. */
interface StoredHead {
  readonly format: string;
  readonly embedderId: string;
  readonly seen: number;
}
type StoredNumbers = [Float64Array, Float64Array, Float64Array];
type StoredVectors = ReturnType<CollectionIndex['stored']>['vectors'];

/** Slices whose records are remembered at a time. */
const slicesKept = 256;

/** Among which records to look: inside a slice (null: all), matching a filter. Their columns must have been loaded. */
export interface IndexScope {
  readonly slice: readonly CompiledFilter[] | null;
  readonly filter: CompiledFilter | undefined;
}

/** What to look for, and among which records. */
export interface SearchQuestion extends IndexScope {
  readonly text: string;
  /** Each embedder's vector of the text, by the embedder's id. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly limit: number;
  readonly isExplained?: boolean;
}

/** Which records to list, newest first, and how many. */
export interface NewestQuestion extends IndexScope {
  readonly limit: number;
}

/** Which records of a slice to list by id. */
export interface PageQuestion extends RecordPage {
  readonly slice: readonly CompiledFilter[];
}

/** What a slice holds, and when one of its records last changed, in milliseconds; null without records. */
export interface Survey {
  readonly records: number;
  readonly changedMs: number | null;
}

/**
 * One collection in memory: the resolver's index with its filter columns, kept in step with the database row by row. A
 * cache, never the truth.
 */
export class LiveIndex {
  private index: CollectionIndex;
  private readonly columns = new ColumnStore();
  private marks = new SlotNumbers();
  private writtenMs = new SlotNumbers();
  private updatedMs = new SlotNumbers();
  /** The records of slices, by the slice, as they are until the next change. */
  private readonly slices = new Map<string, Bitset>();

  constructor(private readonly embedderId: string) {
    this.index = new CollectionIndex({ embedderId });
  }

  /** Writes the index to a file, without its columns; `seen` is up to which change mark it holds every write. */
  store(path: string, seen: number): void {
    const { ids, lexical, vectors } = this.index.stored();
    const head: StoredHead = { format: storedFormat(), embedderId: this.embedderId, seen };
    const numbers = [this.marks, this.writtenMs, this.updatedMs].map(({ all }) => all);
    writeParts(path, [head, numbers, ids, lexical, ...vectors]);
  }

  /** The index of a file, and up to which change mark it holds every write. Undefined where another build has stored it. */
  static restored(path: string, embedderId: string): { readonly index: LiveIndex; readonly seen: number } | undefined {
    const parts = readParts(path);
    const next = () => parts.next().value;
    const head: StoredHead = next();
    if (head.format !== storedFormat() || head.embedderId !== embedderId) {
      parts.return(undefined);
      return undefined;
    }
    const index = new LiveIndex(embedderId);
    [index.marks, index.writtenMs, index.updatedMs] = (next() as StoredNumbers).map(SlotNumbers.of) as [
      SlotNumbers,
      SlotNumbers,
      SlotNumbers,
    ];
    index.index = CollectionIndex.restored({ ids: next(), lexical: next(), vectors: [...parts] as StoredVectors });
    return { index, seen: head.seen };
  }

  /** What the records held add up to: tells an index from the one of another past of the same collection. */
  sums(): IndexSums {
    const sums = { records: this.size, marks: 0, updatedMs: 0 };
    this.index.live.forEach((slot) => {
      sums.marks += this.marks.get(slot);
      sums.updatedMs += this.updatedMs.get(slot) % updatedModulus;
    });
    return sums;
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
    const slices = [...this.slices.values()].reduce((sum, { words }) => sum + words.byteLength, 0);
    const numbers = this.marks.bytes + this.writtenMs.bytes + this.updatedMs.bytes;
    return this.index.bytes + this.columns.bytes + numbers + slices;
  }

  /**
   * Brings records up to date one by one; `gone` are ids of records that are no more. No row may be older than what is
   * held, and nothing else may be asked before the end.
   */
  *apply(rows: readonly IndexRow[], gone: readonly string[]): Generator<void> {
    this.slices.clear();
    for (const row of rows) {
      const slot = this.index.upsert(recordOf(row));
      this.marks.set(slot, row.change_mark);
      this.writtenMs.set(slot, row.written_ms);
      this.updatedMs.set(slot, row.updated_ms);
      const attributes = row.attributes_json === null ? undefined : parseJson(row.attributes_json);
      if (isJsonObject(attributes)) {
        this.columns.set(slot, attributes);
      }
      yield;
    }
    for (const externalId of gone) {
      const slot = this.index.slotOf(externalId);
      if (slot !== undefined) {
        this.columns.clear(slot);
        this.index.remove(externalId);
      }
      yield;
    }
  }

  /** Begins a column (anew). From here on rows must bring their attributes. */
  startColumn(key: ColumnKey): void {
    this.columns.load(key, []);
  }

  /**
   * Adds a page of a field's values to a column. One of another version of its record than the index holds is left out: the
   * later version has brought its value, or will.
   */
  *extendColumn(key: ColumnKey, values: readonly FieldValue[]): Generator<void> {
    for (const { external_id, change_mark, value_json } of values) {
      const slot = this.index.slotOf(external_id);
      if (slot !== undefined && this.marks.get(slot) === change_mark) {
        this.columns.extend(key, [[slot, value_json === null ? undefined : parseJson(value_json)]]);
      }
      yield;
    }
  }

  /** Ids of records of a scope, newest first, then by id. */
  newest({ slice, filter, limit }: NewestQuestion): string[] {
    const first = new FirstFew<Dated>(limit, isNewer);
    const existing = slice === null ? this.index.live : this.bitsOf(slice);
    const passing = filter === undefined ? existing : this.columns.mask(filter, existing);
    passing.forEach((slot) => {
      const writtenMs = this.writtenMs.get(slot);
      // The id is only asked for where the date does not tell.
      if (first.last === undefined || writtenMs >= first.last.writtenMs) {
        first.offer({ writtenMs, externalId: this.index.externalIdOf(slot) });
      }
    });
    return first.items.map(({ externalId }) => externalId);
  }

  /** Ids of a slice in order, after the given one. */
  page({ slice, after, limit, order }: PageQuestion): string[] {
    const sign = order === 'asc' ? 1 : -1;
    const precedes = (id: string, other: string) => sign * compareCodePoints(id, other) < 0;
    const first = new FirstFew<string>(limit, precedes);
    this.bitsOf(slice).forEach((slot) => {
      const id = this.index.externalIdOf(slot);
      const { last } = first;
      if ((last === undefined || precedes(id, last)) && (after === null || precedes(after, id))) {
        first.offer(id);
      }
    });
    return first.items;
  }

  /** What a slice holds. */
  survey(slice: readonly CompiledFilter[]): Survey {
    const bits = this.bitsOf(slice);
    let changedMs: number | null = null;
    bits.forEach((slot) => {
      changedMs = Math.max(changedMs ?? 0, this.updatedMs.get(slot));
    });
    return { records: bits.count(), changedMs };
  }

  /** Ranks the records of a scope. Words, lengths and neighbours are counted inside the slice alone. */
  search({ text, vectors, slice, filter, limit, isExplained = false }: SearchQuestion): SearchResult {
    const scope = slice === null ? undefined : this.bitsOf(slice);
    return this.index.search({
      text,
      vector: vectors.get(this.embedderId) ?? null,
      otherVectors: vectors,
      limit,
      isExplained,
      ...(scope === undefined ? {} : { scope }),
      ...(filter === undefined ? {} : { mask: this.columns.mask(filter, scope ?? this.index.live) }),
    });
  }

  private bitsOf(slice: readonly CompiledFilter[]): Bitset {
    const key = JSON.stringify(slice);
    const known = this.slices.get(key);
    const bits = known ?? this.columns.sliceMask(slice, this.index.live);
    // The one used last is the last one to go.
    this.slices.delete(key);
    this.slices.set(key, bits);
    const [oldest] = this.slices.keys();
    if (this.slices.size > slicesKept && oldest !== undefined) {
      this.slices.delete(oldest);
    }
    return bits;
  }
}

interface Dated {
  readonly externalId: string;
  readonly writtenMs: number;
}

function isNewer(record: Dated, other: Dated): boolean {
  return record.writtenMs === other.writtenMs
    ? compareCodePoints(record.externalId, other.externalId) < 0
    : record.writtenMs > other.writtenMs;
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
