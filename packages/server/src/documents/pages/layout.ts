import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { type Appearance, appearanceStyle, logoView, withAppearance } from '../../http/pages/appearance.js';
import { fontPreload } from '../../http/pages/font.js';
import { mark } from '../../http/pages/icon.js';
import { pageLanguage, t } from '../../http/pages/language.js';
import { pagePaths } from '../../http/pages/paths.js';
import type { Principal } from '../../principals/principal.js';
import { documentPaths } from '../rendering/index.js';
import { assetPaths } from './assets.js';
import type { Calls, PageRequest } from './calls.js';
import { embedHostsOf } from './embeds.js';
import type { Markup } from './markup.js';
import { type FoundPage, headView, isPublic, publicCaching } from './public-page.js';
import { readdressed } from './site.js';
import { kindOf, lockMark, type TreeEntry, treeTo } from './tree.js';

export type { Markup } from './markup.js';

/** Headers of every reading page: nothing foreign loads or frames it, and nothing keeps what it shows. */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; script-src 'self'; " +
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** A page of a caller, without what all of their pages have. */
export interface PageContent extends Omit<PageView, 'caller' | 'tree' | 'appearance' | 'head' | 'embedHosts'> {
  /** The path up to which the contents are open; absent on a page without contents. */
  readonly openTo?: string;
  readonly status?: 200 | 402 | 404;
  /** Of the page, for search engines that find it on a public site; absent on pages that they are to leave out. */
  readonly found?: FoundPage;
  /** The HTML of the document that it shows, for the frames in it. */
  readonly html?: string | null;
}

/** Answers a reading page of a caller. Diagrams are drawn in frames, which other pages may not have. */
export async function answerReadingPage(c: PageRequest, calls: Calls, content: PageContent): Promise<Response> {
  const { openTo, status = 200, found, html: text, ...view } = content;
  const [appearance, tree] = await Promise.all([
    calls.appearance(),
    openTo === undefined ? undefined : treeTo(calls, openTo),
  ]);
  const policy = withAppearance(pageHeaders['Content-Security-Policy'], appearance);
  const head = calls.site.slug === undefined || found === undefined ? undefined : headView(calls, found);
  const embedHosts = embedHostsOf(text, appearance?.embeds ?? []);
  const frames = [...(view.hasDiagrams === true ? ["'self'"] : []), ...embedHosts.map((host) => `https://${host}`)];
  const page = readingPage({ ...view, head, embedHosts, caller: calls.caller(), appearance, ...(tree && { tree }) });
  return c.html(readdressed(String(await page), calls.site), status, {
    'Content-Security-Policy': frames.length === 0 ? policy : `${policy}; frame-src ${frames.join(' ')}`,
    ...(status === 200 && isPublic(c, calls.site) && { 'Cache-Control': publicCaching }),
  });
}

/** Whether a rendered document has diagrams to draw. */
export function hasDiagrams(html: string | null | undefined): boolean {
  return html?.includes('class="code language-mermaid"') === true;
}

/** What a reading page is made from. */
export interface PageView {
  readonly title: string;
  readonly content: Markup;
  /** Who reads; absent on pages for nobody in particular. */
  readonly caller?: Principal | undefined;
  /** How the pages of their workspace look. */
  readonly appearance?: Appearance | undefined;
  /** What may be read; absent where there is nothing to choose from. */
  readonly tree?: readonly TreeEntry[];
  /** The path that is shown, to mark it in the tree. */
  readonly path?: string;
  /** What stands beside the text. */
  readonly aside?: Markup | undefined;
  readonly hasDiagrams?: boolean;
  /** Hosts whose frames the text may show after a click. */
  readonly embedHosts?: readonly string[];
  /** What search engines read of it; absent on pages that they are to leave out. */
  readonly head?: Markup | undefined;
  /** What was searched for. */
  readonly query?: string | undefined;
}

/** What draws diagrams, which the dashboard serves. */
const diagramScript = '/app/reading-diagrams.js';

/** A reading page. Ids of its own have a dot, which no heading's id has. */
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
<script src="${assetPaths.script}" defer></script>
${view.hasDiagrams === true ? html`<script type="module" src="${diagramScript}"></script>\n` : ''}</head>
<body${caller === undefined || isVisitor(caller) ? '' : html` data-reader="${readerMark(caller)}"`}>
<a class="skip" href="#page.text">${t('skip')}</a>
<header class="top">
<a class="brand" href="${caller === undefined ? '/' : documentPaths.pages}">${logoView(appearance, mark)}<span>${workspace}</span></a>
${tree === undefined || caller === undefined ? '' : searchForm(view.query)}
${themeChoice()}
${caller === undefined ? '' : personLinks(caller)}
${tree === undefined ? '' : html`<a class="menu" href="#page.tree">${t('contents')}</a>`}
</header>
${caller?.kind === 'magicLink' ? linkNotice() : ''}
<div class="${frameClasses(view)}">
${tree === undefined ? '' : treeView(tree, view.path ?? '')}
<main id="page.text" tabindex="-1"${view.embedHosts?.length ? html` data-embeds="${view.embedHosts.join(' ')}"` : ''}>
${content}
</main>
${aside ?? ''}
</div>
</body>
</html>
`;
}

/** The columns of a page, which its first bytes name: nothing moves when a later column arrives. */
function frameClasses({ tree, aside }: PageView): string {
  return ['frame', ...(tree === undefined ? [] : ['with-tree']), ...(aside === undefined ? [] : ['with-toc'])].join(
    ' ',
  );
}

const linkNotice = (): Markup => html`<form class="forwardable" method="post" action="${pagePaths.leaveLink}">
${t('link.warning')} <button>${t('link.leave')}</button>
</form>`;

/** What a browser keeps the marks of what was read by, apart for each person and workspace. It says nothing of either. */
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
