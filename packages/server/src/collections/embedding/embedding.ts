import { limits } from '@tessera/contract';
import { builtinEmbedders, type Embedder, encodeVector } from '@tessera/resolver';
import { type Effort, type EmbeddingParts, isSpent, Sender, type TextOutcome } from './sender.js';

/** Texts that one call to a provider may carry. */
const batchSize = 64;
/** How many times fewer it carries after each failure. */
const shrinking = 4;
/** Broken calls that are halved for one caller: a provider that breaks at every text must not hold up a write for long. */
const halvingsMax = 32;
/** Calls that are insisted on begin no later than this. */
const insistsForMs = limits.patienceSeconds * 1_000;

/** What a caller that sends texts is ready to do for them. */
export interface SessionOptions {
  /** How many calls go out even where the provider has failed so often that it would be left alone. */
  readonly insistsOn?: number | undefined;
  /** No call begins once it says stop. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Texts that one caller sends, in any number of parts: all of them together have the calls that are insisted on, the halvings
 * of broken calls, and no more than three calls that meet an outage, be it one or a text that hangs.
 */
export interface EmbedSession {
  /**
   * What became of each text. Texts that have failed before share a call with the fewer others the more often they have:
   * one that hangs the provider, whose calls are not halved because it looks as if it were down, ends up alone.
   */
  send(texts: readonly string[], failures: number): Promise<TextOutcome[]>;
}

/** Makes vectors for the service. A provider that fails costs a vector, never a write or an answer. */
export interface Embedding {
  readonly embedderId: string;
  /** Whether a vector costs so little that nobody need wait for it. */
  readonly isInstant: boolean;
  /** What became of each text, of which none has failed before. */
  embed(texts: readonly string[]): Promise<TextOutcome[]>;
  /** For texts in several parts. */
  begin(options?: SessionOptions): EmbedSession;
  /** Whether the provider is left alone for a while, because it keeps failing. */
  isLeftAlone(): boolean;
  /** The vector of a query; null while the provider is down. */
  embedQuery(text: string): Promise<Float32Array | null>;
}

/** Wraps a provider with batching and a circuit that opens while it is down. `ofTexts` makes its vectors of all but queries. */
export function createEmbedding(embedder: Embedder, parts: EmbeddingParts, ofTexts = embedder): Embedding {
  const sender = new Sender(ofTexts, parts);
  const querySender = ofTexts === embedder ? sender : new Sender(embedder, parts);
  const begin = (options: SessionOptions = {}) => beginSession(sender, parts, options);
  return {
    embedderId: embedder.id,
    isInstant: builtinEmbedders.includes(embedder),
    begin,
    isLeftAlone: () => sender.isLeftAlone,
    embed: (texts) => begin().send(texts, 0),
    embedQuery: async (text) => {
      const [outcome] = await querySender.send([text], { halvings: 0, insisted: 0, until: 0, outages: 0 });
      return outcome instanceof Float32Array ? outcome : null;
    },
  };
}

function beginSession(sender: Sender, { clock }: EmbeddingParts, options: SessionOptions): EmbedSession {
  const { insistsOn = 0, signal } = options;
  const until = clock().getTime() + insistsForMs;
  const effort: Effort = { halvings: halvingsMax, insisted: insistsOn, until, signal, outages: 0 };
  const isLate = () => insistsOn > 1 && clock().getTime() >= until;
  // A provider that is down is so for those as well that it was spared; one that some texts hang is not.
  const isDown = async () =>
    (isSpent(effort) || (effort.outages > 0 && isLate())) && !(effort.wasUp ?? (await sender.checkUp(effort)));
  return {
    send: async (texts, failures) => {
      const perCall = Math.ceil(batchSize / shrinking ** failures);
      const outcomes: TextOutcome[] = [];
      while (outcomes.length < texts.length) {
        const sent = await sender.send(texts.slice(outcomes.length, outcomes.length + perCall), effort);
        outcomes.push(...sent.map((outcome) => (typeof outcome === 'string' ? outcome : encodeVector(outcome))));
      }
      const all = texts.map((_, place) => outcomes[place] ?? 'untried');
      return all.includes('untried') && (await isDown()) ? all.map((one) => (one === 'untried' ? 'failed' : one)) : all;
    },
  };
}
