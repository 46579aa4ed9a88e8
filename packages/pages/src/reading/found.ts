import { element } from '../element.js';
import * as texts from './texts.js';

/** A passage in a response of the server's search. */
export interface Passage {
  readonly address: string;
  readonly title: string;
  /** The heading of its section; null without one. */
  readonly heading: string | null;
  readonly snippet: string;
  /** Start and end of each word of the query in the snippet. */
  readonly highlights: readonly (readonly [number, number])[];
}

/** The list of passages, or a message that there are none. `all` is the address of all results. */
export function foundView({ all, passages }: { readonly all: string; readonly passages: readonly Passage[] }): Node {
  if (passages.length === 0) {
    return element('p', {}, texts.nothingFound);
  }
  const more = element('li', { class: 'more' }, element('a', { href: all }, texts.allResults));
  return element('ul', {}, ...passages.map(passageView), more);
}

function passageView({ address, title, heading, snippet, highlights }: Passage): Node {
  const name = element('strong', {}, title);
  if (heading !== null) {
    name.append(' ', element('span', {}, `› ${heading}`));
  }
  const text = element('span', { class: 'snippet' }, ...marked(snippet, highlights));
  return element('li', {}, element('a', { href: address }, name, text));
}

function marked(snippet: string, highlights: Passage['highlights']): (Node | string)[] {
  let from = 0;
  const marks = highlights.flatMap(([start, end]) => {
    const before = snippet.slice(from, start);
    from = end;
    return [before, element('mark', {}, snippet.slice(start, end))];
  });
  return [...marks, snippet.slice(from)];
}
