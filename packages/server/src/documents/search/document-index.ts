import { builtinEmbedder, CollectionIndex } from '@tessera/resolver';
import { Bitset, decodeVector, encodeVector } from '@tessera/search-engine';
import { LRUCache } from 'lru-cache';
import type { ThreadIndex } from '../../search-runtime/host.js';
import type { Steps } from '../../search-runtime/time-slices.js';
import { type Chunk, type CutLines, cutText, wordsOf } from './chunks.js';

/** A stored vector of a chunk, with the range of text from which it was computed. */
export interface KnownVector {
  readonly n: number;
  readonly start: number;
  readonly length: number;
  readonly vector: Uint8Array;
}

/** A document to index. `id` is the id of its entry. */
export interface NewDocument {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly text: string | null;
  /** Null if it is split as plain text. */
  readonly outline: CutLines | null;
  readonly vectors: readonly KnownVector[];
}

/**
 * A chunk that had no stored vector. `vector` is the one computed here, or null. `embedded` is the input to compute it
 * from.
 */
export interface NewChunk extends Chunk {
  readonly id: number;
  readonly n: number;
  readonly embedded: string;
  readonly vector: Uint8Array | null;
}

/**
 * A query. `readable` are the documents that the caller may read, and `wanted` those of them to search. Both have one
 * bit per entry.
 */
export interface DocumentQuery {
  readonly text: string;
  /** The vector of the query; null if it could not be computed. */
  readonly vector: Float32Array | null;
  readonly readable: Uint32Array;
  readonly wanted: Uint32Array;
  readonly limit: number;
}

/** The best chunk of a document. */
export interface DocumentHit extends Chunk {
  readonly id: number;
  /** The cosine of the vectors of query and chunk; null if either is missing. */
  readonly cosine: number | null;
}

/**
 * How many chunks per wanted document are ranked. The second value is used if few long documents fill the first result.
 */
const chunksPerDocument = [4, 64] as const;

/** Maximum cached sets of chunks. */
const documentSetsKept = 64;

/** The chunks of a set of documents, with one bit per position in the index. */
interface ChunkSlots {
  readonly slots: Bitset;
  /** Whether the set contains all chunks. */
  readonly isAll: boolean;
  /** Number of documents in the set. */
  readonly documents: number;
}

interface IndexedDocument {
  readonly path: string;
  readonly chunks: readonly Chunk[];
}

/** The chunks of a workspace's documents, in memory. They are a cache of the database. */
export class DocumentIndex implements ThreadIndex {
  private readonly index: CollectionIndex;
  private readonly documents = new Map<number, IndexedDocument>();
  /** For each position of the index, the id of the document whose chunk is or was stored there. */
  private readonly documentIds: number[] = [];
  /** Sets of chunks by the bits of their documents. Cleared at the next change. */
  private readonly slotsByDocuments = new LRUCache<string, ChunkSlots>({ max: documentSetsKept });

  constructor(readonly embedderId: string) {
    this.index = new CollectionIndex({ embedderId });
  }

  /** Number of chunks. */
  get size(): number {
    return this.index.size;
  }

  get bytes(): number {
    return this.index.bytes;
  }

  get embedderIds(): readonly string[] {
    return this.index.embedderIds;
  }

  /** Indexes documents, one chunk at a time. Returns the chunks that had no stored vector. */
  async *put(documents: readonly NewDocument[]): Steps<NewChunk[]> {
    const added: NewChunk[] = [];
    for (const document of documents) {
      added.push(...(yield* this.putOne(document)));
    }
    return added;
  }

  private async *putOne(document: NewDocument): Steps<NewChunk[]> {
    const { id, path, title } = document;
    this.removeOne(id);
    const chunks = cutText(document.text, document.outline);
    const added: NewChunk[] = [];
    for (const [n, chunk] of chunks.entries()) {
      const { indexed, embedded } = wordsOf(document, title, chunk);
      const stored = document.vectors.find(
        (one) => one.n === n && one.start === chunk.start && one.length === chunk.length,
      );
      const vector = stored === undefined ? await this.embed(embedded) : decodeVector(stored.vector);
      if (stored === undefined) {
        added.push({ ...chunk, id, n, embedded, vector: vector === null ? null : encodeVector(vector) });
      }
      const slot = this.index.upsert({ externalId: chunkId(path, id, n), text: indexed, identifiers: [], vector });
      this.documentIds[slot] = id;
      yield;
    }
    this.documents.set(id, { path, chunks });
    return added;
  }

  /** Removes documents by the ids of their entries. */
  *remove(ids: readonly number[]): Generator<void, void> {
    for (const id of ids) {
      this.removeOne(id);
      yield;
    }
  }

  private removeOne(id: number): void {
    this.slotsByDocuments.clear();
    const known = this.documents.get(id);
    for (const n of known?.chunks.keys() ?? []) {
      this.index.remove(chunkId(known?.path ?? '', id, n));
    }
    this.documents.delete(id);
  }

  /** The best chunk of each of the best documents, best first. */
  search({ text, vector, readable, wanted, limit }: DocumentQuery): DocumentHit[] {
    const within = this.chunksOf(readable);
    const among = wanted === readable ? within : this.chunksOf(wanted);
    let best: DocumentHit[] = [];
    for (const perDocument of chunksPerDocument) {
      const chunks = limit * perDocument;
      const hits = this.index.hits({
        text,
        vector,
        // If all chunks are searched, no slice is passed: counting within a slice is slower than the index's own
        // counts.
        ...(within.isAll ? {} : { slice: within.slots }),
        ...(among === within ? {} : { mask: among.slots }),
        limit: chunks,
      });
      best = this.bestOf(hits);
      if (best.length >= Math.min(limit, among.documents) || hits.length < chunks) {
        break;
      }
    }
    return best.slice(0, limit);
  }

  /** The best chunk of each document, best first. */
  private bestOf(hits: ReturnType<CollectionIndex['hits']>): DocumentHit[] {
    const best = new Map<number, DocumentHit>();
    for (const { externalId, cosine } of hits) {
      const { id, n } = readChunkId(externalId);
      const chunk = this.documents.get(id)?.chunks[n];
      if (chunk !== undefined && !best.has(id)) {
        best.set(id, { ...chunk, id, cosine });
      }
    }
    return [...best.values()];
  }

  private async embed(text: string): Promise<Float32Array | null> {
    return this.embedderId === builtinEmbedder.id ? ((await builtinEmbedder.embed([text]))[0] ?? null) : null;
  }

  private chunksOf(words: Uint32Array): ChunkSlots {
    const key = Buffer.from(words.buffer).toString('latin1');
    const chunks = this.slotsByDocuments.get(key) ?? this.findChunks(words);
    this.slotsByDocuments.set(key, chunks);
    return chunks;
  }

  /** The chunks of the documents whose bits are set. */
  private findChunks(words: Uint32Array): ChunkSlots {
    const slots = new Bitset(this.index.slots);
    for (let slot = 0; slot < this.documentIds.length; slot++) {
      const id = this.documentIds[slot] as number;
      if ((((words[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1) {
        slots.set(slot);
      }
    }
    slots.and(this.index.live);
    return { slots, isAll: slots.count() === this.index.size, documents: Bitset.ofWords(words).count() };
  }
}

// Hits of equal score are sorted by this id. It starts with the path, because the document id also depends on documents
// that the caller may not read.
function chunkId(path: string, id: number, n: number): string {
  return `${path}\0${String(n).padStart(6, '0')}\0${id}`;
}

function readChunkId(text: string): { readonly id: number; readonly n: number } {
  const [, n, id] = text.split('\0');
  return { id: Number(id), n: Number(n) };
}
