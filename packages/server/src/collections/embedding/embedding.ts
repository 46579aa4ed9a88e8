import { builtinEmbedder, type Embedder, encodeVector } from '@tessera/resolver';
import { describeError, type Log } from '../../platform/log.js';
import { Circuit } from './circuit.js';

/** Texts that one call to a provider may carry. */
const batchSize = 64;

/** Makes vectors for the service. A provider that fails costs a vector, never a write or an answer. */
export interface Embedding {
  readonly embedderId: string;
  /** Whether a vector costs so little that nobody need wait for it. */
  readonly isInstant: boolean;
  /** One vector per text, null where none could be made now; texts that are empty have none. */
  embed(texts: readonly string[]): Promise<(Uint8Array | null)[]>;
  /** The vector of a query; null while the provider is down. */
  embedQuery(text: string): Promise<Float32Array | null>;
}

/** Whether a provider refused what it was sent, such as a text that is too long for its model. */
function isRefusalOfTexts(error: unknown): boolean {
  return (
    error instanceof Error &&
    'status' in error &&
    (error.status === 400 || error.status === 413 || error.status === 422)
  );
}

/** What every embedding is made with. */
export interface EmbeddingParts {
  readonly log: Log;
  readonly clock: () => Date;
}

/** Wraps a provider with batching and a circuit that opens while it is down. */
export function createEmbedding(embedder: Embedder, { log, clock }: EmbeddingParts): Embedding {
  const circuit = new Circuit(clock);
  const attempt = async (texts: readonly string[]): Promise<(Float32Array | null)[]> => {
    if (!circuit.allows()) {
      return texts.map(() => null);
    }
    try {
      const vectors = await embedder.embed(texts);
      circuit.succeeded();
      return vectors;
    } catch (error) {
      log.warn({ embedder: embedder.id, texts: texts.length, error: describeError(error) }, 'embedding failed');
      if (!isRefusalOfTexts(error)) {
        circuit.failed();
        return texts.map(() => null);
      }
      // The provider works: one text that it will not take must not keep the others of its batch from their vectors.
      const half = Math.ceil(texts.length / 2);
      return texts.length === 1
        ? [null]
        : [...(await attempt(texts.slice(0, half))), ...(await attempt(texts.slice(half)))];
    }
  };
  return {
    embedderId: embedder.id,
    isInstant: embedder === builtinEmbedder,
    embed: async (texts) => {
      const places = texts.flatMap((text, place) => (text === '' ? [] : [place]));
      const vectors: (Uint8Array | null)[] = texts.map(() => null);
      for (let start = 0; start < places.length; start += batchSize) {
        const batch = places.slice(start, start + batchSize);
        const made = await attempt(batch.map((place) => texts[place] ?? ''));
        for (const [index, place] of batch.entries()) {
          const vector = made[index];
          vectors[place] = vector ? encodeVector(vector) : null;
        }
      }
      return vectors;
    },
    embedQuery: async (text) => (await attempt([text]))[0] ?? null,
  };
}
