import { limits } from '@tessera/contract';
import { builtinEmbedders, type Embedder } from '@tessera/resolver';
import { decodeVector, encodeVector } from '@tessera/search-engine';
import { type EmbeddingDependencies, type SendBudget, Sender, type TextOutcome } from './sender.js';

/** Maximum inputs per call to a provider. */
export const batchSize = 64;
/**
 * Maximum inputs per call to the built-in embedder, which never fails: a whole page, because each call waits for two
 * threads.
 */
const instantBatchSize = limits.recordsPerCall;
/** Divisor of the batch size after each failure. */
const shrinking = 4;
/**
 * Maximum failed calls that are halved for one caller. A provider that fails at every text must not delay a write for
 * long.
 */
const maxSplits = 32;
/** Forced calls start no later than this. */
const forcedForMs = limits.patienceSeconds * 1_000;

/** Options of a session. */
export interface SessionOptions {
  /** Number of calls that are sent even if the circuit is open. */
  readonly forcedCalls?: number | undefined;
  /** Stops starting calls when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The input of one caller, in any number of parts with a shared budget: forced calls, splits of failed calls, at most
 * three hanging calls, and none after the provider is found to be down.
 */
export interface EmbedSession {
  /**
   * Returns the outcome of each text. The more failures inputs have, the fewer share a call. A text that hangs the
   * provider looks like an outage and is not split, but in this way it is finally sent alone.
   */
  send(texts: readonly string[], failures: number): Promise<TextOutcome[]>;
}

/** Computes vectors. A failing provider costs vectors, but never fails a write or a query. */
export interface EmbeddingClient {
  readonly embedderId: string;
  /** Whether embedding is so fast that callers can wait for it. */
  readonly isInstant: boolean;
  /** Returns the outcome of each text, none of which has failed before. */
  embed(texts: readonly string[]): Promise<TextOutcome[]>;
  /** Starts a session for inputs in several parts. */
  begin(options?: SessionOptions): EmbedSession;
  /** Whether calls are paused because the provider keeps failing. */
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
      // Round as in a batch of queries, so that both have the same verdict.
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
