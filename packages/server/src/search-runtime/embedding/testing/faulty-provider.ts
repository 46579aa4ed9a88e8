import { builtinEmbedder, type Embedder } from '@tessera/resolver';

/**
 * A provider that fails depending on words in the inputs. "unreadable" is refused, "breaking" fails the call,
 * "numberless" leads to unusable vectors, and "hanging" exceeds the time limit.
 */
export class FaultyProvider implements Embedder {
  readonly id = 'faulty';
  readonly dimensions = 0;
  /** The state of the provider, which applies to all inputs. */
  state: 'up' | 'unreachable' | 'overloaded' | 'refusing' = 'up';
  /** The inputs of every call, oldest first. */
  calls: (readonly string[])[] = [];
  /** Runs before a call is answered. */
  beforeAnswer: (texts: readonly string[]) => Promise<void> = async () => undefined;

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.calls.push(texts);
    await this.beforeAnswer(texts);
    const holds = (word: string) => texts.some((text) => text.includes(word));
    if (this.state === 'unreachable' || holds('hanging')) {
      throw new Error('Request timed out.');
    }
    if (this.state === 'refusing' || holds('unreadable')) {
      throw Object.assign(new Error('too long'), { status: 400 });
    }
    if (this.state === 'overloaded' || holds('breaking')) {
      throw Object.assign(new Error('overloaded'), { status: 503 });
    }
    return holds('numberless') ? texts.map(() => Float32Array.of(Number.NaN)) : builtinEmbedder.embed(texts);
  }
}
