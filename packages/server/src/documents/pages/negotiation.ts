import { accepts } from 'hono/accepts';
import type { PageRequest } from './calls.js';

/** The suffix that requests Markdown. It follows the file's own extension in the URL. */
export const markdownSuffix = '.md';

/** The name of the page that lists everything its caller may read; see https://llmstxt.org. */
export const indexName = 'llms.txt';

/**
 * Whether a request is for Markdown. It is if Markdown is preferred to HTML, or if a program (which sends
 * `Authorization`) requests a `.md` URL. A browser shows the same URL as a page.
 */
export function wantsMarkdown(c: PageRequest): boolean {
  const isProgram = c.req.header('authorization') !== undefined && c.req.path.endsWith(markdownSuffix);
  const unsaid = isProgram ? 'text/markdown' : 'text/html';
  const supports = ['text/html', 'text/markdown'];
  return accepts(c, { header: 'Accept', supports, default: unsaid }) === 'text/markdown';
}

/** Whether a request prefers JSON. */
export function wantsJson(c: PageRequest): boolean {
  const supports = ['text/html', 'application/json'];
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'application/json';
}

/** Whether the client is a program, which receives errors as JSON. People are redirected to the sign-in. */
export function isForProgram(c: PageRequest): boolean {
  return (
    wantsMarkdown(c) ||
    wantsJson(c) ||
    (c.req.path.endsWith(`/${indexName}`) && !(c.req.header('accept') ?? '').includes('text/html'))
  );
}
