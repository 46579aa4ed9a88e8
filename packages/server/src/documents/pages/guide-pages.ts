import { existsSync, readFileSync } from 'node:fs';
import type { GuidePages } from './guide-names.js';

/** The file beside the built code that `npm run build` writes (`scripts/render-guide.mjs`). */
const built = new URL('./guide.json', import.meta.url);

/** The pages as the build rendered them. Where the sources run without one, they are rendered now. */
export async function guidePages(): Promise<GuidePages> {
  return existsSync(built)
    ? (JSON.parse(readFileSync(built, 'utf8')) as GuidePages)
    : (await import('./render-guide.js')).renderGuide();
}
