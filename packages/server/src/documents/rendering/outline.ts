import GithubSlugger, { slug } from 'github-slugger';
import type Token from 'markdown-it/lib/token.mjs';
import { nameOf } from '../model/path.js';
import { splitFrontMatter } from './front-matter.js';
import type { FrontMatterProblem } from './front-matter-problem.js';
import { splitHeading } from './heading-marks.js';
import { markdown } from './markdown.js';

/** A heading of a document. */
export interface Heading {
  /** The level, from 1 to 6. */
  readonly level: number;
  /** Its text without markup. */
  readonly text: string;
  /** Its id in the document's page, used after `#` in addresses. */
  readonly id: string;
  /** The line on which it starts, counted from 0. */
  readonly line: number;
}

/** A Markdown document. Only the file name of its path matters. */
export interface OutlinedText {
  readonly path: string;
  readonly text: string;
}

/** Title, front matter and headings of a document. */
export interface Outline {
  /** The title in the front matter, otherwise the first heading of level 1, otherwise the file name. */
  readonly title: string;
  /** The front matter as JSON; null if there is none. */
  readonly frontMatter: Readonly<Record<string, unknown>> | null;
  readonly headings: readonly Heading[];
  /** Number of lines of the front matter. */
  readonly frontMatterLines: number;
  /** Why text that looks like front matter cannot be read as such. */
  readonly problem: FrontMatterProblem | null;
}

/** Maximum characters of a heading. Longer headings are cut, because parsing takes quadratic time. */
const longestHeading = 400;
/** Maximum headings of a document. Further ones are ordinary text. */
const mostHeadings = 5_000;
const longestTitle = 300;

/**
 * Reads title, front matter and headings of Markdown without rendering it: 1 ms for 30 KB. Malicious text can take very
 * long.
 */
export function outlinesOf(documents: readonly OutlinedText[]): Outline[] {
  return documents.map(({ path, text }) => {
    const { data, title: named, body, lines, problem } = splitFrontMatter(text);
    const headings = headingsOf(body).map((heading) => ({ ...heading, line: heading.line + lines }));
    const title = titleFrom(path, named, headings);
    return { title, frontMatter: data, headings, frontMatterLines: lines, problem };
  });
}

function titleFrom(path: string, named: string, headings: readonly Heading[]): string {
  const heading = headings.find(({ level, text }) => level === 1 && text !== '')?.text ?? '';
  return (oneLine(named) || oneLine(heading) || nameOf(path)).slice(0, longestTitle);
}

/** Removes control characters; the database refuses NUL. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/** The headings of a Markdown text, except those written in HTML. Their ids are the same wherever they are used. */
export function headingsOf(body: string): Heading[] {
  const nextId = headingIds();
  const environment = {};
  const tokens: Token[] = [];
  // Parses blocks only, because the text between headings is not needed.
  markdown.block.parse(body.replace(/\r\n?/g, '\n'), markdown, environment, tokens);
  const headings: Heading[] = [];
  for (const [index, { type, tag, map }] of tokens.entries()) {
    if (type === 'heading_open' && map !== null && headings.length < mostHeadings) {
      const words: Token[] = [];
      const { content, id } = splitHeading(tokens[index + 1]?.content ?? '');
      markdown.inline.parse(content.slice(0, longestHeading), markdown, environment, words);
      const text = plainText(words);
      headings.push({ level: Number(tag.slice(1)), text, id: nextId(id ?? text), line: map[0] });
    }
  }
  return headings;
}

/**
 * Returns a function that assigns ids to the headings of one document in order. An id is in lower case, with hyphens,
 * and numbered if it occurs again.
 */
export function headingIds(): (text: string) => string {
  const slugger = new GithubSlugger();
  return (text) => slugger.slug(slug(text) === '' ? 'section' : text);
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('').trim();
}

function wordsOf(token: Token): string {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return ' ';
    case 'image':
      return plainText(token.children ?? []);
    case 'html_inline':
      return '';
    default:
      return token.content;
  }
}
