import { readFileSync } from 'node:fs';
import { guideFolder } from '../../platform/installed-files.js';
import { renderDocument } from '../rendering/render-document.js';
import { type GuidePage, type GuidePages, guideNames, guideRoot } from './guide-names.js';

/** Renders the repository's own `docs/`. They are trusted, so they are rendered in this process. */
export function renderGuide(): GuidePages {
  return Object.fromEntries(guideNames.map((name) => [name, renderPage(name)]));
}

function renderPage(name: string): GuidePage {
  const path = `${guideRoot}/${name}.md`;
  const text = readFileSync(new URL(`${name}.md`, guideFolder), 'utf8');
  const { title, toc, html } = renderDocument({ path, text, addresses: { pages: '', files: '' } });
  // In files, links have an extension; URLs of pages have none.
  return { title, toc: [...toc], html: html.replace(/(href="\/guide\/[a-z-]+)\.md/g, '$1') };
}
