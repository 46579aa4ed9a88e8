import GithubSlugger, { slug } from 'github-slugger';
import type Token from 'markdown-it/lib/token.mjs';
import { nameOf } from '../model/path.js';
import { commentsIn } from './dialects.js';
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
  /** The title in the front matter, else the heading that starts the text, else its first `h1`, else the file name. */
  readonly title: string;
  /** The front matter as JSON; null if there is none. */
  readonly frontMatter: Readonly<Record<string, unknown>> | null;
  readonly headings: readonly Heading[];
  /** The ranges [start, end) of comments, which pages do not show. */
  readonly comments: readonly (readonly [start: number, end: number])[];
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
const mostComments = 1_000;

/**
 * Reads title, front matter and headings of Markdown without rendering it: 1 ms for 30 KB. Malicious text can take very
 * long.
 */
export function outlinesOf(documents: readonly OutlinedText[]): Outline[] {
  return documents.map(({ path, text }) => {
    const { data, title: named, body, lines, problem } = splitFrontMatter(text);
    const tokens = blocksOf(body);
    const found = headingsIn(tokens);
    const headings = found.map((heading) => ({ ...heading, line: heading.line + lines }));
    const title = [named, titleIn(tokens, found), nameOf(path)].map(oneLine).find((text) => text !== '') ?? '';
    const bodyStart = text.length - body.length;
    const comments = commentsIn(body)
      .slice(0, mostComments)
      .map(([start, end]) => [bodyStart + start, bodyStart + end] as const);
    return {
      title: title.slice(0, longestTitle),
      frontMatter: data,
      headings,
      comments,
      frontMatterLines: lines,
      problem,
    };
  });
}

/** Removes control characters; the database refuses NUL. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

/** Parses blocks only, because the text between headings is not needed. */
function blocksOf(body: string): Token[] {
  const tokens: Token[] = [];
  markdown.block.parse(body.replace(/\r\n?/g, '\n'), markdown, {}, tokens);
  return tokens;
}

/** The headings of a Markdown text, except those written in HTML. Their ids are the same wherever they are used. */
export function headingsOf(body: string): Heading[] {
  return headingsIn(blocksOf(body));
}

/** The heading of any level that starts a text, else its first one of level 1. Either can be written in HTML. */
function titleIn(tokens: readonly Token[], headings: readonly Heading[]): string {
  const inHtml = tokens.flatMap(({ type, content, map }) => {
    const [, words = ''] = type === 'html_block' ? (/<h1\b[^>]*>([\s\S]*?)<\/h1\s*>/i.exec(content) ?? []) : [];
    const text = markdown.utils.unescapeAll(words.replace(/<[^>]*>/g, '')).trim();
    return text === '' ? [] : [{ level: 1, text, line: map?.[0] ?? 0 }];
  });
  const all = [...headings.filter(({ text }) => text !== ''), ...inHtml].sort((one, other) => one.line - other.line);
  const start = tokens[0]?.map?.[0];
  return (all.find(({ line }) => line === start) ?? all.find(({ level }) => level === 1))?.text ?? '';
}

function headingsIn(tokens: readonly Token[]): Heading[] {
  const nextId = headingIds();
  const environment = {};
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
