import { limits } from '@tessera/contract';
import { builtinEmbedder, type Embedder, meaningTable } from '@tessera/resolver';
import { decodeVector, encodeVector } from '@tessera/search-engine';
import type { Settings } from '../../platform/settings.js';
import type { OutOfTurn } from '../../platform/turns/fair-gate.js';
import { createEmbedder, isReachable } from './provider.js';
import { type EmbeddingDependencies, type SendBudget, Sender, type TextOutcome } from './sender.js';

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
    outOfTurn?: OutOfTurn,
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
  const found = await Promise.all(used.map((embedding) => queryVectors(embedding, texts)));
  return new Map(
    texts.map((text, position) => {
      const vectors = used.flatMap(({ embedderId }, at) => {
        const vector = found[at]?.[position] ?? null;
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

/** Maximum inputs per call to a provider. */
export const batchSize = 64;
/**
 * Maximum inputs per call to the built-in embedder, which never fails. A call costs two switches between threads, so it
 * contains a whole page of records.
 */
const instantBatchSize = limits.recordsPerCall;
/** After each failure, the batch size is divided by this. */
const shrinking = 4;
/**
 * How many failed calls are halved for one caller. Without a limit, a provider that fails at every text would delay a
 * write for long.
 */
const maxSplits = 32;
/** Forced calls are started only within this time. */
const forcedForMs = limits.patienceSeconds * 1_000;

/** Options of a session. */
export interface SessionOptions {
  /** Number of calls that are sent even if the circuit is open. */
  readonly forcedCalls?: number | undefined;
  /** When aborted, no further calls are started. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Embeds the inputs of one caller, sent in any number of parts. All parts share one budget: forced calls, splits of
 * failed calls, and at most three calls that hang. After the provider is found to be down, no calls are made.
 */
export interface EmbedSession {
  /**
   * Returns the outcome of each text. Inputs with more failures are sent in smaller calls. A string that makes the
   * provider hang looks like an outage, so its call is not split; because of the smaller calls it is finally sent
   * alone.
   */
  send(texts: readonly string[], failures: number): Promise<TextOutcome[]>;
}

/** Computes vectors. A failing provider costs vectors, but never fails a write or a query. */
export interface EmbeddingClient {
  readonly embedderId: string;
  /** Whether embedding is so fast that a write can wait for it. */
  readonly isInstant: boolean;
  /** Returns the outcome of each text. None of them may have failed before. */
  embed(texts: readonly string[]): Promise<TextOutcome[]>;
  /** Starts a session for inputs in several parts. */
  begin(options?: SessionOptions): EmbedSession;
  /** Whether calls are suspended because the provider keeps failing. */
  isCircuitOpen(): boolean;
  /** Returns the vector of a query; null while the provider is down. */
  embedQuery(text: string): Promise<Float32Array | null>;
}

/** Wraps a provider with batching and a circuit breaker. `ofTexts` computes all vectors except those of queries. */
export function createEmbeddingClient(
  embedder: Embedder,
  dependencies: EmbeddingDependencies,
  ofTexts = embedder,
): EmbeddingClient {
  const sender = new Sender(ofTexts, dependencies);
  const querySender = ofTexts === embedder ? sender : new Sender(embedder, dependencies);
  const isInstant = embedder === builtinEmbedder;
  const size = isInstant ? instantBatchSize : batchSize;
  const begin = (options: SessionOptions = {}) => beginSession(sender, dependencies, { ...options, size });
  return {
    embedderId: embedder.id,
    isInstant,
    begin,
    isCircuitOpen: () => sender.isCircuitOpen,
    embed: (texts) => begin().send(texts, 0),
    embedQuery: async (text) => {
      const [outcome] = await querySender.send([text], newBudget({ splitsLeft: 0, until: 0 }));
      // Rounded like the vectors of a batch of queries, so that a query has the same verdict in both.
      return outcome instanceof Float32Array ? decodeVector(encodeVector(outcome)) : null;
    },
  };
}

function newBudget(budget: Pick<SendBudget, 'splitsLeft' | 'until'> & Partial<SendBudget>): SendBudget {
  return { forcedCallsLeft: 0, hangs: 0, isDown: false, ...budget };
}

function beginSession(
  sender: Sender,
  { clock }: EmbeddingDependencies,
  options: SessionOptions & { readonly size: number },
): EmbedSession {
  const { forcedCalls = 0, signal, size } = options;
  const until = clock().getTime() + forcedForMs;
  const budget = newBudget({ splitsLeft: maxSplits, forcedCallsLeft: forcedCalls, until, signal });
  return {
    send: async (texts, failures) => {
      const perCall = Math.ceil(size / shrinking ** failures);
      const outcomes: TextOutcome[] = [];
      while (outcomes.length < texts.length) {
        const sent = await sender.send(texts.slice(outcomes.length, outcomes.length + perCall), budget);
        outcomes.push(...sent.map((outcome) => (typeof outcome === 'string' ? outcome : encodeVector(outcome))));
      }
      return texts.map((_, index) => outcomes[index] ?? 'untried');
    },
  };
}
