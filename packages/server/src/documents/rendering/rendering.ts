import { ServiceError } from '../../platform/errors.js';
import type { Isolated } from '../isolation/isolated.js';
import type { Outcome } from '../isolation/isolated-process.js';
import { isMarkdown } from '../model/names.js';
import type { TaskAnswer } from '../tasks.js';
import type { TocEntry } from './decorate.js';

/**
 * Why a document has no current HTML. `pending` means that it is being rendered; if there is HTML, it is of an earlier
 * version. The others are limits of rendering: more than 1 MiB, more than 3 s of work, or nested too deeply.
 */
export type UnrenderedReason = 'pending' | 'too_large' | 'too_slow' | 'too_deep';

/**
 * A rendered document with its title. If `reason` is set, `html` is null or of an earlier version, and there is no
 * title.
 */
export interface Rendering {
  readonly title?: string;
  readonly html: string | null;
  readonly toc: readonly TocEntry[];
  readonly reason?: UnrenderedReason;
}

/**
 * Text to render for a workspace. Its path (`<repo>/<path>`) determines its type, and what its links are relative to.
 */
export interface TextToRender {
  readonly workspaceId: string;
  readonly path: string;
  readonly text: string;
}

const longestTextBytes = 1024 * 1024;

/** The result for a document that is not rendered yet, with its known headings. */
export function pending(toc: readonly TocEntry[]): Rendering {
  return { html: null, toc, reason: 'pending' };
}

/**
 * Renders text, however long it takes. Calls `outlined` with its headings first. Returns `pending` if the workspace
 * has too many tasks, or if the machine is too busy.
 */
export async function renderText(
  isolated: Isolated,
  { workspaceId, path, text }: TextToRender,
  outlined: (toc: readonly TocEntry[]) => void,
): Promise<Rendering> {
  if (Buffer.byteLength(text) > longestTextBytes) {
    return { html: null, toc: [], reason: 'too_large' };
  }
  try {
    if (isMarkdown(path)) {
      const outline = await isolated('outlines', [{ path, text }], workspaceId);
      if ('lost' in outline && outline.lost === 'late') {
        // Rendering would take even longer than reading the outline, which was too slow.
        return { html: null, toc: [], reason: 'too_slow' };
      }
      outlined(headingsOf(outline));
    }
    const outcome = await attempt(isolated, { workspaceId, path, text });
    if ('answer' in outcome) {
      return outcome.answer;
    }
    return outcome.lost === 'stalled'
      ? pending([])
      : { html: null, toc: [], reason: outcome.lost === 'late' ? 'too_slow' : 'too_deep' };
  } catch (error) {
    if (error instanceof ServiceError) {
      return pending([]);
    }
    throw error;
  }
}

function headingsOf(outcome: Outcome<TaskAnswer<'outlines'>>): TocEntry[] {
  const headings = 'answer' in outcome ? (outcome.answer[0]?.headings ?? []) : [];
  return headings.map(({ level, text: words, id }) => ({ level, text: words, id }));
}

/** Runs the task, and once more if its process ended without an error: the system may have killed it. */
async function attempt(isolated: Isolated, { workspaceId, path, text }: TextToRender) {
  const first = await isolated('render', { path, text }, workspaceId);
  const isUnclear = 'lost' in first && first.lost === 'failed' && first.error === undefined;
  return isUnclear ? isolated('render', { path, text }, workspaceId) : first;
}
