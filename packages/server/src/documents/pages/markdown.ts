import type { Offer } from '@tessera/contract';
import type { AnswerOf } from '../../dispatch/operation.js';
import { type ErrorExtras, errors } from '../../platform/errors.js';
import { nameOf } from '../model/path.js';
import { addressPath } from '../rendering/index.js';
import type { Calls, PageRequest } from './calls.js';
import { unlessAbsent } from './document-page.js';
import { readableName } from './names.js';
import { indexName, markdownSuffix } from './negotiation.js';
import { inReadingOrder } from './neighbours.js';
import { addressOn, type Site } from './site.js';
import { folderAt, pageAddress } from './tree.js';

const markdownType = 'text/markdown; charset=utf-8';

/** Responds with a document or a folder as Markdown. In the URL, `.md` may be appended to the extension or omitted. */
export async function markdownAt(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  const other = path.endsWith(markdownSuffix) ? path.slice(0, -markdownSuffix.length) : `${path}${markdownSuffix}`;
  for (const name of [path, other]) {
    const text = (await documentText(c, calls, name)) ?? (await folderText(calls, name.replace(/\/$/, '')));
    if (text !== undefined) {
      return c.body(text, 200, { 'Content-Type': markdownType });
    }
  }
  throw errors.notFound('document_not_found');
}

/** Responds with the list of all documents that the caller may read. */
export async function indexPage(c: PageRequest, calls: Calls): Promise<Response> {
  const { repos } = await calls.ask('repos.list', { query: { locked: 'true' } });
  const sections: string[] = [];
  for (const { name, description } of repos.filter(({ documents, locked = 0 }) => documents + locked > 0)) {
    const about = description ? `\n${line(description)}\n` : '';
    sections.push(`## ${line(readableName(name))}\n${about}\n${await links(calls, name)}`);
  }
  const workspace = calls.caller()?.scope?.workspace.name ?? 'Tessera';
  const help = '> Send `Accept: text/markdown`, or add `.md` to an address, to read a page as Markdown.';
  const rest = '> Further documents are not listed here: read the page of a folder as Markdown.';
  const text = [`# ${line(workspace)}`, help, ...(calls.isCut() ? [rest] : []), ...sections].join('\n\n');
  const type = c.req.path.endsWith(indexName) ? 'text/plain; charset=utf-8' : markdownType;
  return c.body(`${text.trimEnd()}\n`, 200, { 'Content-Type': type });
}

async function documentText(c: PageRequest, calls: Calls, path: string): Promise<string | undefined> {
  const version = c.req.query('version');
  const query = { path, ...(version === undefined ? {} : { version }) };
  const entry = await calls.ask('documents.read', { query }).catch(unlessAbsent);
  return entry === undefined ? undefined : asMarkdown(entry, calls.site);
}

/** Formats a document as Markdown: Markdown unchanged, other text as a code block, and any other file as a link. */
function asMarkdown({ path, title, text, media_type: type }: AnswerOf<'documents.read'>, { files }: Site): string {
  if (type === 'text/markdown' && text !== null) {
    return text;
  }
  const heading = `# ${line(title)}\n\n`;
  if (text === null) {
    return `${heading}[${line(nameOf(path))}](${files}${addressPath(path)}) (${type})\n`;
  }
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${heading}${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** The entries of a folder, in the order of its page. */
async function folderText(calls: Calls, path: string): Promise<string | undefined> {
  const first = path === '' ? undefined : await folderAt(calls, path).catch(unlessAbsent);
  if (first === undefined || (first.entries.length === 0 && first.index === undefined)) {
    return undefined;
  }
  const pages = [first];
  for (let last = first; last.nextCursor !== null; pages.push(last)) {
    last = await folderAt(calls, path, last.nextCursor);
  }
  const entries = pages.flatMap((page) => inReadingOrder(path, page));
  const lines = entries.map(({ label, address, offer }) => {
    return `${link(label, addressOn(calls.site, address))}${offer === undefined ? '' : ` (locked${offerLink(offer)})`}`;
  });
  return `# ${line(readableName(nameOf(path)))}\n\n${lines.join('\n')}\n`;
}

/** One line for each document below a path. */
async function links(calls: Calls, prefix: string): Promise<string> {
  const lines: string[] = [];
  const { site } = calls;
  // Readers of a public index may have saved it, so that relative links lead nowhere.
  const base = site.slug === undefined ? '' : await calls.origin();
  const addressOf = (path: string): string => base + addressOn(site, pageAddress(path));
  for await (const { documents, locked = [] } of calls.listed({ prefix, locked: 'true' })) {
    lines.push(...documents.map(({ path, title }) => link(title, addressOf(path))));
    lines.push(
      ...locked.map(({ path, title, offer }) => `${link(title, addressOf(path))} (locked${offerLink(offer)})`),
    );
  }
  return lines.join('\n');
}

/** The link to the offer, which is appended to locked documents. */
function offerLink({ text, url }: Offer): string {
  return url === null ? '' : `: [${escaped(text ?? 'Get access')}](${inLink(url)})`;
}

/** Responds with the parts of a locked document that are visible. */
export function lockedMarkdown(c: PageRequest, { title = '', description, offer }: ErrorExtras): Response {
  const { text = null, url = null } = offer ?? {};
  const access = url === null ? text : offerLink({ text, url }).slice(2);
  const paragraphs = [
    `# ${escaped(title)}`,
    description ? line(description) : null,
    'This document is locked.',
    access,
  ];
  const body = `${paragraphs.filter((part) => part !== null).join('\n\n')}\n`;
  return c.body(body, 402, { 'Content-Type': markdownType });
}

function link(label: string, address: string): string {
  return `- [${escaped(label)}](${inLink(address)})`;
}

/** Escapes a URL for the parentheses of a Markdown link. */
function inLink(address: string): string {
  return address.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Text on one line, escaped for the brackets of a Markdown link. */
function escaped(text: string): string {
  return line(text).replace(/[[\]\\]/g, '\\$&');
}

/** Joins text to one line. */
function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
