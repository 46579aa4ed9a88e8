import { readFile } from 'node:fs/promises';
import { html, raw } from 'hono/html';
import type { Mount } from '../../http/mount.js';
import { guideFolder as folder } from '../../platform/installed-files.js';
import type { Isolated } from '../isolation/isolated.js';
import type { TocEntry } from '../rendering/decorate.js';
import { tocAside, tocDetails } from './document-views.js';
import { type Markup, pageHeaders, readingPage } from './layout.js';
import type { TreeEntry } from './tree.js';

const root = '/guide';

/** The pages in the order of reading; the first is the guide's own. */
const names = [
  'README',
  'documents-and-git',
  'grants-and-slices',
  'billing',
  'workspaces',
  'dashboard',
  'verdicts',
  'field-roles',
  'filters',
  'keeping-in-step',
  'odoo',
  'webhooks',
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
export function mountGuide(isolated: Isolated): Mount {
  let pages: Promise<ReadonlyMap<string, GuidePage>> | undefined;
  return (app) => {
    for (const name of names) {
      app.get(addressOf(name), async (c) => {
        pages ??= readPages(isolated).catch((error: unknown) => {
          // The next request tries again.
          pages = undefined;
          throw error;
        });
        return c.html(guideView(name, await pages), 200, pageHeaders);
      });
    }
  };
}

async function readPages(isolated: Isolated): Promise<ReadonlyMap<string, GuidePage>> {
  const pages = new Map<string, GuidePage>();
  for (const name of names) {
    const path = `${root}/${name}.md`;
    const text = await readFile(new URL(`${name}.md`, folder), 'utf8');
    const rendering = await isolated('render', { path, text, addresses: { pages: '', files: '' } }, root);
    if (!('answer' in rendering)) {
      throw new Error(`${path} could not be rendered`);
    }
    // Between files links name them; between addresses they do without the ending.
    const { title, toc, html: page } = rendering.answer;
    const linked = page.replace(/(href="\/guide\/[a-z-]+)\.md/g, '$1');
    pages.set(name, { title, html: linked, toc: [...toc] });
  }
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
