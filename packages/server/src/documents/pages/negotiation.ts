import { accepts } from 'hono/accepts';
import type { PageRequest } from './calls.js';

/** What an address may end in, beside its own ending, to be answered as Markdown. */
export const markdownSuffix = '.md';

/** The page that lists all that its caller may read, as https://llmstxt.org has it. */
export const indexName = 'llms.txt';

/**
 * Whether a request is for Markdown: it prefers that to HTML, or it is a program's, which sends a credential in a header and
 * asks for a `.md` address. A browser opens the same address as a page.
 */
export function wantsMarkdown(c: PageRequest): boolean {
  const isProgram = c.req.header('authorization') !== undefined && c.req.path.endsWith(markdownSuffix);
  const unsaid = isProgram ? 'text/markdown' : 'text/html';
  const supports = ['text/html', 'text/markdown'];
  return accepts(c, { header: 'Accept', supports, default: unsaid }) === 'text/markdown';
}

/** Whether a program asks for JSON. */
export function wantsJson(c: PageRequest): boolean {
  const supports = ['text/html', 'application/json'];
  return accepts(c, { header: 'Accept', supports, default: 'text/html' }) === 'application/json';
}

/** Whether a program asks, which reads a refusal as JSON; a person is led to sign in. */
export function isForProgram(c: PageRequest): boolean {
  return (
    wantsMarkdown(c) ||
    wantsJson(c) ||
    (c.req.path.endsWith(`/${indexName}`) && !(c.req.header('accept') ?? '').includes('text/html'))
  );
}
