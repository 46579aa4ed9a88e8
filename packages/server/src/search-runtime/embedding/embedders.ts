import { builtinEmbedder, type Embedder, meaningTable } from '@tessera/resolver';
import { decodeVector } from '@tessera/search-engine';
import type { Settings } from '../../platform/settings.js';
import { createEmbeddingClient, type EmbeddingClient } from './embedding-client.js';
import { createEmbedder, isReachable } from './provider.js';
import type { EmbeddingDependencies } from './sender.js';

/** A query as each embedder's vector of it, by the embedder's id. One that could not be made is missing. */
export type QueryVectors = ReadonlyMap<string, Float32Array>;

/** What makes vectors for the service. */
export interface Embedders {
  /** The one that `SVC_EMBEDDER` names: it makes every new vector. */
  readonly current: EmbeddingClient;
  /** A query's vector by the current embedder, and by those of before whose vectors still serve. */
  embedQuery(text: string, embedderIds: readonly string[]): Promise<QueryVectors>;
  /** The same for many queries, in their order. */
  embedQueries(texts: readonly string[], embedderIds: readonly string[]): Promise<QueryVectors[]>;
  /** The current one, and those of before that a query has asked. */
  known(): EmbeddingClient[];
  /** Whether such a query costs so little that nobody need wait for it. */
  areInstant(embedderIds: readonly string[]): boolean;
}

/** What embedders are made with. */
export interface EmbeddersDependencies extends EmbeddingDependencies {
  /** Makes the built-in embedder's vectors of all but queries; made on the spot where it is absent. */
  readonly embedBuiltin?: Embedder['embed'];
}

/** Embedders of these settings. Those of before are asked as long as the settings still reach them. */
export function createEmbedders(settings: Settings, dependencies: EmbeddersDependencies): Embedders {
  const embedder = createEmbedder(settings.SVC_EMBEDDER, settings);
  const { embedBuiltin } = dependencies;
  const ofTexts = embedder === builtinEmbedder && embedBuiltin ? { ...embedder, embed: embedBuiltin } : embedder;
  const current = createEmbeddingClient(embedder, dependencies, ofTexts);
  if (embedder === builtinEmbedder) {
    // Before any thread is started that would read a table of its own.
    meaningTable();
  }
  const known = new Map<string, EmbeddingClient>([[current.embedderId, current]]);
  const find = (embedderId: string): EmbeddingClient | undefined => {
    if (!known.has(embedderId) && isReachable(embedderId, settings)) {
      known.set(embedderId, createEmbeddingClient(createEmbedder(embedderId, settings), dependencies));
    }
    return known.get(embedderId);
  };
  const among = (embedderIds: readonly string[]): EmbeddingClient[] =>
    [...new Set([current.embedderId, ...embedderIds])].map(find).filter((embedding) => embedding !== undefined);
  return {
    current,
    known: () => [...known.values()],
    embedQuery: async (text, embedderIds) => {
      const vectors = await Promise.all(
        among(embedderIds).map(async (embedding) => [embedding.embedderId, await embedding.embedQuery(text)] as const),
      );
      return new Map(vectors.flatMap(([id, vector]) => (vector === null ? [] : [[id, vector] as const])));
    },
    embedQueries: async (texts, embedderIds) => {
      const made = await Promise.all(
        among(embedderIds).map(async (embedding) => [embedding.embedderId, await embedding.embed(texts)] as const),
      );
      return texts.map((_, position) => {
        const vectors = made.flatMap(([id, outcomes]) => {
          const outcome = outcomes[position];
          return outcome instanceof Uint8Array ? [[id, decodeVector(outcome)] as const] : [];
        });
        return new Map(vectors);
      });
    },
    areInstant: (embedderIds) => among(embedderIds).every((embedding) => embedding.isInstant),
  };
}
