import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { type Appearance, appearanceStyle, logoView, withAppearance } from '../../http/pages/appearance.js';
import { fontPreload } from '../../http/pages/font.js';
import { mark } from '../../http/pages/icon.js';
import { pageLanguage, t } from '../../http/pages/language.js';
import { pagePaths } from '../../http/pages/paths.js';
import type { Principal } from '../../principals/principal.js';
import { documentPaths } from '../rendering/index.js';
import { assetPaths, scriptPath } from './assets.js';
import type { Calls, PageRequest } from './calls.js';
import type { Markup } from './markup.js';
import { indexName } from './negotiation.js';
import { type FoundPage, headView, isPublic, publicCaching } from './public-page.js';
import { readdressed } from './site.js';
import { kindOf, lockMark, type TreeEntry, treeTo } from './tree.js';

export type { Markup } from './markup.js';

/** Headers of every reading page. They forbid foreign content, framing and caching. */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; script-src 'self'; " +
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The content of one page. The properties that are the same on all pages of a caller are added later. */
export interface PageContent extends Omit<PageView, 'caller' | 'tree' | 'appearance' | 'head' | 'embedHosts'> {
  /** The table of contents is expanded down to this path. Absent on a page without contents. */
  readonly openTo?: string;
  readonly status?: 200 | 402 | 404;
  /** Metadata for search engines on a public site. Absent on pages that must not be indexed. */
  readonly found?: FoundPage;
  /** The HTML of the displayed document. Its frames determine the content security policy. */
  readonly html?: string | null;
}

/**
 * Responds with a reading page. Only a page with diagrams may load frames of this service, because diagrams are drawn
 * in such a frame.
 */
export async function answerReadingPage(c: PageRequest, calls: Calls, content: PageContent): Promise<Response> {
  const { openTo, status = 200, found, html: text, ...view } = content;
  const [appearance, tree] = await Promise.all([
    calls.appearance(),
    openTo === undefined ? undefined : treeTo(calls, openTo),
  ]);
  const policy = withAppearance(pageHeaders['Content-Security-Policy'], appearance);
  const head = calls.site.slug === undefined || found === undefined ? undefined : await headView(calls, found);
  const embedHosts = embedHostsOf(text, appearance?.embeds ?? []);
  const frames = [...(view.hasDiagrams === true ? ["'self'"] : []), ...embedHosts.map((host) => `https://${host}`)];
  const page = readingPage({ ...view, head, embedHosts, caller: calls.caller(), appearance, ...(tree && { tree }) });
  return c.html(readdressed(String(await page), calls.site), status, {
    'Content-Security-Policy': frames.length === 0 ? policy : `${policy}; frame-src ${frames.join(' ')}`,
    ...(status === 200 && isPublic(c, calls.site) && { 'Cache-Control': publicCaching }),
  });
}

/** Whether a rendered document contains diagrams. */
export function hasDiagrams(html: string | null | undefined): boolean {
  return html?.includes('class="code language-mermaid"') === true;
}

/** The content of a reading page. */
export interface PageView {
  readonly title: string;
  readonly content: Markup;
  /** The reader. Absent on pages that look the same to everyone. */
  readonly caller?: Principal | undefined;
  /** The appearance of the workspace. */
  readonly appearance?: Appearance | undefined;
  /** The readable documents. Absent if there is no choice of documents. */
  readonly tree?: readonly TreeEntry[];
  /** The path of the page, to mark it in the tree. */
  readonly path?: string;
  /** The content of the side column. */
  readonly aside?: Markup | undefined;
  readonly hasDiagrams?: boolean;
  /** Hosts whose frames may be shown after a click. */
  readonly embedHosts?: readonly string[];
  /** Metadata for search engines. Absent on pages that must not be indexed. */
  readonly head?: Markup | undefined;
  /** The search query. */
  readonly query?: string | undefined;
}

/** The script that draws diagrams, served with the dashboard. */
const diagramScript = '/app/reading-diagrams.js';

/** Renders a reading page. The ids of its own elements contain a dot, so they cannot equal ids of headings. */
export function readingPage(view: PageView): Markup {
  const { title, caller, appearance, tree, content, aside } = view;
  const workspace = caller?.scope?.workspace.name ?? 'Tessera';
  return html`<!doctype html>
<html lang="${pageLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${view.head ?? html`<meta name="robots" content="noindex">`}
<meta name="color-scheme" content="light dark">
<title>${title === workspace ? title : `${title} · ${workspace}`}</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
${fontPreload}
<link rel="stylesheet" href="${assetPaths.style}">
${appearanceStyle(appearance)}
<script src="${assetPaths.theme}"></script>
<script src="${scriptPath(pageLanguage())}" defer></script>
${view.hasDiagrams === true ? diagramScriptView() : ''}</head>
<body${caller === undefined || isVisitor(caller) ? '' : html` data-reader="${readerMark(caller)}"`}>
<a class="skip" href="#page.text">${t('skip')}</a>
${caller !== undefined && isVisitor(caller) ? html`<a class="skip" href="${documentPaths.pages}${indexName}">${indexName}</a>` : ''}
<header class="top">
<a class="brand" href="${caller === undefined ? '/' : documentPaths.pages}">${logoView(appearance, mark)}<span>${workspace}</span></a>
${tree === undefined || caller === undefined ? '' : searchForm(view.query)}
${themeChoice()}
${caller === undefined ? '' : personLinks(caller)}
${tree === undefined ? '' : html`<a class="menu" href="#page.tree">${t('contents')}</a>`}
</header>
${caller?.kind === 'magicLink' ? linkNotice() : ''}
<div class="${frameClasses(view)}">
<main id="page.text" tabindex="-1"${view.embedHosts?.length ? html` data-embeds="${view.embedHosts.join(' ')}"` : ''}>
${content}
</main>
${aside ?? ''}
${tree === undefined ? '' : treeView(tree, view.path ?? '')}
</div>
</body>
</html>
`;
}

const diagramScriptView = (): Markup =>
  html`<script type="module" src="${diagramScript}" data-title="${t('diagram')}" data-source="${t('diagram.source')}" data-failed="${t('diagram.failed')}"></script>\n`;

/**
 * Classes that reserve the page's columns. They are in its first bytes, so nothing moves when a column arrives later.
 */
function frameClasses({ tree, aside }: PageView): string {
  return ['frame', ...(tree === undefined ? [] : ['with-tree']), ...(aside === undefined ? [] : ['with-toc'])].join(
    ' ',
  );
}

const linkNotice = (): Markup => html`<form class="forwardable" method="post" action="${pagePaths.leaveLink}">
${t('link.warning')} <button>${t('link.leave')}</button>
</form>`;

/** The key under which a browser stores what was read. It differs by person and workspace, and reveals neither. */
function readerMark({ scope, personId, id }: Principal): string {
  const reader = `${scope?.workspace.id ?? ''}:${personId ?? id}`;
  return createHash('sha256').update(reader).digest('base64url').slice(0, 12);
}

const themeChoice =
  (): Markup => html`<label class="theme needs-script" title="${t('theme')}"><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor"/></svg>
<select aria-label="${t('theme')}" autocomplete="off"><option value="system">${t('theme.system')}</option><option value="light">${t('theme.light')}</option><option value="dark">${t('theme.dark')}</option></select></label>`;

function searchForm(query: string | undefined): Markup {
  return html`<form class="find" role="search" action="${documentPaths.pages}">
<input type="search" name="q" value="${query ?? ''}" placeholder="${t('search')}" aria-label="${t('search')}" maxlength="1000" required autocomplete="off">
</form>`;
}

const personIcon = html`<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="6.5" r="3.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M3.5 17a6.5 6.5 0 0 1 13 0" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>`;

function personLinks({ kind, email }: Principal): Markup {
  if (kind === 'visitor') {
    return html`<a class="person" href="${pagePaths.signIn}?next=${encodeURIComponent(documentPaths.pages)}">${personIcon}<span>${t('signIn')}</span></a>`;
  }
  return kind === 'session'
    ? html`<a class="person" href="/account" title="${email ?? ''}">${personIcon}<span>${t('account')}</span></a>`
    : html`<span class="person">${email ?? ''}</span>`;
}

function isVisitor({ kind }: Principal): boolean {
  return kind === 'visitor';
}

function treeView(tree: readonly TreeEntry[], path: string): Markup {
  return html`<nav class="tree" id="page.tree" aria-label="${t('contents')}">
<a class="close" href="#page.text">${t('close')}</a>
${entriesView(tree, path)}
</nav>`;
}

function entriesView(entries: readonly TreeEntry[], path: string): Markup {
  return html`<ul>${entries.map((entry) => entryView(entry, path))}</ul>`;
}

function entryView(entry: TreeEntry, path: string): Markup {
  const current = entry.path === path ? html` aria-current="page"` : '';
  const below = entry.entries === undefined ? '' : entriesView(entry.entries, path);
  const kind = entry.entries === undefined ? kindOf(entry) : `${kindOf(entry)} open`;
  return html`<li><a class="${kind}" href="${entry.address}"${current}>${entry.label}${lockMark(entry)}</a>${below}</li>`;
}

const framed = /<a (?=[^>]*\bdata-embed\b)[^>]*\bhref="(https:\/\/[^"]+)"/g;

/** The hosts of embedded frames in a document that its workspace allows, each also with `www.`. */
export function embedHostsOf(html: string | null | undefined, allowed: readonly string[]): string[] {
  const hosts = [...(html ?? '').matchAll(framed)].map(([, address = '']) => new URL(address).host);
  return [...new Set(hosts)].filter((host) => allowed.includes(host) || allowed.includes(host.replace(/^www\./, '')));
}
