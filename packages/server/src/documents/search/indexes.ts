import { batchesOf } from '../../platform/batches.js';
import type { Database, Transaction } from '../../platform/database/database.js';
import { describeError, type Log } from '../../platform/log.js';
import type { IndexState } from '../../search-runtime/index-state.js';
import { type RemoteIndex, untilDropped } from '../../search-runtime/index-thread.js';
import type { SearchRuntime } from '../../search-runtime/search-runtime.js';
import type { Entry } from '../listing/entries.js';
import type { RepoListing } from '../listing/listings.js';
import { textOf } from '../model/content.js';
import type { Outlines } from '../rendering/index.js';
import { readDocuments } from '../store/documents.js';
import { readObjects } from '../store/index.js';
import { searchedCharacters } from './chunks.js';
import type { DocumentHit, DocumentIndex, DocumentQuery, NewChunk, NewDocument } from './document-index.js';
import { type KeptChunk, keepVectors, loadVectors } from './queries.js';

/** Dependencies of the indexes. */
export interface IndexDependencies extends Pick<SearchRuntime, 'embedders' | 'cache' | 'thread'> {
  readonly database: Database;
  readonly log: Log;
  readonly outlines: Outlines;
  readonly clock: () => Date;
}

/** Documents per batch. A search waits for one batch at most. */
const batchDocuments = 16;
const batchBytes = 512 * 1024;
/** How long after a provider's failure it is called again. */
const retryMs = 60_000;
/** Maximum size of files whose content is searched. Larger files are found by their names alone. */
const searchedBytes = 4 * 1024 * 1024;

/** A chunk that was found, and the entry of its document. */
export interface Found {
  readonly hit: DocumentHit;
  readonly entry: Entry;
}

interface WorkspaceState {
  readonly remote: RemoteIndex<DocumentIndex>;
  /** The listings that the latest search saw. */
  seen: readonly RepoListing[];
  /** Their entries by id. */
  present: ReadonlyMap<number, Entry>;
  /** Ids of the indexed entries. */
  readonly indexed: Set<number>;
  /** Entries in the index whose documents do not exist. */
  gone: Set<number>;
  /** Entries that are not indexed yet, by id. */
  missing: Map<number, Entry>;
  /** Entries without vectors, because a provider failed. They are found by their words until `retryAt`. */
  readonly failed: Map<number, Entry>;
  retryAt: number;
  update: Promise<void> | undefined;
  /** Whether all documents have been indexed once. */
  isBuilt: boolean;
}

/**
 * The document indexes of this process. Listed documents are split, embedded and indexed in the background. Vectors are
 * stored in the database by content.
 */
export class DocumentIndexes {
  private readonly workspaces = new Map<string, WorkspaceState>();
  private closed = false;

  constructor(private readonly dependencies: IndexDependencies) {}

  /**
   * Brings a workspace's index up to date with the listings. Returns its state before, and the update, which resolves
   * at once if nothing has to be done.
   */
  follow(
    workspaceId: string,
    listings: readonly RepoListing[],
  ): { readonly state: IndexState; readonly update: Promise<void> } {
    const state = this.state(workspaceId);
    recordChanges(state, listings);
    retry(state, this.dependencies.clock().getTime());
    if (state.update === undefined && !isComplete(state)) {
      const fill = () => untilDropped(() => state.remote.keepDuring(() => this.fill(workspaceId, state)));
      state.update = (state.isBuilt ? fill() : this.dependencies.cache.build(fill)).finally(() => {
        state.update = undefined;
      });
      state.update.catch((error: unknown) =>
        this.dependencies.log.warn({ error: describeError(error) }, 'documents could not be indexed'),
      );
    }
    return { state: stateOf(state), update: state.update ?? Promise.resolve() };
  }

  /** The best chunk of each of the best matching documents. Undefined if the index was dropped. */
  async search(workspaceId: string, query: Omit<DocumentQuery, 'vector'>): Promise<readonly Found[] | undefined> {
    const { embedders } = this.dependencies;
    const vector = await embedders.current.embedQuery(query.text);
    const state = this.workspaces.get(workspaceId);
    const hits = await untilDropped(async () => state?.remote.call('search', { ...query, vector }));
    return hits?.flatMap((hit) => {
      const entry = state?.present.get(hit.id);
      return entry === undefined ? [] : [{ hit, entry }];
    });
  }

  /** Stops indexing after the current batches. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled([...this.workspaces.values()].map(({ update }) => update));
  }

  private state(workspaceId: string): WorkspaceState {
    const { cache, thread, embedders } = this.dependencies;
    const state = this.workspaces.get(workspaceId) ?? {
      remote: thread.create<DocumentIndex>('documents', embedders.current.embedderId, () => {
        this.workspaces.delete(workspaceId);
      }),
      seen: [],
      present: new Map(),
      indexed: new Set(),
      gone: new Set(),
      missing: new Map(),
      failed: new Map(),
      retryAt: 0,
      update: undefined,
      isBuilt: false,
    };
    this.workspaces.set(workspaceId, state);
    cache.use(state.remote);
    return state;
  }

  private async fill(workspaceId: string, state: WorkspaceState): Promise<void> {
    const { remote } = state;
    try {
      while (!this.closed && !isComplete(state)) {
        if (state.gone.size > 0) {
          const ids = [...state.gone];
          await remote.call('remove', ids);
          for (const id of ids) {
            state.indexed.delete(id);
            state.gone.delete(id);
          }
        }
        const batch = nextBatch(state);
        await this.index(workspaceId, state, batch);
        for (const { id } of batch) {
          state.indexed.add(id);
          state.missing.delete(id);
          if (!state.present.has(id)) {
            state.gone.add(id);
          }
        }
      }
      state.isBuilt = true;
    } finally {
      this.dependencies.cache.freeMemory();
    }
  }

  /** Reads, splits, embeds and indexes documents of one repo. */
  private async index(workspaceId: string, state: WorkspaceState, batch: readonly Entry[]): Promise<void> {
    const repoId = batch[0]?.repo.id;
    if (repoId === undefined) {
      return;
    }
    const { embedderId } = this.dependencies.embedders.current;
    const documents = await this.load(workspaceId, repoId, batch);
    const chunks = await state.remote.call('put', documents);
    const blobs = new Map(batch.map((entry) => [entry.id, blobOf(entry)]));
    const embedded = await this.embedded(chunks);
    const failed = new Set(embedded.flatMap(({ id, vector }) => (vector === null ? [id] : [])));
    for (const entry of batch) {
      state.failed.delete(entry.id);
      if (failed.has(entry.id)) {
        state.failed.set(entry.id, entry);
        state.retryAt = this.dependencies.clock().getTime() + retryMs;
      }
    }
    const kept = embedded.flatMap(({ id, vector, ...chunk }): KeptChunk[] => {
      const blob = blobs.get(id);
      return vector === null || blob === undefined ? [] : [{ ...chunk, vector, blob }];
    });
    if (kept.length === 0) {
      return;
    }
    await this.dependencies.database.inWorkspace(workspaceId, (transaction) =>
      keepVectors(transaction, { repoId, embedderId }, unique(kept)),
    );
    if (embedded !== chunks) {
      // The vectors are stored by now, so index the documents again with them.
      const again = await this.load(workspaceId, repoId, batch);
      await state.remote.call('put', again);
    }
  }

  private async load(workspaceId: string, repoId: string, batch: readonly Entry[]): Promise<NewDocument[]> {
    const documents = await this.read(workspaceId, repoId, batch);
    const texts = documents.map(({ path, text }) => ({ path, text: text?.slice(0, searchedCharacters) ?? '' }));
    const outlines = await this.dependencies.outlines.of(workspaceId, texts);
    return documents.map((document, index) => ({ ...document, outline: outlines[index] ?? null }));
  }

  private read(workspaceId: string, repoId: string, batch: readonly Entry[]): Promise<Omit<NewDocument, 'outline'>[]> {
    const { embedderId } = this.dependencies.embedders.current;
    const searched = batch.filter(({ row }) => row.size <= searchedBytes).map(blobOf);
    const find = async (transaction: Transaction) => {
      const [documents, contents, vectors] = await Promise.all([
        readDocuments(
          transaction,
          batch.map(({ repo, row }) => ({ repo: repo.name, path: row.path })),
        ),
        readObjects(transaction, repoId, searched),
        loadVectors(transaction, { repoId, embedderId }, batch.map(blobOf)),
      ]);
      return batch.flatMap(({ id, path, row }) => {
        const document = documents.get(path);
        // Skip a document that changed after it was listed. Its new version is another entry.
        if (document?.blob.toString('hex') !== row.blob) {
          return [];
        }
        const content = contents.get(row.blob);
        const text = content === undefined ? null : textOf(content, document.media_type);
        return [{ id, path, title: document.title, text, vectors: vectors.get(row.blob) ?? [] }];
      });
    };
    return this.dependencies.database.inWorkspace(workspaceId, find, 'read');
  }

  /**
   * Adds a provider's vectors to chunks, if the thread cannot compute them. A chunk without a vector is found by its
   * words.
   */
  private async embedded(chunks: readonly NewChunk[]): Promise<readonly NewChunk[]> {
    const { current } = this.dependencies.embedders;
    if (current.isInstant || chunks.length === 0) {
      return chunks;
    }
    const outcomes = await current.embed(chunks.map(({ embedded }) => embedded));
    return chunks.map((chunk, index) => {
      const outcome = outcomes[index];
      return { ...chunk, vector: outcome instanceof Uint8Array ? outcome : null };
    });
  }
}

/** Records what changed in the listings. If an array is the same object, its entries are unchanged. */
function recordChanges(state: WorkspaceState, listings: readonly RepoListing[]): void {
  const { seen, indexed } = state;
  if (listings.length === seen.length && listings.every(({ entries }, index) => entries === seen[index]?.entries)) {
    return;
  }
  state.seen = listings;
  const present = new Map(listings.flatMap((listing) => listing.entries.map((entry) => [entry.id, entry])));
  state.present = present;
  state.gone = new Set([...indexed].filter((id) => !present.has(id)));
  state.missing = new Map([...present].filter(([id]) => !indexed.has(id)));
  for (const id of state.gone) {
    state.failed.delete(id);
  }
}

/** Marks entries without vectors as missing again when `retryAt` has passed. */
function retry(state: WorkspaceState, now: number): void {
  if (state.failed.size > 0 && now >= state.retryAt) {
    state.retryAt = now + retryMs;
    for (const [id, entry] of state.failed) {
      state.missing.set(id, entry);
    }
  }
}

function stateOf({ isBuilt, update }: WorkspaceState): IndexState {
  return isBuilt ? (update === undefined ? 'current' : 'behind') : 'building';
}

function isComplete({ missing, gone }: WorkspaceState): boolean {
  return missing.size === 0 && gone.size === 0;
}

/** Up to one batch of entries of the same repo that are not indexed yet. */
function nextBatch({ missing }: WorkspaceState): Entry[] {
  const size = { items: batchDocuments, size: batchBytes, sizeOf: ({ row }: Entry) => row.size };
  const [batch = []] = batchesOf(missing.values(), size);
  return batch.filter(({ repo }) => repo.id === batch[0]?.repo.id);
}

function blobOf({ row }: Entry): Buffer {
  return Buffer.from(row.blob, 'hex');
}

/** Removes duplicates, because the same content at two paths is stored once. */
function unique(chunks: readonly KeptChunk[]): KeptChunk[] {
  return [...new Map(chunks.map((chunk) => [`${chunk.blob.toString('hex')} ${chunk.n}`, chunk])).values()];
}
