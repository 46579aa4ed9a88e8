import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import type { Mount } from '../../http/mount.js';
import { guideFolder } from '../../platform/installed-files.js';
import type { Services } from '../../platform/services.js';
import { tocAside, tocDetails } from './document-views.js';
import { type GuidePage, type GuidePages, guideNames, guideRoot, guideSections } from './guide-names.js';
import { guidePages } from './guide-pages.js';
import { type Markup, pageHeaders, readingPage } from './layout.js';
import { indexName, markdownSuffix, wantsMarkdown } from './negotiation.js';
import type { TreeEntry } from './tree.js';

/**
 * Adds the guide under `/guide`, which anyone can read. It is the repository's `docs/`, rendered like documents, and as
 * Markdown for agents. `/llms.txt` lists its pages.
 */
export function mountGuide({ baseUrl }: Pick<Services, 'baseUrl'>): Mount {
  let pages: Promise<GuidePages> | undefined;
  const all = (): Promise<GuidePages> => {
    pages ??= guidePages();
    return pages;
  };
  return (app) => {
    for (const name of guideNames) {
      const source = () => readFileSync(new URL(`${name}${markdownSuffix}`, guideFolder), 'utf8');
      const asMarkdown = { 'Content-Type': 'text/markdown; charset=utf-8' };
      app.get(markdownOf(name), (c) => c.body(source(), 200, asMarkdown));
      app.get(addressOf(name), async (c) => {
        c.header('Vary', 'Accept', { append: true });
        c.header('Link', `<${markdownOf(name)}>; rel="alternate"; type="text/markdown"`, { append: true });
        return wantsMarkdown(c)
          ? c.body(source(), 200, asMarkdown)
          : c.html(guideView(name, await all()), 200, pageHeaders);
      });
    }
    app.get(`/${indexName}`, async (c) => c.text(guideIndex(baseUrl, await all())));
  };
}

function markdownOf(name: string): string {
  return `${guideRoot}/${name}${markdownSuffix}`;
}

/** The guide and the API for agents; see https://llmstxt.org. */
function guideIndex(baseUrl: string, pages: GuidePages): string {
  const entry = (name: string) => `- [${pages[name]?.title ?? name}](${baseUrl}${markdownOf(name)})`;
  const sections = guideSections.map(({ title, names }) => `## ${title}\n\n${names.map(entry).join('\n')}`);
  const api = `- [OpenAPI description](${baseUrl}/openapi.json)\n- [Model Context Protocol](${baseUrl}/mcp/http/)`;
  const about =
    '> Workspaces for knowledge that people and agents share: access grants, collections of records, documents.';
  return `${['# Tessera', about, entry('README'), ...sections, `## API\n\n${api}`].join('\n\n')}\n`;
}

function guideView(name: string, pages: GuidePages): Markup {
  const { title, html: text, toc } = pages[name] as GuidePage;
  const entryOf = (each: string): TreeEntry => ({
    path: each,
    label: pages[each]?.title ?? each,
    address: addressOf(each),
    isFolder: false,
  });
  const sections = guideSections.map(
    ({ title, names }): TreeEntry => ({
      path: title,
      label: title,
      address: `${guideRoot}#${anchorOf(title)}`,
      isFolder: true,
      entries: names.map(entryOf),
    }),
  );
  const tree = [entryOf('README'), ...sections];
  const content = html`<article>${tocDetails(toc)}<div class="prose">${raw(text)}</div></article>`;
  return readingPage({ title, content, tree, path: name, aside: tocAside(toc) });
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

function addressOf(name: string): string {
  return name === 'README' ? guideRoot : `${guideRoot}/${name}`;
}
