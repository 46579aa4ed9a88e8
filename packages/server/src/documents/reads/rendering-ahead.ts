import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Transaction } from '../../platform/database/database.js';
import { describeError, type Log } from '../../platform/log.js';
import { textOf } from '../model/content.js';
import { locationOf } from '../model/path.js';
import { isMarkdown, type Renderer } from '../rendering/index.js';
import { readDocument } from '../store/documents.js';
import { contentOfObject } from '../store/index.js';

/** Maximum queued documents. Beyond it, a document is rendered when someone reads it. */
const mostWaiting = 2_000;
/** Maximum pause after a document. */
const pauseMaxMs = 500;
/** Documents above this size cannot be rendered. */
const longestRendered = 1024 * 1024;

/** Reports written documents: their workspace, and their paths including the repo. */
export type NoteWritten = (workspaceId: string, paths: readonly string[]) => void;

/** Reads and renders documents. */
interface AheadDependencies {
  readonly database: Pick<Database, 'inWorkspace'>;
  readonly renderer: Renderer;
  readonly log: Log;
}

/**
 * Renders saved documents in the background, one at a time, so that readers do not wait. If the process stops, queued
 * documents are rendered when someone reads them.
 */
export class RenderingAhead {
  private readonly waiting = new Map<string, { readonly workspaceId: string; readonly path: string }>();
  private working: Promise<void> | undefined;
  private isClosed = false;

  constructor(private readonly dependencies: AheadDependencies) {}

  /** Queues documents that were just committed. */
  readonly note: NoteWritten = (workspaceId, paths) => {
    for (const path of paths.filter(isMarkdown)) {
      if (this.waiting.size < mostWaiting && !this.isClosed) {
        this.waiting.set(`${workspaceId} ${path}`, { workspaceId, path });
      }
    }
    if (this.waiting.size > 0) {
      this.working ??= this.work();
    }
  };

  /** Waits for the current document and discards the rest of the queue. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.waiting.clear();
    await this.working;
  }

  /** Renders the queue, which is not empty. Otherwise it would end before `working` is set. */
  private async work(): Promise<void> {
    for (const [key, document] of this.waiting) {
      const startMs = performance.now();
      this.waiting.delete(key);
      await this.prepare(document).catch((error: unknown) => {
        this.dependencies.log.warn({ error: describeError(error) }, 'a document could not be rendered ahead');
      });
      // Half of the time is left to callers: a save during a long queue would otherwise take longer.
      await pause(Math.min(performance.now() - startMs, pauseMaxMs));
    }
    this.working = undefined;
  }

  private async prepare({ workspaceId, path }: { readonly workspaceId: string; readonly path: string }): Promise<void> {
    const read = async (transaction: Transaction) => {
      const location = locationOf(path);
      const document = await readDocument(transaction, location.repo, location.path);
      if (document === undefined || document.size > longestRendered) {
        return undefined;
      }
      const bytes = await contentOfObject(transaction, document.repo_id, { ...document, oid: document.blob });
      return bytes && { text: textOf(bytes, document.media_type), blob: document.blob.toString('hex') };
    };
    const stored = await this.dependencies.database.inWorkspace(workspaceId, read, 'read');
    if (stored !== undefined && stored.text !== null) {
      await this.dependencies.renderer.prepare({ workspaceId, path, text: stored.text, blob: stored.blob });
    }
  }
}
