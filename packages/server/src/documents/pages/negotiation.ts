import { accepts } from 'hono/accepts';
import type { PageRequest } from './calls.js';

/** The suffix of an address, after its own extension, that requests Markdown. */
export const markdownSuffix = '.md';

/** The page that lists all that its caller may read, after https://llmstxt.org. */
export const indexName = 'llms.txt';

/**
 * Whether a request is for Markdown: it prefers that to HTML, or it is a program's (it has an `Authorization` header)
 * for a `.md` address. A browser shows the same address as a page.
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

/** Whether the client is a program, which receives refusals as JSON. People are redirected to sign in. */
export function isForProgram(c: PageRequest): boolean {
  return (
    wantsMarkdown(c) ||
    wantsJson(c) ||
    (c.req.path.endsWith(`/${indexName}`) && !(c.req.header('accept') ?? '').includes('text/html'))
  );
}
