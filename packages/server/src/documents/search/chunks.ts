import { nameOf } from '../model/path.js';
import type { Outline } from '../rendering/index.js';

/** Increment this with every change to how documents are split into chunks. */
export const cutter = 1;

/** Maximum length of a chunk, in UTF-16 units. */
const chunkCharacters = 1_600;
/** Maximum searched characters of a document. The rest is stored and shown, but cannot be found. */
export const searchedCharacters = 1_000_000;

/** A part of a document, the unit of search. */
export interface Chunk {
  /** The heading above it; null before the first. */
  readonly heading: string | null;
  /** That heading's id in the rendered document. */
  readonly anchor: string | null;
  /** Its offset in the document's text, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
}

/** A document's text. Null if it is not text; then it is found only by its name. */
export interface CutDocument {
  readonly path: string;
  readonly text: string | null;
}

/** The parts of an outline that determine where a document is split. */
export type CutLines = Pick<Outline, 'headings' | 'comments' | 'frontMatterLines'>;

/** Splits text at its headings, if its outline is known, and long sections at paragraphs or lines. */
export function cutText(text: string | null, outline: CutLines | null): Chunk[] {
  const searched = text?.slice(0, searchedCharacters) ?? '';
  const chunks = sectionsOf(searched, outline).flatMap((section) => cutSection(searched, section));
  return chunks.length > 0 ? chunks : [{ heading: null, anchor: null, start: 0, length: 0 }];
}

/**
 * The words of a chunk, with those of its title and heading. `indexed` is searched; the vector is computed from
 * `embedded`.
 */
export function wordsOf(
  { path, text }: CutDocument,
  title: string,
  chunk: Chunk,
): { indexed: string; embedded: string } {
  const body = text?.slice(chunk.start, chunk.start + chunk.length) ?? '';
  // Vectors are stored by content. The same content can have several file names, so these must not be part of the
  // input.
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
  const { headings, comments, frontMatterLines } = outline;
  const first = { heading: null, anchor: null, start: startOf(frontMatterLines) };
  const starts = [
    first,
    ...headings.map(({ text: words, id, line }) => ({ heading: words, anchor: id, start: startOf(line) })),
  ];
  return starts
    .map((section, index) => ({ ...section, end: starts[index + 1]?.start ?? text.length }))
    .flatMap((section) => outsideComments(section, comments));
}

/** The parts of a section that pages show. */
function outsideComments(section: Section, comments: CutLines['comments']): Section[] {
  const parts: Section[] = [];
  let { start } = section;
  for (const [from, to] of comments.filter(([from, to]) => from < section.end && to > section.start)) {
    parts.push({ ...section, start, end: Math.max(start, from) });
    start = to;
  }
  return [...parts, { ...section, start }];
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

/** The best position to end a chunk: after a paragraph, a line or a word, and never within a surrogate pair. */
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
