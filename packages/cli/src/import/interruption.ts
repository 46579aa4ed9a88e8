import type { ClientSettings } from '@tessera/client';
import { CommandFailure, exitStatus } from '../failure.js';
import type { Host } from '../host.js';

/** Lets a person stop an import: after the current page or, if none is being sent, at once. */
export class Interruption {
  private readonly controller = new AbortController();
  private readonly stopListening: () => void;
  private isPausing = false;
  /** Whether the import should stop. */
  isAsked = false;

  /** `say` prints a line above the progress line. */
  constructor(host: Pick<Host, 'onInterrupt'>, say: (text: string) => void) {
    this.stopListening = host.onInterrupt(() => {
      if (this.isAsked) return this.abort();
      this.isAsked = true;
      say('Stopping after the current page. Press Ctrl-C again to stop at once.');
      if (this.isPausing) this.abort();
    });
  }

  /** A signal that aborts calls, and the pauses between their attempts. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Settings of a client whose pauses between attempts end when the person stops the import. */
  clientSettings(say: (text: string) => void): Partial<ClientSettings> {
    return {
      fetch: (url, init) => {
        this.isPausing = false;
        return fetch(url, init);
      },
      onRetry: ({ delayMs, error }) => {
        this.isPausing = true;
        say(`${error.message} Trying again in ${Math.ceil(delayMs / 1_000)} s.`);
        if (this.isAsked) this.abort();
      },
    };
  }

  /** Restores the default behaviour of Ctrl-C. */
  release(): void {
    this.stopListening();
  }

  private abort(): void {
    this.controller.abort(new CommandFailure('Stopped.', exitStatus.interrupted));
  }
}
