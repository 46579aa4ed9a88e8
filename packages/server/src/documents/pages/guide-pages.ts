import { existsSync, readFileSync } from 'node:fs';
import type { GuidePages } from './guide-names.js';

/** The file that `npm run build` writes next to the built code (`scripts/render-guide.mjs`). */
const built = new URL('./guide.json', import.meta.url);

/** The pages as the build rendered them. Without a build, as in tests, they are rendered on demand. */
export async function guidePages(): Promise<GuidePages> {
  return existsSync(built)
    ? (JSON.parse(readFileSync(built, 'utf8')) as GuidePages)
    : (await import('./render-guide.js')).renderGuide();
}
