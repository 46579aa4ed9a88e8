import {
  CollectionIndex,
  type ColumnKey,
  ColumnStore,
  decodeVector,
  type IndexRecord,
  isJsonObject,
  parseJson,
  type SearchResult,
} from '@tessera/resolver';
import { compareIds, isBefore } from '../domain/id-order.js';
import { FirstFew } from './first-few.js';
import type { ChangedRows } from './index-changes.js';
import { embedStates, type IndexRow } from './index-queries.js';
import type {
  Answering,
  Comparison,
  Holders,
  IdPage,
  NewestQuestion,
  PageQuestion,
  SearchQuestion,
  Survey,
} from './index-questions.js';
import { RecordRevisions } from './record-revisions.js';
import { SlotNumbers } from './slot-numbers.js';

/** One field's value of one record, as JSON text; null where the record has no such field. */
export type FieldValue = readonly [externalId: string, json: string | null];

/** A record that is gone, as JSON has it. */
type Gone = readonly [externalId: string, revision: number];

/**
 * One collection, or one slice of it, in memory: the resolver's index with its filter columns, kept in step with the database row by row.
 * A cache, never the truth. Rows may arrive in any order: of two versions of a record the later one stays.
 */
export class LiveIndex implements Answering {
  private readonly index: CollectionIndex;
  private readonly columns = new ColumnStore();
  private readonly revisions = new RecordRevisions();
  private readonly writtenMs = new SlotNumbers();
  private readonly updatedMs = new SlotNumbers();
  private readonly embedStates = new SlotNumbers();

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
    const numbers = this.writtenMs.bytes + this.updatedMs.bytes + this.embedStates.bytes;
    return this.index.bytes + this.columns.bytes + this.revisions.bytes + numbers;
  }

  /**
   * Brings records up to date, in the order of their ids: of equally good ones a search takes those first that came first,
   * and they arrive as they happen to lie in the database, which records outside a slice have a part in.
   */
  apply({ rows, goneJson }: ChangedRows): void {
    for (const row of [...rows].sort((a, b) => compareIds(a.external_id, b.external_id))) {
      this.applyRow(row);
    }
    const gone = goneJson === null ? [] : (JSON.parse(goneJson) as Gone[]);
    const isHeld = ([externalId]: Gone) => this.index.slotOf(externalId) !== undefined;
    const held = gone.filter(isHeld).sort(([id], [other]) => compareIds(id, other));
    // Also what was never here: a version that is still on its way must not bring it back. What was is remembered longest.
    for (const [externalId, revision] of [...gone.filter((one) => !isHeld(one)), ...held]) {
      this.remove(externalId, revision);
    }
  }

  private applyRow(row: IndexRow): void {
    const known = this.revisions.get(row.external_id, this.index.slotOf(row.external_id));
    if (known > row.revision) {
      return;
    }
    // The same revision again only refreshes the columns: one of them may have been loaded from an older snapshot.
    if (known !== row.revision) {
      const slot = this.index.upsert(recordOf(row));
      this.revisions.set(slot, row.revision);
      this.writtenMs.set(slot, row.written_ms);
      this.updatedMs.set(slot, row.updated_ms);
      this.embedStates.set(slot, row.embed_state);
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

  private remove(externalId: string, revision: number): void {
    const slot = this.index.slotOf(externalId);
    if (this.revisions.get(externalId, slot) > revision) {
      return;
    }
    this.revisions.setGone(externalId, revision);
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
    const first = new FirstFew<Dated>(limit, isNewer);
    const passing = filter === undefined ? this.index.live : this.columns.mask(filter, this.index.live);
    passing.forEach((slot) => {
      const writtenMs = this.writtenMs.get(slot);
      // The id is only asked for where the date does not tell.
      if (first.last === undefined || writtenMs >= first.last.writtenMs) {
        first.offer({ writtenMs, externalId: this.index.externalIdOf(slot) });
      }
    });
    return first.items.map(({ externalId }) => externalId);
  }

  /** Ids in order, after the given one. */
  page({ after, limit }: PageQuestion): IdPage {
    const first = new FirstFew<string>(limit, isBefore);
    this.index.live.forEach((slot) => {
      const id = this.index.externalIdOf(slot);
      const { last } = first;
      if ((last === undefined || isBefore(id, last)) && (after === null || isBefore(after, id))) {
        first.offer(id);
      }
    });
    return { ids: first.items, records: this.size };
  }

  /** Counts of all records, and the newest of them. */
  survey({ newest }: { readonly newest: number }): Survey {
    const counts = [0, 0, 0];
    let changedMs = Number.NEGATIVE_INFINITY;
    this.index.live.forEach((slot) => {
      const state = this.embedStates.get(slot);
      counts[state] = (counts[state] as number) + 1;
      changedMs = Math.max(changedMs, this.updatedMs.get(slot));
    });
    return {
      records: this.size,
      pendingEmbed: counts[embedStates.pending] as number,
      failedEmbed: counts[embedStates.failed] as number,
      changedMs: this.size === 0 ? null : changedMs,
      newest: this.newest({ filter: undefined, limit: newest }),
    };
  }

  /** Which records may have an identifier. */
  holders({ identifier }: { readonly identifier: string }): Holders {
    return this.index.holdersOf(identifier);
  }

  /** Which records are not among the given ids, which must be distinct. */
  compare({ ids }: { readonly ids: readonly string[] }): Comparison {
    const listed = new Set(ids);
    const absent: string[] = [];
    this.index.live.forEach((slot) => {
      const id = this.index.externalIdOf(slot);
      if (!listed.has(id)) {
        absent.push(id);
      }
    });
    return { absent: absent.sort(compareIds), known: this.size - absent.length };
  }

  /** Ranks the records that pass the filter. The columns it needs must have been loaded. */
  search(question: SearchQuestion): SearchResult {
    const { text, vectors, filter, limit } = question;
    const mask = filter === undefined ? {} : { mask: this.columns.mask(filter, this.index.live) };
    const vector = vectors.get(this.embedderId) ?? null;
    return this.index.search({ text, vector, otherVectors: vectors, limit, ...mask });
  }
}

interface Dated {
  readonly externalId: string;
  readonly writtenMs: number;
}

function isNewer(record: Dated, other: Dated): boolean {
  return record.writtenMs === other.writtenMs
    ? isBefore(record.externalId, other.externalId)
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
