import { LRUCache } from 'lru-cache';
import type { Log } from '../../platform/log.js';
import type { TocEntry } from './decorate.js';
import { RenderThread } from './render-thread.js';

/** Why a document is shown as its text instead: above 1 MiB, over 3 s, or nested too deep. */
export type UnrenderedReason = 'too_large' | 'too_slow' | 'too_deep';

/** A rendered document; `html` is null where `reason` says why. */
export interface Rendering {
  readonly html: string | null;
  readonly toc: readonly TocEntry[];
  readonly reason?: UnrenderedReason;
}

/** A text to render for a workspace. With `blob`, which names the text, the result is kept for the next reader. */
export interface RenderRequest {
  readonly workspaceId: string;
  /** `<repo>/<path>`: says what the text is and where its links start from. */
  readonly path: string;
  readonly text: string;
  readonly blob?: string;
}

/** Renders documents in threads of their own, so that no text can hold up the service. */
export interface Renderer {
  render(request: RenderRequest): Promise<Rendering>;
  close(): Promise<void>;
}

const threadCount = 2;
const longestTextBytes = 1024 * 1024;
const cachedCharacters = 16 * 1024 * 1024;

/** Makes a renderer. Its threads start with the first documents and keep no process alive. */
export function createRenderer(log: Log): Renderer {
  const turns = new Turns(threadCount);
  const cache = new LRUCache<string, Rendering>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ html }) => 1_000 + (html?.length ?? 0),
  });
  const renderNow = async ({ workspaceId, path, text }: RenderRequest): Promise<Rendering> => {
    if (Buffer.byteLength(text) > longestTextBytes) {
      return { html: null, toc: [], reason: 'too_large' };
    }
    const answer = await turns.take(workspaceId, (thread) => thread.render({ path, text }));
    if ('html' in answer) {
      return answer;
    }
    if (answer.failure !== undefined) {
      log.warn({ error: answer.failure }, 'a document could not be rendered');
    }
    return { html: null, toc: [], reason: answer.reason };
  };
  return {
    render: async (request) => {
      const key = request.blob && `${request.workspaceId} ${request.blob} ${request.path}`;
      const known = key && cache.get(key);
      if (known) {
        return known;
      }
      const rendering = await renderNow(request);
      if (key) {
        cache.set(key, rendering);
      }
      return rendering;
    },
    close: () => turns.close(),
  };
}

interface Turn {
  readonly workspaceId: string;
  readonly run: (thread: RenderThread) => Promise<void>;
}

/** Hands out threads in the order of asking, one at a time to each workspace: no tenant can take all of them. */
class Turns {
  private readonly threads: readonly RenderThread[];
  private readonly idle: RenderThread[];
  private readonly busy = new Set<string>();
  private readonly waiting: Turn[] = [];

  constructor(count: number) {
    this.threads = Array.from({ length: count }, () => new RenderThread());
    this.idle = [...this.threads];
  }

  take<Result>(workspaceId: string, work: (thread: RenderThread) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ workspaceId, run: (thread) => work(thread).then(resolve, reject) });
      this.next();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  private next(): void {
    const index = this.waiting.findIndex(({ workspaceId }) => !this.busy.has(workspaceId));
    const thread = index === -1 ? undefined : this.idle.pop();
    if (thread === undefined) {
      return;
    }
    const [turn] = this.waiting.splice(index, 1) as [Turn];
    this.busy.add(turn.workspaceId);
    void turn.run(thread).finally(() => {
      this.busy.delete(turn.workspaceId);
      this.idle.push(thread);
      this.next();
    });
  }
}
