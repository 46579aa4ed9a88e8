import { readFileSync } from 'node:fs';
import { pagesFolder } from '../../platform/installed-files.js';

/** Reads a style or script of the pages written by `npm run build`. Throws if it is missing. */
export function builtFile(name: string): string {
  try {
    return readFileSync(new URL(name, pagesFolder), 'utf8');
  } catch (cause) {
    throw new Error(`${name} of the pages is not built: run \`npm run build\`.`, { cause });
  }
}
