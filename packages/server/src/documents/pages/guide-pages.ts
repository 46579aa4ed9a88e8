import { existsSync, readFileSync } from 'node:fs';
import type { GuidePages } from './guide-names.js';

/** The guide as `npm run build` renders it (`scripts/render-guide.mjs`), next to the built code. */
const built = new URL('./guide.json', import.meta.url);

/** Returns the pages that the build rendered. Without a build, as in tests, renders them. */
export async function guidePages(): Promise<GuidePages> {
  return existsSync(built)
    ? (JSON.parse(readFileSync(built, 'utf8')) as GuidePages)
    : (await import('./render-guide.js')).renderGuide();
}
