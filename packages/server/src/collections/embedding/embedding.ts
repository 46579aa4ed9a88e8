import { builtinEmbedder, type Embedder, encodeVector } from '@tessera/resolver';
import { describeError, type Log } from '../../platform/log.js';
import { Circuit } from './circuit.js';

/** Texts that one call to a provider may carry. */
const batchSize = 64;
/** How many times fewer it carries after each failure. */
const shrinking = 4;

/** A text that no provider has a reason to fail at. One that hangs is not waited for long again. */
const harmless = { texts: ['text'], waitMs: 2_000 } as const;

/** Makes vectors for the service. A provider that fails costs a vector, never a write or an answer. */
export interface Embedding {
  readonly embedderId: string;
  /** Whether a vector costs so little that nobody need wait for it. */
  readonly isInstant: boolean;
  /**
   * One vector per text, null where none could be made now; texts that are empty have none. Texts that have failed before
   * share a call with the fewer others the more often they have: one that breaks every call ends up alone.
   */
  embed(texts: readonly string[], failures?: number): Promise<(Uint8Array | null)[]>;
  /** The vector of a query; null while the provider is down. */
  embedQuery(text: string): Promise<Float32Array | null>;
}

/** Whether a provider refused what it was sent, such as a text that is too long for its model. */
function isRefusalOfTexts(error: unknown): boolean {
  const status = statusOf(error);
  return status === 400 || status === 413 || status === 422;
}

/** A provider answered, but with nothing that could be used. */
class UnusableVectorsError extends Error {}

/** Whether a provider answered in a way for which one of the texts may be to blame. */
function mayBlameText(error: unknown): boolean {
  return error instanceof UnusableVectorsError || (statusOf(error) ?? 0) >= 500;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

function isUsable(vector: Float32Array): boolean {
  return vector.length > 0 && vector.every(Number.isFinite);
}

/** The vectors of texts, null for a text whose vector is of no use. Throws where none is of any. */
async function usableVectors(
  embedder: Embedder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const vectors = (await embedder.embed(texts, signal)).map((vector) => (isUsable(vector) ? vector : null));
  if (vectors.every((vector) => vector === null)) {
    throw new UnusableVectorsError(`the embedding provider gave no usable vector for any of ${texts.length} texts`);
  }
  return vectors;
}

/** Whether a provider that has just failed works for another text. */
async function works(embedder: Embedder): Promise<boolean> {
  try {
    await usableVectors(embedder, harmless.texts, AbortSignal.timeout(harmless.waitMs));
    return true;
  } catch {
    return false;
  }
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
      const vectors = await usableVectors(embedder, texts);
      circuit.succeeded();
      return vectors;
    } catch (error) {
      log.warn({ embedder: embedder.id, texts: texts.length, error: describeError(error) }, 'embedding failed');
      if (!isRefusalOfTexts(error)) {
        // Whoever sends a text that breaks the provider must not keep all others from it.
        if (mayBlameText(error) && (await works(embedder))) {
          circuit.succeeded();
        } else {
          circuit.failed();
        }
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
    embed: async (texts, failures = 0) => {
      const perCall = Math.ceil(batchSize / shrinking ** failures);
      const places = texts.flatMap((text, place) => (text === '' ? [] : [place]));
      const vectors: (Uint8Array | null)[] = texts.map(() => null);
      for (let start = 0; start < places.length; start += perCall) {
        const batch = places.slice(start, start + perCall);
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
