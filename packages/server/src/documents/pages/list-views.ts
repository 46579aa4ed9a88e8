import { html, raw } from 'hono/html';
import type { AnswerOf } from '../../dispatch/operation.js';
import { t } from '../../http/pages/language.js';
import { nameOf } from '../model/path.js';
import { pathView } from './document-views.js';
import type { Markup } from './layout.js';
import { dayOf, readableName } from './names.js';
import { type Folder, folderAddress, kindOf, lockMark, pageAddress, type TreeEntry } from './tree.js';

/** Renders the list of repos that contain readable documents. */
export function reposView(repos: AnswerOf<'repos.list'>['repos'], workspace: string): Markup {
  if (repos.length === 0) {
    return html`<h1>${workspace}</h1>
<p class="lead">${t('home.empty')}</p>`;
  }
  return html`<h1>${workspace}</h1>
<ul class="cards">${repos.map(
    ({
      name,
      description,
      documents,
      locked = 0,
    }) => html`<li><a href="${folderAddress(name)}"><strong>${readableName(name)}</strong>
<span>${description ?? ''}</span><small>${counted(documents + locked)}</small></a></li>`,
  )}</ul>`;
}

/** Renders a folder: its README and its entries. */
export function folderView(view: {
  readonly path: string;
  readonly folder: Folder;
  readonly introduction?: AnswerOf<'documents.rendered'> | undefined;
}): Markup {
  const { path, folder, introduction } = view;
  return html`${pathView(path)}
<article>
${introduction?.toc.some(({ level }) => level === 1) ? '' : html`<h1>${readableName(nameOf(path))}</h1>`}
${introduction?.html ? html`<div class="prose">${raw(introduction.html)}</div>` : ''}
</article>
<section class="contents" aria-label="${t('folder.contents')}">
${entryList(folder.entries)}
${folder.nextCursor === null ? '' : html`<p><a href="${folderAddress(path)}?cursor=${encodeURIComponent(folder.nextCursor)}">${t('folder.more')}</a></p>`}
</section>`;
}

/** Renders entries of a folder as links. */
export function entryList(entries: readonly TreeEntry[]): Markup {
  return html`<ul class="entries">${entries.map(
    (entry) => html`<li><a class="${kindOf(entry)}" href="${entry.address}">${entry.label}${lockMark(entry)}</a></li>`,
  )}</ul>`;
}

/** Renders the results of a search. */
export function searchView(
  query: string,
  { results, warnings }: AnswerOf<'documents.search'>,
  problem?: string,
): Markup {
  return html`<h1>${problem ?? t('search.title', { query })}</h1>
<p class="lead" role="status">${results.length === 0 ? t('search.none') : t('search.found', { count: results.length })}${warnings === undefined ? '' : ` ${t('search.indexing')}`}</p>
<ol class="results">${results.map((result) => resultView(result))}</ol>`;
}

/** A document in a list of several with the same name. */
export type NamedDocument = Pick<AnswerOf<'documents.list'>['documents'][number], 'path' | 'title'>;

/** Renders the choice between several documents of the same name. */
export function choiceView(name: string, entries: readonly NamedDocument[]): Markup {
  return html`<h1>${name}</h1>
<p class="lead">${t('name.several')}</p>
<ol class="results">${entries.map(
    ({ path, title }) => html`<li><a href="${pageAddress(path)}">${title}</a><small>${path}</small></li>`,
  )}</ol>`;
}

/** Renders the list of a document's versions. */
export function versionsView(
  path: string,
  view: { readonly title: string; readonly history: AnswerOf<'documents.history'>; readonly isCustomer: boolean },
): Markup {
  const { title, history, isCustomer } = view;
  return html`${pathView(path)}
<h1>${t('document.versionsOf', { title })}</h1>
<p><a href="${pageAddress(path)}">${t('document.current')}</a></p>
<ol class="versions">${history.versions.map((version) => versionView(path, version, isCustomer))}</ol>
${history.next_cursor === null ? '' : html`<p><a href="${pageAddress(path)}?versions&cursor=${encodeURIComponent(history.next_cursor)}">${t('document.earlierVersions')}</a></p>`}`;
}

function versionView(
  path: string,
  version: AnswerOf<'documents.history'>['versions'][number],
  isCustomer: boolean,
): Markup {
  const { id, at, by, message, status } = version;
  const day = html`<time datetime="${at}">${dayOf(at)}, ${at.slice(11, 16)} UTC</time>`;
  const link = status === 'deleted' ? day : html`<a href="${pageAddress(path)}?version=${id}">${day}</a>`;
  const isCompared = status === 'changed' || status === 'restored';
  const changes = isCompared
    ? html` <a href="${pageAddress(path)}?changes=${id}" aria-label="${t('document.changesOf', { title: `${dayOf(at)}, ${at.slice(11, 16)} UTC` })}">${t('document.changes')}</a>`
    : '';
  return html`<li>${link} <span class="status">${t(`status.${status}`)}</span>${changes}${isCustomer ? '' : html`<br><span class="soft">${by}${message === null ? '' : html`: ${message}`}</span>`}</li>`;
}

/** A passage that a search found. */
export type Result = AnswerOf<'documents.search'>['results'][number];

function resultView(result: Result): Markup {
  return html`<li><a href="${resultAddress(result)}">${result.title}${underHeading(result)}</a>
<p>${marked(result.snippet, result.highlights)}</p><small>${result.path}</small></li>`;
}

/** The URL of a passage, relative to `/d/`. */
export function resultAddress({ path, anchor }: Result): string {
  return `${pageAddress(path)}${anchor === null ? '' : `#${encodeURIComponent(anchor)}`}`;
}

/** The heading of a passage; null if it equals the title. */
export function headingOf({ title, heading }: Result): string | null {
  return heading === title ? null : heading;
}

function underHeading(result: Result): Markup | '' {
  const heading = headingOf(result);
  return heading === null ? '' : html` <span>› ${heading}</span>`;
}

function marked(snippet: string, highlights: readonly (readonly [number, number])[]): Markup {
  let from = 0;
  const segments = highlights.map(([start, end]) => {
    const part = html`${snippet.slice(from, start)}<mark>${snippet.slice(start, end)}</mark>`;
    from = end;
    return part;
  });
  return html`${segments}${snippet.slice(from)}`;
}

function counted(documents: number): string {
  return t('folder.documents', { count: documents });
}
