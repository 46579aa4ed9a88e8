import { html, raw } from 'hono/html';
import type { Mount } from '../../http/mount.js';
import { tocAside, tocDetails } from './document-views.js';
import { type GuidePage, type GuidePages, guideNames, guideRoot, guideSections } from './guide-names.js';
import { guidePages } from './guide-pages.js';
import { type Markup, pageHeaders, readingPage } from './layout.js';
import type { TreeEntry } from './tree.js';

/** Adds the guide under `/guide`, which anyone can read. It is the repository's `docs/`, rendered like documents. */
export function mountGuide(): Mount {
  let pages: Promise<GuidePages> | undefined;
  return (app) => {
    for (const name of guideNames) {
      app.get(addressOf(name), async (c) => {
        pages ??= guidePages();
        return c.html(guideView(name, await pages), 200, pageHeaders);
      });
    }
  };
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
