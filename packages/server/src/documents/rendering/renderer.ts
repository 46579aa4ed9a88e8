import { LRUCache } from 'lru-cache';
import type { Isolated } from '../isolation/isolated.js';
import type { TocEntry } from './decorate.js';

/** Why a document is shown as its text instead: above 1 MiB, over 3 s, or nested too deep. */
export type UnrenderedReason = 'too_large' | 'too_slow' | 'too_deep';

/** A rendered document with its title; `html` is null, and there is no title, where `reason` says why. */
export interface Rendering {
  readonly title?: string;
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

/** Renders documents in processes of their own, so that no text can stop or delay the service. */
export interface Renderer {
  render(request: RenderRequest): Promise<Rendering>;
}

const longestTextBytes = 1024 * 1024;
const cachedCharacters = 16 * 1024 * 1024;
/** How long a document counts as one that cannot be rendered. What failed may have been the process. */
const failureKeptMs = 60_000;

/** Makes a renderer. */
export function createRenderer(isolated: Isolated): Renderer {
  const cache = new LRUCache<string, Rendering>({
    maxSize: cachedCharacters,
    sizeCalculation: ({ html }) => 1_000 + (html?.length ?? 0),
  });
  const renderNow = async ({ workspaceId, path, text }: RenderRequest): Promise<Rendering> => {
    if (Buffer.byteLength(text) > longestTextBytes) {
      return { html: null, toc: [], reason: 'too_large' };
    }
    const outcome = await isolated('render', { path, text }, workspaceId);
    return 'answer' in outcome
      ? outcome.answer
      : { html: null, toc: [], reason: outcome.lost === 'late' ? 'too_slow' : 'too_deep' };
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
        cache.set(key, rendering, rendering.html === null ? { ttl: failureKeptMs } : {});
      }
      return rendering;
    },
  };
}
