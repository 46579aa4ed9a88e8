import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Only the installed package has this folder (scripts/pack.mjs creates it). Sources and build are equally deep, so the
// relative paths below are valid for both.
const packed = new URL('../../files/', import.meta.url);
const isPacked = existsSync(packed);

/** Folder of the built dashboard, as a URL that ends in a slash. */
export const dashboardFolder = isPacked
  ? new URL('dashboard/', packed)
  : new URL('../../../dashboard/dist/', import.meta.url);

/** Folder of the built styles and scripts of pages (`packages/pages`), as a URL that ends in a slash. */
export const pagesFolder = isPacked ? new URL('pages/', packed) : new URL('../../../pages/dist/', import.meta.url);

/** Folder of the guide's pages, as a URL that ends in a slash. */
export const guideFolder = isPacked ? new URL('docs/', packed) : new URL('../../../../docs/', import.meta.url);

/** Default of `SVC_DATA_DIR`: `.data` in the checkout, or in the working directory of an installed package. */
export const defaultDataFolder = isPacked
  ? resolve('.data')
  : fileURLToPath(new URL('../../../../.data', import.meta.url));

const commitFile = new URL('../commit.txt', import.meta.url);

/** The commit of the build, which `npm run build` writes; null without git. */
export const builtCommit = (existsSync(commitFile) && readFileSync(commitFile, 'utf8').trim()) || null;
