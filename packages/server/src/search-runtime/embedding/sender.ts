import type { Embedder } from '@tessera/resolver';
import { lengthOf } from '@tessera/search-engine';
import { describeError, type Log } from '../../platform/log.js';

/** Consecutive failures that open the circuit. */
const failuresToOpen = 3;
const openMs = 15_000;

/** A string at which no working provider fails. The wait is long, because the provider may be busy with earlier calls. */
const harmless = { texts: ['text'], waitMs: 10_000 } as const;

/** The outcome of a string: its vector, `failed`, or `untried` because it was not sent or the provider was down. */
export type TextOutcome<Vector = Uint8Array> = Vector | 'failed' | 'untried';

/** Whether a provider refused its input, such as a string too long for its model. */
function isRefusalOfTexts(error: unknown): boolean {
  const status = statusOf(error);
  return status === 400 || status === 413 || status === 422;
}

/** The provider responded without usable vectors. */
class UnusableVectorsError extends Error {}

/** Whether an input may have caused the error. */
function mayBlameText(error: unknown): boolean {
  return error instanceof UnusableVectorsError || (statusOf(error) ?? 0) >= 500;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

function isUsable(vector: Float32Array): boolean {
  return vector.length > 0 && Number.isFinite(lengthOf(vector));
}

/** Returns the vector of each input; null for an unusable one. Throws if all are unusable. */
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

/** Whether a provider that has just failed works for a harmless text. */
async function works(embedder: Embedder): Promise<boolean> {
  try {
    await usableVectors(embedder, harmless.texts, AbortSignal.timeout(harmless.waitMs));
    return true;
  } catch {
    return false;
  }
}

/** Returns the cause of a failed call. `isUp` checks whether the provider works for another text. */
async function causeOf(
  error: unknown,
  { isUp, checkUp }: { readonly isUp: () => Promise<boolean>; readonly checkUp: () => Promise<boolean> },
): Promise<'refused text' | 'breaking text' | 'hanging text' | 'outage'> {
  const isRefusal = isRefusalOfTexts(error);
  if (!(isRefusal || mayBlameText(error))) {
    return (await checkUp()) ? 'hanging text' : 'outage';
  }
  if (!(await isUp())) {
    return 'outage';
  }
  return isRefusal ? 'refused text' : 'breaking text';
}

/** Dependencies of every embedding client. */
export interface EmbeddingDependencies {
  readonly log: Log;
  readonly clock: () => Date;
}

/**
 * What a session may still use: splits of failed calls, forced calls and their deadline in milliseconds. Also counts
 * calls that hung although the provider worked for other inputs, and records whether it was found to be down.
 */
export interface SendBudget {
  splitsLeft: number;
  forcedCallsLeft: number;
  readonly until: number;
  readonly signal?: AbortSignal | undefined;
  hangs: number;
  isDown: boolean;
}

/** Whether no further calls are made, because the provider is down or too many calls hang. */
function isSpent({ hangs, isDown }: SendBudget): boolean {
  return isDown || hangs >= failuresToOpen;
}

/** Sends inputs to a provider while the circuit is closed. */
export class Sender {
  private readonly circuit: Circuit;

  constructor(
    private readonly embedder: Embedder,
    private readonly dependencies: EmbeddingDependencies,
  ) {
    this.circuit = new Circuit(dependencies.clock);
  }

  /** Whether only forced calls are sent because the provider keeps failing. */
  get isCircuitOpen(): boolean {
    return !this.circuit.allows();
  }

  /**
   * Sends inputs in one call. If one of them may have caused a failure, halves the call until that text is alone, so
   * that the other inputs get their vectors at once. If the provider itself is down, stops.
   */
  async send(texts: readonly string[], budget: SendBudget): Promise<TextOutcome<Float32Array>[]> {
    const outcomes: TextOutcome<Float32Array>[] = texts.map(() => 'untried');
    const calls = [{ start: 0, end: texts.length }];
    let up: Promise<boolean> | undefined;
    const isUp = () => {
      up ??= this.checkUp();
      return up;
    };
    for (let call = calls.shift(); call !== undefined && this.mayCall(budget); call = calls.shift()) {
      const { start, end } = call;
      budget.forcedCallsLeft -= 1;
      outcomes.fill('failed', start, end);
      try {
        const vectors = await usableVectors(this.embedder, texts.slice(start, end));
        this.circuit.succeeded();
        outcomes.splice(start, vectors.length, ...vectors.map((vector) => vector ?? 'failed'));
      } catch (error) {
        this.logFailure(error, end - start);
        const cause = await causeOf(error, { isUp, checkUp: () => this.checkUp() });
        // A string that makes the provider hang looks like an outage, but must not keep other inputs from a working
        // provider.
        if (cause === 'hanging text') {
          budget.hangs += 1;
          break;
        }
        if (cause === 'outage') {
          budget.isDown = true;
          this.circuit.failed();
          for (const unknown of [call, ...calls]) {
            outcomes.fill('untried', unknown.start, unknown.end);
          }
          break;
        }
        if (end - start > 1 && (cause === 'refused text' || takeSplit(budget))) {
          const middle = Math.ceil((start + end) / 2);
          calls.push({ start, end: middle }, { start: middle, end });
        }
      }
    }
    return outcomes;
  }

  private mayCall(budget: SendBudget): boolean {
    if (isSpent(budget) || budget.signal?.aborted === true) {
      return false;
    }
    return this.circuit.allows() || (budget.forcedCallsLeft > 0 && this.dependencies.clock().getTime() < budget.until);
  }

  /** Whether the provider works for another text. Otherwise one failing text could stop all others. */
  private async checkUp(): Promise<boolean> {
    const isUp = await works(this.embedder);
    if (isUp) {
      this.circuit.succeeded();
    }
    return isUp;
  }

  private logFailure(error: unknown, texts: number): void {
    this.dependencies.log.warn({ embedder: this.embedder.id, texts, error: describeError(error) }, 'embedding failed');
  }
}

function takeSplit(budget: SendBudget): boolean {
  budget.splitsLeft -= 1;
  return budget.splitsLeft >= 0;
}

/**
 * Suspends calls to a provider that keeps failing. It opens for 15 s after 3 consecutive failures, then one call tries
 * again. Without it, every write would wait for the provider's time limit.
 */
class Circuit {
  private failures = 0;
  private openUntil = 0;

  constructor(private readonly clock: () => Date) {}

  /** Whether a call may be sent. */
  allows(): boolean {
    return this.clock().getTime() >= this.openUntil;
  }

  /** Records a success. */
  succeeded(): void {
    this.failures = 0;
    this.openUntil = 0;
  }

  /** Records a failure; the third in a row opens the circuit. */
  failed(): void {
    this.failures += 1;
    if (this.failures >= failuresToOpen) {
      this.openUntil = this.clock().getTime() + openMs;
    }
  }
}
