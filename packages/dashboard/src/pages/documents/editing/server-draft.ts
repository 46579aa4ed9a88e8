import type { CallAnswer } from '@tessera/client';
import { api } from '../../../data/api.js';

type Kept = CallAnswer<'documents.keep_draft'>;

const pauseMs = 2_000;
const signMs = 20_000;

/** Stores the draft of a document on the service, for all devices of the person, and reports who else is editing. */
export class ServerDraft {
  private timer = 0;
  private isKept: boolean;
  /** Calls run one after another. Otherwise an earlier call could store a draft after a later one discarded it. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    readonly path: string,
    options: { isKept: boolean; onEditing: (names: readonly string[]) => void },
  ) {
    this.isKept = options.isKept;
    this.onEditing = options.onEditing;
  }

  private readonly onEditing: (names: readonly string[]) => void;

  /** Reports that the document is open, until the returned function is called. */
  open(): () => void {
    const sign = (): void => {
      if (document.visibilityState === 'visible') this.send({ path: this.path });
    };
    sign();
    const timer = window.setInterval(sign, signMs);
    return () => window.clearInterval(timer);
  }

  /** Stores what was typed, after a pause. */
  change(base: string, text: string): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.isKept = true;
      this.send({ path: this.path, base, text });
    }, pauseMs);
  }

  /** Discards the draft, because it was saved or is not wanted. */
  drop(): void {
    window.clearTimeout(this.timer);
    if (this.isKept) {
      this.isKept = false;
      this.queue(() => api().call('documents.discard_draft', { query: { path: this.path } }));
    }
  }

  private send(body: { path: string; base?: string; text?: string }): void {
    this.queue(async () => {
      const { editing }: Kept = await api().call('documents.keep_draft', { body });
      this.onEditing(editing.map(({ name }) => name));
    });
  }

  private queue(call: () => Promise<unknown>): void {
    // Errors are ignored: the tab has the draft too, so nothing is lost, and an outage is shown in the frame of the
    // page.
    this.last = this.last.then(call).then(
      () => undefined,
      () => undefined,
    );
  }
}
