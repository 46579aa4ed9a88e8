import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../platform/worker-file.js';
import type { DocumentText, RenderedText } from './render-document.js';
import type { RenderAnswer } from './render-worker.js';

/** How long one document may take, and how much memory. */
const limits = { timeoutMs: 3_000, memoryMb: 256 };

/** A rendered text, or why there is none. */
export type ThreadAnswer =
  | RenderedText
  | { readonly reason: 'too_slow' | 'too_deep'; readonly failure?: string | undefined };

/** A thread that renders one document at a time. One that takes too long or too much is ended; the next starts anew. */
export class RenderThread {
  private worker: Worker | undefined;

  /** Renders a document. What is wrong with it is an answer; it throws only when no thread can be started. */
  async render(document: DocumentText): Promise<ThreadAnswer> {
    const worker = this.worker ?? (await this.start());
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), limits.timeoutMs);
    try {
      worker.ref();
      worker.postMessage(document);
      const [answer] = (await once(worker, 'message', { signal: limit.signal })) as [RenderAnswer];
      if ('failure' in answer) {
        return { reason: 'too_deep', failure: answer.isOverflow ? undefined : answer.failure };
      }
      return answer;
    } catch {
      await this.close();
      return { reason: limit.signal.aborted ? 'too_slow' : 'too_deep' };
    } finally {
      clearTimeout(timer);
      // An idle thread keeps no process alive.
      worker.unref();
    }
  }

  /** Ends the thread; it starts again when it is needed. */
  async close(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private async start(): Promise<Worker> {
    const resourceLimits = { maxOldGenerationSizeMb: limits.memoryMb };
    const worker = new Worker(workerFile('render-worker', import.meta.url), { resourceLimits });
    await once(worker, 'message');
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      this.worker = this.worker === worker ? undefined : this.worker;
    });
    this.worker = worker;
    return worker;
  }
}
