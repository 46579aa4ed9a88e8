import { html, raw } from 'hono/html';
import type { AnswerOf } from '../../dispatch/operation.js';
import { pageLanguage, t, tWith } from '../../http/pages/language.js';
import type { Principal } from '../../principals/principal.js';
import { nameOf } from '../model/path.js';
import { addressPath, documentPaths } from '../rendering/index.js';
import type { Markup } from './layout.js';
import { dayOf, readableName } from './names.js';
import type { Neighbours } from './neighbours.js';
import { folderAddress, pageAddress, type TreeEntry } from './tree.js';

/** A document and the data that its page shows. */
export interface DocumentView {
  readonly entry: AnswerOf<'documents.read'>;
  readonly rendered: AnswerOf<'documents.rendered'>;
  /** The displayed version; undefined for the newest. */
  readonly version?: string | undefined;
  readonly neighbours: Neighbours;
  /** The reader. */
  readonly caller?: Principal | undefined;
}

/** Renders a document, with its path above it and links to the next documents below. */
export function documentView(view: DocumentView): Markup {
  const { entry, rendered, version, caller } = view;
  const isVisitor = caller?.kind === 'visitor';
  return html`${pathView(entry.path)}
${version === undefined ? '' : earlierNotice(entry)}
<article${entry.title.length > 80 ? html` class="long-title"` : ''}>
${rendered.reason === 'pending' ? pendingNotice(rendered) : ''}
${headingView(rendered)}
${tocDetails(rendered.toc)}
${bodyView(view)}
</article>
<footer class="about">
<p>${updatedView(view)}
${isVisitor ? '' : html` · <a href="${pageAddress(entry.path)}?versions">${t('document.versions')}</a>`} · <a href="${fileAddress(entry.path, version)}">${t('document.file')}</a></p>
${version === undefined && !isVisitor ? readMark() : ''}
${neighboursView(view.neighbours)}
</footer>`;
}

/** The date of the last change. The author is shown to the team, but not to customers. */
function updatedView({ entry, version, caller }: DocumentView): (string | Markup)[] {
  const day = html`<time datetime="${entry.updated_at}">${dayOf(entry.updated_at)}</time>`;
  const name = html`${entry.updated_by}`;
  if (version === undefined) {
    return tWith(isCustomer(caller) ? 'document.updated' : 'document.updatedBy', { day, name });
  }
  return tWith(isCustomer(caller) ? 'document.asOf' : 'document.asOfBy', { day, name });
}

/** Whether the caller is a customer. Customers only read, and do not see authors. */
export function isCustomer(caller: Principal | undefined): boolean {
  return caller?.scope?.role === 'member';
}

const readMark = (): Markup =>
  html`<label class="done needs-script"><input type="checkbox" autocomplete="off"> ${t('document.read')}</label>`;

/** The folders of a path, as links. */
export function pathView(path: string): Markup {
  const folders = path.split('/').slice(0, -1);
  return html`<nav class="path" aria-label="${t('document.path')}"><ol>${folders.map(
    (name, index) =>
      html`<li><a href="${folderAddress(folders.slice(0, index + 1).join('/'))}">${readableName(name)}</a></li>`,
  )}</ol></nav>`;
}

/** The table of contents in the side column. Undefined if it has too few entries to be useful. */
export function tocAside(toc: AnswerOf<'documents.rendered'>['toc']): Markup | undefined {
  const entries = listed(toc);
  return entries.length < 2
    ? undefined
    : html`<aside class="toc"><nav aria-label="${t('document.headings')}"><h2>${t('document.headings')}</h2>${tocList(entries)}</nav></aside>`;
}

/** The table of contents above the text, for narrow screens. */
export function tocDetails(toc: AnswerOf<'documents.rendered'>['toc']): Markup | '' {
  const entries = listed(toc);
  return entries.length < 2
    ? ''
    : html`<details class="toc"><summary>${t('document.headings')}</summary>${tocList(entries)}</details>`;
}

function listed(toc: AnswerOf<'documents.rendered'>['toc']): AnswerOf<'documents.rendered'>['toc'] {
  return toc.filter(({ level, text }) => level > 1 && level < 4 && text !== '');
}

function tocList(entries: AnswerOf<'documents.rendered'>['toc']): Markup {
  return html`<ul>${entries.map(({ id, level, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)}</ul>`;
}

/** The title as a heading of level 1, if the document has no such heading. */
function headingView({ title, toc }: AnswerOf<'documents.rendered'>): Markup | '' {
  if (toc.some(({ level }) => level === 1)) {
    return '';
  }
  return toc[0]?.text === title ? html`<h1 class="unseen">${title}</h1>` : html`<h1>${title}</h1>`;
}

function earlierNotice({ path }: DocumentView['entry']): Markup {
  return html`<p class="earlier" role="note">${t('document.earlier')} <a href="${pageAddress(path)}">${t('document.current')}</a></p>`;
}

function bodyView({ entry, rendered, version }: DocumentView): Markup {
  if (rendered.html !== null) {
    return html`<div class="prose">${raw(rendered.html)}</div>`;
  }
  if (rendered.reason === 'pending') {
    return pendingView(rendered.toc);
  }
  const address = fileAddress(entry.path, version);
  if (rendered.reason !== 'not_text' && entry.text !== null) {
    return html`<p class="soft">${t(entry.next_offset === null ? 'document.long' : 'document.longStart')} <a href="${address}">${t('document.whole')}</a></p>
<pre tabindex="0">${entry.text}</pre>`;
  }
  return fileView(entry, address);
}

/** The notice that the text is being rendered. The header `Refresh` reloads the page. */
function pendingNotice({ html: text }: AnswerOf<'documents.rendered'>): Markup {
  const what = text === null ? t('document.preparing') : t('document.changed');
  return html`<p class="pending soft" role="status">${what} <a href="">${t('document.again')}</a></p>`;
}

/** A list of the headings, which are known before the text is rendered. */
function pendingView(toc: AnswerOf<'documents.rendered'>['toc']): Markup {
  return html`<div class="prose">${toc.map(({ level, text }) => html`<p class="outline level-${level}">${text}</p>`)}</div>`;
}

function fileView({ path, media_type: type, size }: DocumentView['entry'], address: string): Markup {
  const link = html`<p><a class="action" href="${address}">${t('document.open', { name: nameOf(path) })}</a> <span class="soft">${sizeOf(size)}</span></p>`;
  if (type.startsWith('image/')) {
    return html`<figure class="picture"><a href="${address}"><img src="${address}" alt="${nameOf(path)}"></a></figure>${link}`;
  }
  if (type.startsWith('audio/')) {
    return html`<audio controls preload="metadata" src="${address}"></audio>${link}`;
  }
  return type.startsWith('video/') ? html`<video controls preload="metadata" src="${address}"></video>${link}` : link;
}

function neighboursView({ before, after }: DocumentView['neighbours']): Markup | '' {
  if (before === undefined && after === undefined) {
    return '';
  }
  const link = (entry: TreeEntry | undefined, rel: 'prev' | 'next', word: string): Markup | '' =>
    entry === undefined
      ? ''
      : html`<a rel="${rel}" class="${rel}" href="${entry.address}"><span>${word}</span> ${entry.label}</a>`;
  return html`<nav class="neighbours" aria-label="${t('document.neighbours')}">${link(before, 'prev', t('document.previous'))}${link(after, 'next', t('document.next'))}</nav>`;
}

/** The address of a document's file, of one of its versions if given. */
export function fileAddress(path: string, version?: string): string {
  return `${documentPaths.files}${addressPath(path)}${version === undefined ? '' : `?version=${version}`}`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) {
    return `${bytes} bytes`;
  }
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString(pageLanguage(), { maximumSignificantDigits: 2 })} ${unit}`;
}
