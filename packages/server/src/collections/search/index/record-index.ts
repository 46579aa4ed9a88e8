import { isJsonObject, parseJson } from '@tessera/json';
import {
  CollectionIndex,
  findByFields,
  type IndexRecord,
  type SearchQuery,
  type SearchResult,
  Synonyms,
} from '@tessera/resolver';
import {
  Bitset,
  type ColumnKey,
  ColumnStore,
  type CompiledFilter,
  compareCodePoints,
  directionOf,
} from '@tessera/search-engine';
import { LRUCache } from 'lru-cache';
import type { ThreadIndex } from '../../../search-runtime/host.js';
import type { FieldValues, ValueCount } from '../../records/values.js';
import type {
  ColumnValues,
  Found,
  IndexSearch,
  IndexSelection,
  NewestQuery,
  PageQuery,
  RecordChanges,
  RecordSearch,
  SortPosition,
  Survey,
  ValuesQuery,
} from './index-messages.js';
import { type IndexReading, type IndexRow, type IndexSums, updatedModulus } from './index-queries.js';
import { RecordNumbers, type StoredNumbers } from './record-numbers.js';
import { newestOf, pageOf } from './record-order.js';
import { readSections, storedFormat, writeSections } from './stored-index.js';

/** The last write that a stored index contains, and the time when it was stored. */
interface StoredState {
  readonly sequenceNumber: number;
  readonly storedMs: number;
}

/** The header of a stored index. */
interface StoredHead extends StoredState {
  readonly format: string;
  readonly embedderId: string;
  readonly reading: string;
}
type StoredVectors = ReturnType<CollectionIndex['stored']>['vectors'][number];

/** Maximum slices whose records are cached. */
const slicesKept = 256;

/**
 * The index of one collection in memory: the resolver's index, and filter columns that are updated with each row. It is
 * a cache of the database. It runs in the search thread; `SearchIndexes` calls its methods by name
 * (`RemoteIndex.call`).
 */
export class RecordIndex implements ThreadIndex {
  private index: CollectionIndex;
  private readonly columns = new ColumnStore();
  private numbers = new RecordNumbers();
  /** The records of slices. Cleared at the next change. */
  private readonly slices = new LRUCache<string, Bitset>({ max: slicesKept });
  private reading: IndexReading = { synonyms: [], phoneCountry: null };

  constructor(private readonly embedderId: string) {
    this.index = new CollectionIndex({ embedderId });
  }

  /** Sets synonyms and country. The index must be empty. */
  readAs({ synonyms, phoneCountry }: IndexReading): void {
    this.reading = { synonyms, phoneCountry };
    this.index = new CollectionIndex({ embedderId: this.embedderId, ...readingOf(this.reading) });
  }

  /** Writes the index to a file, without its columns. The file records the last write that the index contains. */
  *store({ path, ...written }: { readonly path: string } & StoredState): Generator<void> {
    const { ids, lexical, vectors } = this.index.stored();
    const { embedderId } = this;
    const head: StoredHead = { format: storedFormat(), embedderId, reading: JSON.stringify(this.reading), ...written };
    yield* writeSections(path, [head, this.numbers.stored, ids, lexical, ...vectors]);
  }

  /**
   * Loads the index of a file. Returns the last write that it contains and when it was written. Undefined if another
   * build of the service has stored it.
   */
  restore(path: string): StoredState | undefined {
    const sections = readSections(path);
    const next = () => sections.next().value;
    const head: StoredHead = next();
    const isSame = head.embedderId === this.embedderId && head.reading === JSON.stringify(this.reading);
    if (head.format !== storedFormat() || !isSame) {
      sections.return(undefined);
      return undefined;
    }
    this.numbers = new RecordNumbers(next() as StoredNumbers);
    const stored = { ids: next(), lexical: next(), vectors: sections as Iterable<StoredVectors> };
    this.index = CollectionIndex.restored(stored, readingOf(this.reading));
    return { sequenceNumber: head.sequenceNumber, storedMs: head.storedMs };
  }

  /** Sums over the records. They differ from those of the database if that was restored from a backup. */
  sums(): IndexSums {
    const sums = { records: this.size, sequenceNumbers: 0, updatedMs: 0 };
    this.index.live.forEach((slot) => {
      sums.sequenceNumbers += this.numbers.sequenceNumber(slot);
      sums.updatedMs += this.numbers.updatedMs(slot) % updatedModulus;
    });
    return sums;
  }

  /** Embedders of the vectors. */
  get embedderIds(): readonly string[] {
    return this.index.embedderIds;
  }

  /** Number of live records. */
  get size(): number {
    return this.index.size;
  }

  /** Estimated memory in bytes. */
  get bytes(): number {
    const slices = [...this.slices.values()].reduce((sum, { words }) => sum + words.byteLength, 0);
    return this.index.bytes + this.columns.bytes + this.numbers.bytes + slices;
  }

  /** Updates records one by one. Rows must not be older than the index, and no query may run before this ends. */
  *apply({ rows, gone }: RecordChanges): Generator<void, void> {
    this.slices.clear();
    for (const row of rows) {
      const slot = this.index.upsert(recordOf(row));
      this.numbers.set(slot, row);
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

  /** Starts a column, or starts it again. From here on, rows must contain their attributes. */
  startColumn(key: ColumnKey): void {
    this.columns.load(key, []);
  }

  /**
   * Adds a page of a field's values to a column. Skips values of record versions that are not the indexed one, because
   * each update brings its own value.
   */
  *extendColumn({ column, values }: ColumnValues): Generator<void, void> {
    for (const { external_id, change_mark, value_json } of values) {
      const slot = this.index.slotOf(external_id);
      if (slot !== undefined && this.numbers.sequenceNumber(slot) === change_mark) {
        this.columns.extend(column, [[slot, value_json === null ? undefined : parseJson(value_json)]]);
      }
      yield;
    }
  }

  /** The ids of selected records, newest first; see `newestOf`. */
  newest({ limit, ...selection }: NewestQuery): string[] {
    return newestOf(this.parts, this.recordsIn(selection), limit);
  }

  /**
   * Runs searches one after another. Those without words return the newest records. Calls of other indexes can run in
   * between.
   */
  *searchMany(searches: readonly IndexSearch[]): Generator<void, Found[]> {
    const found: Found[] = [];
    for (const each of searches) {
      if ('values' in each) {
        const { slice, filter, title, ...query } = each;
        const titled = title && { text: title.text, ...this.vectorsOf(title.vectors) };
        const compared = { ...query, ...this.slotsOf({ slice, filter }), title: titled };
        found.push({ kind: 'compared', result: findByFields(this.index, compared) });
      } else if (each.text === '') {
        found.push({ kind: 'newest', ids: this.newest(each) });
      } else {
        found.push({ kind: 'ranked', result: this.search(each) });
      }
      yield;
    }
    return found;
  }

  /** A page of selected records in an order; see `pageOf`. */
  page({ slice, filter, ...page }: PageQuery): SortPosition[] {
    return pageOf(this.parts, this.recordsIn({ slice, filter }), page);
  }

  /**
   * The most frequent values of fields. Wanted values come first, and values of equal frequency are sorted by code
   * point.
   */
  values({ slice, fields, wanted, ranged, limit }: ValuesQuery): FieldValues {
    const candidates = this.existing(slice);
    const isWanted = new Set(wanted);
    return new Map(
      fields.map((field) => {
        const counts = [...this.columns.textCounts(field, candidates, ranged)].map(([value, count]) => ({
          value,
          count,
        }));
        const first = (a: ValueCount, b: ValueCount) =>
          Number(isWanted.has(b.value)) - Number(isWanted.has(a.value)) ||
          b.count - a.count ||
          compareCodePoints(a.value, b.value);
        return [field, counts.sort(first).slice(0, limit)];
      }),
    );
  }

  /** Counts the selected records. */
  survey(selection: IndexSelection): Survey {
    const bits = this.recordsIn(selection);
    let changedMs: number | null = null;
    bits.forEach((slot) => {
      changedMs = Math.max(changedMs ?? 0, this.numbers.updatedMs(slot));
    });
    return { records: bits.count(), changedMs };
  }

  /**
   * Ranks the selected records. Frequencies, lengths and neighbors are counted in the slice only, so that records
   * outside of it have no effect.
   */
  search({ text, vectors, slice, filter, limit, also, without = [], isExplained = false }: RecordSearch): SearchResult {
    return this.index.search({
      text,
      ...this.vectorsOf(vectors),
      ...this.slotsOf({ slice, filter }, without),
      ...{ limit, also, isExplained },
    });
  }

  private vectorsOf(vectors: RecordSearch['vectors']) {
    return { vector: vectors.get(this.embedderId) ?? null, otherVectors: vectors };
  }

  private slotsOf(
    { slice, filter }: IndexSelection,
    without: readonly string[] = [],
  ): Pick<SearchQuery, 'slice' | 'mask'> {
    const ignored = without.flatMap((id) => this.index.slotOf(id) ?? []);
    const existing = this.existing(slice);
    const slots = ignored.length > 0 ? existing.clone().andNot(Bitset.of(ignored)) : existing;
    return {
      ...(slots === this.index.live ? {} : { slice: slots }),
      ...(filter === undefined ? {} : { mask: this.columns.mask(filter, slots) }),
    };
  }

  private get parts() {
    const { index, columns, numbers } = this;
    return { index, columns, numbers };
  }

  private recordsIn({ slice, filter }: IndexSelection): Bitset {
    const existing = this.existing(slice);
    return filter === undefined ? existing : this.columns.mask(filter, existing);
  }

  private existing(slice: readonly CompiledFilter[] | null): Bitset {
    if (slice === null) {
      return this.index.live;
    }
    const key = JSON.stringify(slice);
    const bits = this.slices.get(key) ?? this.columns.sliceMask(slice, this.index.live);
    this.slices.set(key, bits);
    return bits;
  }
}

function readingOf({ synonyms, phoneCountry }: IndexReading) {
  return { synonyms: new Synonyms(synonyms), phoneCountry: phoneCountry ?? undefined };
}

function recordOf(row: IndexRow): IndexRecord {
  return {
    externalId: row.external_id,
    text: row.embed_text,
    identifiers: [row.external_id, ...row.identifiers],
    vector: row.vector === null ? null : directionOf(row.vector),
    ...(row.vector_embedder === null ? {} : { embedderId: row.vector_embedder }),
  };
}
