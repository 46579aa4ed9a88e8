import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { describeError, type Log } from '../../platform/log.js';
import type { Isolated } from '../isolation/isolated.js';
import type { TocEntry } from './decorate.js';
import type { KeptRendering, KeptRenderings } from './kept-renderings.js';
import { pending, type Rendering, renderText, type TextToRender } from './rendering.js';

/** Text to render. `blob` is set for the newest version at its path, because only its HTML is stored. */
export interface RenderRequest extends TextToRender {
  readonly blob?: string | undefined;
}

/** Dependencies of the renderer. */
export interface RendererDependencies {
  readonly isolated: Isolated;
  readonly log: Log;
  readonly kept: KeptRenderings;
  readonly waitMs?: RenderWait;
}

/** How long a reader waits for HTML: without an earlier version (`first`), and with one to show instead (`again`). */
interface RenderWait {
  readonly first: number;
  readonly again: number;
}

const cachedCharacters = 16 * 1024 * 1024;
/** How long a failure is cached. */
const failureKeptMs = 60_000;
/** `first` is longer than the time limit of a task, so that on an idle machine the reader gets the final reason. */
const usualWaitMs: RenderWait = { first: 4_500, again: 1_500 };

/** A rendering in progress. Its headings are known before its HTML. */
interface Job {
  toc: readonly TocEntry[];
  done: Promise<Rendering>;
}

/**
 * Renders documents in isolated processes, so that no text can stop or delay the service. Simultaneous requests for the
 * same text share one rendering. Readers are answered within seconds: if rendering takes longer, it continues, and the
 * document is `pending` until then.
 */
export class Renderer {
  private readonly cache = new LRUCache<string, Rendering>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ html }) => 1_000 + (html?.length ?? 0),
  });
  private readonly jobs = new Map<string, Job>();
  private readonly keeping = new Set<Promise<void>>();
  private readonly waitMs: RenderWait;

  constructor(private readonly dependencies: RendererDependencies) {
    this.waitMs = dependencies.waitMs ?? usualWaitMs;
  }

  /** Returns text as HTML. While it is `pending`, returns the last good HTML of its document, or its headings. */
  async render(request: RenderRequest): Promise<Rendering> {
    const key = keyOf(request);
    const known = this.cache.get(key);
    if (known !== undefined) {
      return known;
    }
    const last = await this.keptFor(request);
    if (last?.isCurrent === true) {
      const { html, toc } = last;
      this.cache.set(key, { html, toc });
      return { html, toc };
    }
    const job = this.start(request, key);
    const rendering = await withinTime(job.done, last === undefined ? this.waitMs.first : this.waitMs.again);
    if (rendering !== undefined && rendering.reason !== 'pending') {
      return rendering;
    }
    return last === undefined ? pending(job.toc) : { html: last.html, toc: last.toc, reason: 'pending' };
  }

  /** Renders a document before someone reads it, without a limit on waiting. */
  async prepare(request: RenderRequest): Promise<void> {
    if ((await this.keptFor(request))?.isCurrent !== true) {
      await this.start(request, keyOf(request)).done;
    }
  }

  /** Waits until renderings in progress are stored. */
  async close(): Promise<void> {
    await Promise.all(this.keeping);
  }

  private async keptFor({ blob, ...key }: RenderRequest): Promise<KeptRendering | undefined> {
    return blob === undefined ? undefined : this.dependencies.kept.find({ ...key, blob });
  }

  private start(request: RenderRequest, key: string): Job {
    const known = this.jobs.get(key);
    // The rendering may have ended while the stored HTML was read.
    const ended = this.cache.get(key);
    if (known !== undefined || ended !== undefined) {
      return known ?? { toc: [], done: Promise.resolve(ended as Rendering) };
    }
    const job: Job = { toc: [], done: Promise.resolve(pending([])) };
    const rendered = renderText(this.dependencies.isolated, request, (toc) => {
      job.toc = toc;
    });
    job.done = rendered.then((rendering) => this.finish(request, key, rendering)).finally(() => this.jobs.delete(key));
    // If no reader waits, a failure would be an unhandled rejection. The next reader tries again.
    job.done.catch(() => undefined);
    this.jobs.set(key, job);
    return job;
  }

  private finish({ blob, ...key }: RenderRequest, cacheKey: string, rendering: Rendering): Rendering {
    const { html, toc, reason } = rendering;
    if (reason !== 'pending') {
      this.cache.set(cacheKey, rendering, html === null ? { ttl: failureKeptMs } : {});
    }
    if (blob !== undefined && html !== null) {
      const keep = this.dependencies.kept.keep({ ...key, blob }, { html, toc }).catch((error: unknown) => {
        this.dependencies.log.warn({ error: describeError(error) }, 'the HTML of a document could not be kept');
      });
      this.keeping.add(keep);
      void keep.finally(() => this.keeping.delete(keep));
    }
    return rendering;
  }
}

async function withinTime<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  const ended = new AbortController();
  const late = pause(ms, undefined, { signal: ended.signal }).catch(() => undefined);
  return Promise.race([work, late]).finally(() => ended.abort());
}

/** The cache key of text. Callers who send the same text share its HTML. */
function keyOf({ workspaceId, path, text }: TextToRender): string {
  return `${workspaceId} ${createHash('sha1').update(text).digest('hex')} ${path}`;
}
