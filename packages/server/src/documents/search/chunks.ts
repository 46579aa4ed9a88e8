import { nameOf } from '../model/path.js';
import type { Outline } from '../rendering/index.js';

/** Must be incremented with every change to how documents are cut. */
export const cutter = 1;

/** Limit of a chunk, in UTF-16 units. */
const chunkCharacters = 1_600;
/** The rest of a longer document is stored and shown, but not searched. */
export const searchedCharacters = 1_000_000;

/** A piece of a document, the unit of search. */
export interface Chunk {
  /** The heading above it; null before the first. */
  readonly heading: string | null;
  /** That heading's id in the rendered document. */
  readonly anchor: string | null;
  /** Its offset in the document's text, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
}

/** A document's text; null if it is not text and is found only by its name. */
export interface CutDocument {
  readonly path: string;
  readonly text: string | null;
}

/** The lines at which a document is cut, from its outline. */
export type CutLines = Pick<Outline, 'headings' | 'frontMatterLines'>;

/** Cuts a text at its headings, if its outline is known, and longer sections at paragraphs or lines. */
export function cutText(text: string | null, outline: CutLines | null): Chunk[] {
  const searched = text?.slice(0, searchedCharacters) ?? '';
  const chunks = sectionsOf(searched, outline).flatMap((section) => cutSection(searched, section));
  return chunks.length > 0 ? chunks : [{ heading: null, anchor: null, start: 0, length: 0 }];
}

/**
 * The words of a chunk with those of its title and heading: `indexed` is searched, `embedded` is the input of its
 * vector.
 */
export function wordsOf(
  { path, text }: CutDocument,
  title: string,
  chunk: Chunk,
): { indexed: string; embedded: string } {
  const body = text?.slice(chunk.start, chunk.start + chunk.length) ?? '';
  // Vectors are stored by content, so a title that is only the file name must not be part of their input.
  const ownTitle = title === nameOf(path) ? null : title;
  return { indexed: joined([title, chunk.heading], body), embedded: joined([ownTitle, chunk.heading], body) };
}

function joined(names: readonly (string | null)[], body: string): string {
  const first = [...new Set(names.filter((name) => name !== null && name !== ''))].join(' > ');
  return first === '' ? body : `${first}\n${body}`;
}

interface Section extends Pick<Chunk, 'heading' | 'anchor'> {
  readonly start: number;
  readonly end: number;
}

function sectionsOf(text: string, outline: CutLines | null): Section[] {
  if (outline === null) {
    return [{ heading: null, anchor: null, start: 0, end: text.length }];
  }
  const lines = lineStarts(text);
  const startOf = (line: number): number => lines[line] ?? text.length;
  const { headings, frontMatterLines } = outline;
  const first = { heading: null, anchor: null, start: startOf(frontMatterLines) };
  const starts = [
    first,
    ...headings.map(({ text: words, id, line }) => ({ heading: words, anchor: id, start: startOf(line) })),
  ];
  return starts.map((section, index) => ({ ...section, end: starts[index + 1]?.start ?? text.length }));
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((match) => match.index + match[0].length)];
}

function cutSection(text: string, { heading, anchor, start, end }: Section): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = start; from < end; ) {
    const to = end - from <= chunkCharacters ? end : from + endOfPiece(text.slice(from, from + chunkCharacters));
    if (text.slice(from, to).trim() !== '') {
      chunks.push({ heading, anchor, start: from, length: to - from });
    }
    from = to;
  }
  return chunks;
}

/** The best end of a piece: after a paragraph, a line or a word, and never within a surrogate pair. */
function endOfPiece(piece: string): number {
  const least = chunkCharacters / 2;
  for (const gap of ['\n\n', '\n', ' ']) {
    const at = piece.lastIndexOf(gap);
    if (at >= least) {
      return at + gap.length;
    }
  }
  return /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
}
