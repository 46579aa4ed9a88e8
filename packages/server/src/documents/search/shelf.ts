import { builtinEmbedder, CollectionIndex } from '@tessera/resolver';
import { Bitset, decodeVector, encodeVector } from '@tessera/search-engine';
import type { Steps } from '../../platform/threads/turns.js';
import { type Chunk, cutDocument, wordsOf } from './chunks.js';

/** A chunk's vector as it was stored, with the place that it was made for. */
export interface KnownVector {
  readonly n: number;
  readonly start: number;
  readonly length: number;
  readonly vector: Uint8Array;
}

/** A document to index. `id` is its entry's. */
export interface ShelvedDocument {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly text: string | null;
  readonly vectors: readonly KnownVector[];
}

/** A chunk that had no vector: with the one that was made here, or with the text that it is to be made of. */
export interface NewChunk extends Chunk {
  readonly id: number;
  readonly n: number;
  readonly embedded: string;
  readonly vector: Uint8Array | null;
}

/** Who asks where: documents that exist for the caller, and those of them that are wanted, a bit for each entry. */
export interface ShelfQuery {
  readonly text: string;
  /** Null: the thread makes it itself, or nobody can. */
  readonly vector: Float32Array | null;
  readonly scope: Uint32Array;
  readonly wanted: Uint32Array;
  readonly limit: number;
}

/** The best chunk of a document. */
export interface ShelfHit extends Chunk {
  readonly id: number;
  /** Of the vectors of query and chunk; null where there is none. */
  readonly cosine: number | null;
}

/** What the thread is asked, for one workspace. */
export type ShelfCall =
  | {
      readonly kind: 'put';
      readonly workspaceId: string;
      readonly embedderId: string;
      readonly documents: readonly ShelvedDocument[];
    }
  | { readonly kind: 'remove'; readonly workspaceId: string; readonly ids: readonly number[] }
  | { readonly kind: 'search'; readonly workspaceId: string; readonly query: ShelfQuery }
  | { readonly kind: 'drop'; readonly workspaceId: string };

/** Chunks that had no vector, hits, or nothing. */
export type ShelfAnswer = {
  readonly chunks?: readonly NewChunk[];
  readonly hits?: readonly ShelfHit[];
  readonly bytes?: number;
};

/** Chunks for each wanted document that are looked at, and again where a few long ones have taken all of them. */
const chunksPerDocument = [4, 64] as const;

/** Sets of documents whose chunks are remembered at a time. */
const scopesKept = 64;

/** The chunks of some documents, a bit for each slot of the index. */
interface ChunkScope {
  readonly slots: Bitset;
  /** Whether these are all that there are. */
  readonly isAll: boolean;
  /** How many documents these are of. */
  readonly documents: number;
}

/** The indexes of documents, one a workspace, in the thread that has them. */
export class DocumentShelf {
  readonly #indexes = new Map<string, WorkspaceIndex>();

  /** Carries out one call, chunk by chunk. */
  async *answer(call: ShelfCall): Steps<ShelfAnswer> {
    switch (call.kind) {
      case 'put': {
        const index = this.#indexes.get(call.workspaceId) ?? new WorkspaceIndex(call.embedderId);
        this.#indexes.set(call.workspaceId, index);
        const chunks: NewChunk[] = [];
        for (const document of call.documents) {
          chunks.push(...(yield* index.put(document)));
        }
        return { chunks, bytes: index.bytes };
      }
      case 'remove':
        this.#indexes.get(call.workspaceId)?.remove(call.ids);
        return {};
      case 'search':
        return { hits: (await this.#indexes.get(call.workspaceId)?.search(call.query)) ?? [] };
      case 'drop':
        this.#indexes.delete(call.workspaceId);
        return {};
    }
  }
}

interface Shelved {
  readonly path: string;
  readonly chunks: readonly Chunk[];
}

class WorkspaceIndex {
  readonly #index: CollectionIndex;
  readonly #documents = new Map<number, Shelved>();
  /** The id of the document whose chunk is, or was, in each of the index's slots. */
  readonly #holders: number[] = [];
  /** What was asked for, by the documents' bits, as it is until the next change. */
  readonly #scopes = new Map<string, ChunkScope>();

  constructor(readonly embedderId: string) {
    this.#index = new CollectionIndex({ embedderId });
  }

  get bytes(): number {
    return this.#index.bytes;
  }

  async *put(document: ShelvedDocument): Steps<NewChunk[]> {
    const { id, path, title } = document;
    this.remove([id]);
    const chunks = cutDocument(document);
    const added: NewChunk[] = [];
    for (const [n, chunk] of chunks.entries()) {
      const { indexed, embedded } = wordsOf(document, title, chunk);
      const stored = document.vectors.find(
        (one) => one.n === n && one.start === chunk.start && one.length === chunk.length,
      );
      const vector = stored === undefined ? await this.#embed(embedded) : decodeVector(stored.vector);
      if (stored === undefined) {
        added.push({ ...chunk, id, n, embedded, vector: vector === null ? null : encodeVector(vector) });
      }
      const slot = this.#index.upsert({ externalId: chunkId(path, id, n), text: indexed, identifiers: [], vector });
      this.#holders[slot] = id;
      yield;
    }
    this.#documents.set(id, { path, chunks });
    return added;
  }

  remove(ids: readonly number[]): void {
    this.#scopes.clear();
    for (const id of ids) {
      const known = this.#documents.get(id);
      for (const n of known?.chunks.keys() ?? []) {
        this.#index.remove(chunkId(known?.path ?? '', id, n));
      }
      this.#documents.delete(id);
    }
  }

  async search({ text, vector, scope, wanted, limit }: ShelfQuery): Promise<ShelfHit[]> {
    const known = vector ?? (await this.#embed(text));
    const within = this.#scopeOf(scope);
    const among = wanted === scope ? within : this.#scopeOf(wanted);
    let best: ShelfHit[] = [];
    for (const perDocument of chunksPerDocument) {
      const chunks = limit * perDocument;
      const hits = this.#index.hits({
        text,
        vector: known,
        // Counting inside a scope costs more than what is counted already.
        ...(within.isAll ? {} : { scope: within.slots }),
        ...(among === within ? {} : { mask: among.slots }),
        limit: chunks,
      });
      best = this.#bestOf(hits);
      if (best.length >= Math.min(limit, among.documents) || hits.length < chunks) {
        break;
      }
    }
    return best.slice(0, limit);
  }

  /** The best chunk of each document, best first. */
  #bestOf(hits: ReturnType<CollectionIndex['hits']>): ShelfHit[] {
    const best = new Map<number, ShelfHit>();
    for (const { externalId, cosine } of hits) {
      const { id, n } = readChunkId(externalId);
      const chunk = this.#documents.get(id)?.chunks[n];
      if (chunk !== undefined && !best.has(id)) {
        best.set(id, { ...chunk, id, cosine });
      }
    }
    return [...best.values()];
  }

  async #embed(text: string): Promise<Float32Array | null> {
    return this.embedderId === builtinEmbedder.id ? ((await builtinEmbedder.embed([text]))[0] ?? null) : null;
  }

  #scopeOf(words: Uint32Array): ChunkScope {
    const key = Buffer.from(words.buffer).toString('latin1');
    const scope = this.#scopes.get(key) ?? this.#readScope(words);
    // The one used last is the last one to go.
    this.#scopes.delete(key);
    this.#scopes.set(key, scope);
    const [oldest] = this.#scopes.keys();
    if (this.#scopes.size > scopesKept && oldest !== undefined) {
      this.#scopes.delete(oldest);
    }
    return scope;
  }

  /** The chunks of the documents whose bits are set. */
  #readScope(words: Uint32Array): ChunkScope {
    const slots = new Bitset(this.#index.slots);
    for (let slot = 0; slot < this.#holders.length; slot++) {
      const id = this.#holders[slot] as number;
      if ((((words[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1) {
        slots.set(slot);
      }
    }
    slots.and(this.#index.live);
    return { slots, isAll: slots.count() === this.#index.size, documents: Bitset.ofWords(words).count() };
  }
}

// Equals come in the order of these ids, which therefore begin with the path: the rest depends on what others wrote.
function chunkId(path: string, id: number, n: number): string {
  return `${path}\0${String(n).padStart(6, '0')}\0${id}`;
}

function readChunkId(text: string): { readonly id: number; readonly n: number } {
  const [, n, id] = text.split('\0');
  return { id: Number(id), n: Number(n) };
}
