import type { CallAnswer } from '@tessera/client';
import { api } from '../../../data/api.js';

type Kept = CallAnswer<'documents.keep_draft'>;

const pauseMs = 2_000;
const signMs = 20_000;

/** Keeps the draft of a document on the service, for all devices of the person, and hears who else is editing. */
export class ServerDraft {
  #timer = 0;
  #isKept: boolean;
  /** One call after the other, so that a draft that is discarded is not kept by an earlier call. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    readonly path: string,
    options: { isKept: boolean; onEditing: (names: readonly string[]) => void },
  ) {
    this.#isKept = options.isKept;
    this.#onEditing = options.onEditing;
  }

  readonly #onEditing: (names: readonly string[]) => void;

  /** Says that the document is open until what it answers is called. */
  open(): () => void {
    const sign = (): void => {
      if (document.visibilityState === 'visible') this.#send({ path: this.path });
    };
    sign();
    const timer = window.setInterval(sign, signMs);
    return () => window.clearInterval(timer);
  }

  /** Keeps what was typed, after a pause. */
  change(base: string, text: string): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#isKept = true;
      this.#send({ path: this.path, base, text });
    }, pauseMs);
  }

  /** Discards the draft: it was saved, or is not wanted. */
  drop(): void {
    window.clearTimeout(this.#timer);
    if (this.#isKept) {
      this.#isKept = false;
      this.#queue(() => api().call('documents.discard_draft', { query: { path: this.path } }));
    }
  }

  #send(body: { path: string; base?: string; text?: string }): void {
    this.#queue(async () => {
      const { editing }: Kept = await api().call('documents.keep_draft', { body });
      this.#onEditing(editing.map(({ name }) => name));
    });
  }

  #queue(call: () => Promise<unknown>): void {
    // The tab keeps the draft, too: a call that fails loses nothing, and an outage is shown elsewhere.
    this.#last = this.#last.then(call).then(
      () => undefined,
      () => undefined,
    );
  }
}
