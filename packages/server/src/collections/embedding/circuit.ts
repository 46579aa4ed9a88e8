/** Failures in a row after which a provider is left alone. */
export const failuresToOpen = 3;
const openMs = 15_000;

/**
 * Stops asking a provider that keeps failing: open for 15 s after 3 failures in a row, then one call tries again.
 * Without it every write would wait for the provider's time limit.
 */
export class Circuit {
  private failures = 0;
  private openUntil = 0;

  constructor(private readonly clock: () => Date) {}

  /** Whether a call may go out now. */
  allows(): boolean {
    return this.clock().getTime() >= this.openUntil;
  }

  /** Whether one more failure in a row opens it, or keeps it open. */
  get opensNext(): boolean {
    return this.failures >= failuresToOpen - 1;
  }

  /** Notes a good answer. */
  succeeded(): void {
    this.failures = 0;
    this.openUntil = 0;
  }

  /** Notes a failure; the third in a row opens the circuit. */
  failed(): void {
    this.failures += 1;
    if (this.failures >= failuresToOpen) {
      this.openUntil = this.clock().getTime() + openMs;
    }
  }
}
