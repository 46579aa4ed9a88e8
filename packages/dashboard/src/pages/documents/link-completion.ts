import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { queryClient, read } from '../../data/api.js';

/** A document that a link can lead to. */
export interface Target {
  readonly path: string;
  readonly title: string;
}

const shown = 30;
const listed = 500;

/** Offers the documents of the repo that the caller may read, after `[[` and `](`. */
export function linkCompletion(path: string) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const opened = context.matchBefore(/(?:\[\[|\]\()[^[\]()\n]*/);
    if (opened === null) {
      return null;
    }
    const isByName = opened.text.startsWith('[[');
    const typed = opened.text.slice(2);
    const targets = await targetsOf(path.slice(0, path.indexOf('/')), typed);
    const options = targets
      .filter((target) => target.path !== path)
      .slice(0, shown)
      .map(({ path: to, title }) => ({
        label: title,
        detail: to.slice(to.indexOf('/') + 1),
        apply: isByName ? closing(title, ']]') : closing(relativeAddress(path, to), ')'),
      }));
    return { from: opened.from + 2, options, filter: false };
  };
}

/** Replaces the typed text. If the closing characters exist already, moves behind them; otherwise adds them. */
function closing(text: string, end: string) {
  return (view: EditorView, _completion: Completion, from: number, to: number): void => {
    const isClosed = view.state.sliceDoc(to, to + end.length) === end;
    view.dispatch({
      changes: { from, to, insert: isClosed ? text : text + end },
      selection: { anchor: from + text.length + end.length },
      userEvent: 'input.complete',
    });
  };
}

/** The documents of a repo whose title or path contains all typed words. */
export async function targetsOf(repo: string, typed: string): Promise<readonly Target[]> {
  const list = read('documents.list', { query: { prefix: repo, limit: listed } });
  const { documents, next_cursor: next } = await queryClient.fetchQuery({ ...list, staleTime: 60_000 });
  const words = typed.toLowerCase().split(/\s+/);
  const isMeant = ({ path, title }: Target): boolean =>
    words.every((word) => `${title} ${path}`.toLowerCase().includes(word));
  const found: Target[] = documents.filter(isMeant);
  if (next === null || typed.trim() === '') {
    return found;
  }
  // If the repo has more documents than the first page, the others are found by a search.
  const search = read('documents.search', { body: { query: typed, prefix: repo, limit: shown } });
  const { results } = await queryClient.fetchQuery({ ...search, staleTime: 60_000 });
  return [...new Map([...found, ...results].map((target) => [target.path, target])).values()];
}

/** The relative link from one document of a repo to another: `../people/leave.md`. */
export function relativeAddress(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) {
    same += 1;
  }
  const address = '../'.repeat(here.length - same) + there.slice(same).map(written).join('/');
  // A colon before the first slash would be parsed as the end of a URL scheme.
  return /^[^/]*:/.test(address) ? `./${address}` : address;
}

const hexadecimal = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** A part of a path, escaped for a link in Markdown. */
function written(segment: string): string {
  return segment.replace(/[ ()#?%<>]/g, hexadecimal);
}
