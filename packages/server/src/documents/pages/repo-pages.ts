import { html } from 'hono/html';
import type { AnswerOf } from '../../dispatch/operation.js';
import { t } from '../../http/pages/language.js';
import { errors, ServiceError } from '../../platform/errors.js';
import { nameOf } from '../model/path.js';
import type { Calls, PageRequest } from './calls.js';
import { descriptionOf } from './document-page.js';
import { isCustomer, pathView, tocAside } from './document-views.js';
import { answerReadingPage, hasDiagrams, type Markup } from './layout.js';
import { folderView, versionsView } from './list-views.js';
import { readableName } from './names.js';
import { folderAddress, folderAt, pageAddress } from './tree.js';

/** Responds with a folder's page: its README and its entries. */
export async function folderPage(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  const folder = await folderAt(calls, path, c.req.query('cursor'));
  if (folder.entries.length === 0 && folder.index === undefined) {
    throw errors.notFound('document_not_found');
  }
  if (c.req.method === 'HEAD') {
    return c.body(null);
  }
  const { index } = folder;
  const introduction =
    index === undefined ? undefined : await calls.ask('documents.rendered', { query: { path: index } });
  const content = folderView({ path, folder, introduction });
  const title = introduction?.title ?? readableName(nameOf(path));
  const aside = introduction === undefined ? undefined : tocAside(introduction.toc);
  const description = index === undefined || calls.site.slug === undefined ? null : await described(calls, index);
  const found = { title, description, address: folderAddress(path) };
  const view = { title, found, content, openTo: `${path}/`, path, aside };
  return answerReadingPage(c, calls, { ...view, hasDiagrams: hasDiagrams(introduction?.html) });
}

async function described(calls: Calls, index: string): Promise<string | null> {
  return descriptionOf(await calls.ask('documents.read', { query: { path: index, offset: '0' } }));
}

/** Responds with the page of a document's versions. */
export async function versionsPage(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  const cursor = c.req.query('cursor');
  const history = await calls.ask('documents.history', {
    query: { path, ...(cursor === undefined ? {} : { cursor }) },
  });
  const { title } = await calls.ask('documents.read', { query: { path, offset: '0' } });
  const content = versionsView(path, { title, history, isCustomer: isCustomer(calls.caller()) });
  return answerReadingPage(c, calls, { title: t('document.versionsOf', { title }), content, openTo: path, path });
}

type Comparison = AnswerOf<'documents.diff'>;

/** Responds with a page that shows a version's changes since the version before. */
export async function changesPage(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  const comparison = await compare(calls, { path, to: c.req.query('changes') ?? '' });
  const { title } = await calls.ask('documents.read', { query: { path, offset: '0' } });
  const content = changesView(path, title, comparison);
  return answerReadingPage(c, calls, { title: t('document.changesOf', { title }), content, openTo: path, path });
}

async function compare(calls: Calls, query: Readonly<Record<string, string>>): Promise<Comparison> {
  try {
    return await calls.ask('documents.diff', { query });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_text') {
      return { hunks: [], binary: true, truncated: false };
    }
    throw error;
  }
}

function changesView(path: string, title: string, { hunks, binary }: Comparison): Markup {
  const nothing = binary ? t('document.notCompared') : t('document.sameText');
  return html`${pathView(path)}
<h1>${t('document.changesOf', { title })}</h1>
<p><a href="${pageAddress(path)}?versions">${t('document.allVersions')}</a></p>
${hunks.length === 0 ? html`<p class="lead">${nothing}</p>` : hunks.map((hunk) => hunkView(hunk))}`;
}

function hunkView({ new_start: start, lines }: Comparison['hunks'][number]): Markup {
  return html`<h2 class="place">${t('document.line', { line: Math.max(1, start) })}</h2>
<pre class="changes" tabindex="0">${lines.map((line) => lineView(line))}</pre>`;
}

function lineView(line: string): Markup {
  switch (line[0]) {
    case '+':
      return html`<ins>${line}\n</ins>`;
    case '-':
      return html`<del>${line}\n</del>`;
    default:
      return html`${line}\n`;
  }
}
