import { readFile } from 'node:fs/promises';
import { html, raw } from 'hono/html';
import type { Mount } from '../../http/mount.js';
import type { TocEntry } from '../rendering/decorate.js';
import { titleOf } from '../rendering/index.js';
import { RenderThread } from '../rendering/render-thread.js';
import { tocAside, tocDetails } from './document-views.js';
import { type Markup, pageHeaders, readingPage } from './layout.js';
import type { TreeEntry } from './tree.js';

const folder = new URL('../../../../../docs/', import.meta.url);
const root = '/guide';

/** The pages in the order of reading; the first is the guide's own. */
const names = [
  'README',
  'documents-and-git',
  'grants-and-slices',
  'workspaces',
  'verdicts',
  'field-roles',
  'filters',
  'odoo',
  'agents',
  'running',
  'watching',
  'backup',
] as const;

interface GuidePage {
  readonly title: string;
  readonly html: string;
  readonly toc: TocEntry[];
}

/** Adds the guide under `/guide`: the repository's `docs/`, rendered as documents are, for everybody. */
export function mountGuide(): Mount {
  let pages: Promise<ReadonlyMap<string, GuidePage>> | undefined;
  return (app) => {
    for (const name of names) {
      app.get(addressOf(name), async (c) => {
        pages ??= readPages().catch((error: unknown) => {
          // The next request tries again.
          pages = undefined;
          throw error;
        });
        return c.html(guideView(name, await pages), 200, pageHeaders);
      });
    }
  };
}

async function readPages(): Promise<ReadonlyMap<string, GuidePage>> {
  const pages = new Map<string, GuidePage>();
  // A thread of its own, since what renders takes a while to load.
  const thread = new RenderThread();
  for (const name of names) {
    const path = `${root}/${name}.md`;
    const text = await readFile(new URL(`${name}.md`, folder), 'utf8');
    const rendered = await thread.render({ path, text, addresses: { pages: '', files: '' } });
    if (!('html' in rendered)) {
      throw new Error(`${path} could not be rendered: ${rendered.reason}`);
    }
    // Between files links name them; between addresses they do without the ending.
    const linked = rendered.html.replace(/(href="\/guide\/[a-z-]+)\.md/g, '$1');
    pages.set(name, { title: titleOf(path, text), html: linked, toc: [...rendered.toc] });
  }
  await thread.close();
  return pages;
}

function guideView(name: string, pages: ReadonlyMap<string, GuidePage>): Markup {
  const { title, html: text, toc } = pages.get(name) as GuidePage;
  const tree = names.map(
    (each): TreeEntry => ({
      path: each,
      label: pages.get(each)?.title ?? each,
      address: addressOf(each),
      isFolder: false,
    }),
  );
  const content = html`<article>${tocDetails(toc)}<div class="prose">${raw(text)}</div></article>`;
  return readingPage({ title, content, tree, path: name, aside: tocAside(toc) });
}

function addressOf(name: string): string {
  return name === 'README' ? root : `${root}/${name}`;
}
