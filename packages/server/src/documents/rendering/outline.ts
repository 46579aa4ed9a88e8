import GithubSlugger, { slug } from 'github-slugger';
import type Token from 'markdown-it/lib/token.mjs';
import { nameOf } from '../model/path.js';
import { splitFrontMatter } from './front-matter.js';
import type { FrontMatterProblem } from './front-matter-problem.js';
import { splitHeading } from './heading-marks.js';
import { markdown } from './markdown.js';

/** A heading of a document. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  /** Its words, without markup. */
  readonly text: string;
  /** Its id in the document's page: what stands behind `#` in an address. */
  readonly id: string;
  /** The line of the document's text on which it starts, counted from 0. */
  readonly line: number;
}

/** A Markdown document, by any path that ends in its file's name. */
export interface OutlinedText {
  readonly path: string;
  readonly text: string;
}

/** What a document says of itself. */
export interface Outline {
  /** What the front matter names, else the first heading of level 1, else the file's name. */
  readonly title: string;
  /** Its front matter as JSON; null when it has none. */
  readonly frontMatter: Readonly<Record<string, unknown>> | null;
  readonly headings: readonly Heading[];
  /** How many lines the front matter takes. */
  readonly frontMatterLines: number;
  /** Why what looks like front matter stays text. */
  readonly problem: FrontMatterProblem | null;
}

/** Characters of a heading that are read: the time that they take grows with their square. */
const longestHeading = 400;
/** Further headings are text as any other. */
const mostHeadings = 5_000;
const longestTitle = 300;

/** Title, front matter and headings of Markdown, without rendering it: 1 ms for 30 KB. As slow as the text is hostile. */
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

/** Without control characters, of which the database refuses one in a text. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/** The headings that Markdown (not HTML in it) makes, with the ids that they have everywhere. */
export function headingsOf(body: string): Heading[] {
  const nextId = headingIds();
  const environment = {};
  const tokens: Token[] = [];
  // Blocks only: what stands between headings need not be parsed.
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

/** Gives one document's headings their ids, in order: the words in lower case with hyphens, counted where they recur. */
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
