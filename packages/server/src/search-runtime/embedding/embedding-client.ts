import { limits } from '@tessera/contract';
import { builtinEmbedders, type Embedder } from '@tessera/resolver';
import { decodeVector, encodeVector } from '@tessera/search-engine';
import { type EmbeddingDependencies, type SendBudget, Sender, type TextOutcome } from './sender.js';

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
   * Returns the outcome of each text. Inputs with more failures are sent in smaller calls. A text that makes the
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
  const isInstant = builtinEmbedders.includes(embedder);
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
