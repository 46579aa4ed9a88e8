import { readFileSync } from 'node:fs';
import { guideFolder } from '../../platform/installed-files.js';
import { renderDocument } from '../rendering/render-document.js';
import { type GuidePage, type GuidePages, guideNames, guideRoot } from './guide-names.js';

/** Renders the repository's own `docs/`. They are trusted, so no separate process is needed. */
export function renderGuide(): GuidePages {
  return Object.fromEntries(guideNames.map((name) => [name, renderPage(name)]));
}

function renderPage(name: string): GuidePage {
  const path = `${guideRoot}/${name}.md`;
  const text = readFileSync(new URL(`${name}.md`, guideFolder), 'utf8');
  const { title, toc, html } = renderDocument({ path, text, addresses: { pages: '', files: '' } });
  // Links between files have an extension, addresses of pages do not.
  return { title, toc: [...toc], html: html.replace(/(href="\/guide\/[a-z-]+)\.md/g, '$1') };
}
