import { builtinEmbedder, type Embedder, meaningTable } from '@tessera/resolver';
import { decodeVector } from '@tessera/search-engine';
import type { Settings } from '../../platform/settings.js';
import type { Aside } from '../../platform/turns/fair-gate.js';
import { createEmbeddingClient, type EmbeddingClient } from './embedding-client.js';
import { createEmbedder, isReachable } from './provider.js';
import type { EmbeddingDependencies } from './sender.js';

/** The vectors of one query, by embedder id. If a vector could not be computed, its embedder is missing. */
export type QueryVectors = ReadonlyMap<string, Float32Array>;

/** The embedders of the service. */
export interface Embedders {
  /** The embedder in `SVC_EMBEDDER`, which computes all new vectors. */
  readonly current: EmbeddingClient;
  /**
   * Computes the vectors of queries with the current embedder, and with earlier ones that have stored vectors. Returns
   * them by query text; skips the empty text. Waits for a provider `outOfTurn`.
   */
  embedQueries(
    texts: readonly string[],
    embedderIds: readonly string[],
    outOfTurn?: Aside,
  ): Promise<ReadonlyMap<string, QueryVectors>>;
  /** The current embedder, and earlier ones that were used for a query. */
  known(): EmbeddingClient[];
}

/** Dependencies of the embedders. */
export interface EmbeddersDependencies extends EmbeddingDependencies {
  /** Computes vectors with the built-in embedder in another thread. If absent, they are computed in this thread. */
  readonly embedBuiltin?: Embedder['embed'];
}

/** Creates the embedders of the settings. Earlier embedders are used while the settings can still reach them. */
export function createEmbedders(settings: Settings, dependencies: EmbeddersDependencies): Embedders {
  const embedder = createEmbedder(settings.SVC_EMBEDDER, settings);
  const { embedBuiltin } = dependencies;
  const ofTexts = embedder === builtinEmbedder && embedBuiltin ? { ...embedder, embed: embedBuiltin } : embedder;
  const current = createEmbeddingClient(embedder, dependencies, ofTexts);
  if (embedder === builtinEmbedder) {
    // Loaded before threads start, because each thread would otherwise load a table of its own.
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
    embedQueries: async (texts, embedderIds, outOfTurn = (aside) => aside()) => {
      const distinct = [...new Set(texts)].filter((text) => text !== '');
      const used = among(embedderIds);
      // Leaving the turn would cost more than computing a vector with an instant embedder.
      const isInstant = used.every((embedding) => embedding.isInstant);
      return isInstant ? vectorsBy(used, distinct) : outOfTurn(() => vectorsBy(used, distinct));
    },
  };
}

/** The vectors that several embedders compute, by text. */
async function vectorsBy(
  used: readonly EmbeddingClient[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, QueryVectors>> {
  const made = await Promise.all(used.map((embedding) => queryVectors(embedding, texts)));
  return new Map(
    texts.map((text, position) => {
      const vectors = used.flatMap(({ embedderId }, at) => {
        const vector = made[at]?.[position] ?? null;
        return vector === null ? [] : [[embedderId, vector] as const];
      });
      return [text, new Map(vectors)];
    }),
  );
}

/** The vectors of one embedder in the order of the inputs. Null for an input whose vector could not be computed. */
async function queryVectors(embedding: EmbeddingClient, texts: readonly string[]): Promise<(Float32Array | null)[]> {
  const [only, ...others] = texts;
  if (only === undefined || others.length === 0) {
    return only === undefined ? [] : [await embedding.embedQuery(only)];
  }
  const outcomes = await embedding.embed(texts);
  return outcomes.map((outcome) => (outcome instanceof Uint8Array ? decodeVector(outcome) : null));
}
