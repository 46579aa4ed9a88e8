import { readFileSync } from 'node:fs';
import { pagesFolder } from '../../platform/installed-files.js';

/** A style or script of the pages as `npm run build` wrote it. Throws where it did not run. */
export function builtFile(name: string): string {
  try {
    return readFileSync(new URL(name, pagesFolder), 'utf8');
  } catch (cause) {
    throw new Error(`${name} of the pages is not built: run \`npm run build\`.`, { cause });
  }
}
