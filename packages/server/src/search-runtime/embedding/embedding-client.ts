import { limits } from '@tessera/contract';
import { builtinEmbedders, type Embedder } from '@tessera/resolver';
import { decodeVector, encodeVector } from '@tessera/search-engine';
import { type EmbeddingDependencies, type SendBudget, Sender, type TextOutcome } from './sender.js';

/** Texts that one call to a provider may carry. */
export const batchSize = 64;
/** The built-in embedder fails at none: a call of its thread carries all of a page, because each waits for two threads. */
const instantBatchSize = limits.recordsPerCall;
/** How many times fewer it carries after each failure. */
const shrinking = 4;
/** Broken calls that are halved for one caller: a provider that breaks at every text must not hold up a write for long. */
const maxSplits = 32;
/** Forced calls start no later than this. */
const forcedForMs = limits.patienceSeconds * 1_000;

/** What a caller that sends texts is ready to do for them. */
export interface SessionOptions {
  /** How many calls go out even where the provider has failed so often that it would be left alone. */
  readonly forcedCalls?: number | undefined;
  /** No call begins once it says stop. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One caller's texts, in any number of parts. All parts share one budget: the forced calls, the splits of failed calls, at
 * most three calls that hang, and none once the provider is found to be down.
 */
export interface EmbedSession {
  /**
   * Returns each text's outcome. The more often texts have failed, the fewer share one call: a text that hangs the provider,
   * which looks like an outage and is not split, ends up alone.
   */
  send(texts: readonly string[], failures: number): Promise<TextOutcome[]>;
}

/** Makes vectors for the service. A provider that fails costs a vector, never a write or an answer. */
export interface EmbeddingClient {
  readonly embedderId: string;
  /** Whether a vector costs so little that nobody need wait for it. */
  readonly isInstant: boolean;
  /** What became of each text, of which none has failed before. */
  embed(texts: readonly string[]): Promise<TextOutcome[]>;
  /** For texts in several parts. */
  begin(options?: SessionOptions): EmbedSession;
  /** Whether the provider is left alone for a while, because it keeps failing. */
  isCircuitOpen(): boolean;
  /** The vector of a query; null while the provider is down. */
  embedQuery(text: string): Promise<Float32Array | null>;
}

/** Wraps a provider with batching and a circuit that opens while it is down. `ofTexts` makes its vectors of all but queries. */
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
      // Rounded as in a list of queries, so that both have the same verdict.
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
