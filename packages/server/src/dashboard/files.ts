import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dashboardFolder } from '../platform/installed-files.js';

const built = fileURLToPath(dashboardFolder);

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** An asset with its encodings. */
export interface Asset {
  readonly content: Buffer<ArrayBuffer>;
  readonly mediaType: string;
  /** Undefined if the content is not compressed. */
  readonly encoding: string | undefined;
}

/** The files of the dashboard from `npm run build`. */
export interface DashboardFiles {
  /** The HTML page, with the placeholder `%CSP_NONCE%`, in English. */
  readonly page: string;
  /** Links to the parts of a page, by its path or by `/app/groups/` for all below, and to each language's messages. */
  readonly preloads: ReadonlyMap<string, string>;
  /** The page in which diagrams are drawn. */
  readonly diagram: string;
  /** The asset that draws diagrams on reading pages. */
  readonly readingDiagrams: string | undefined;
  /** An asset in the best accepted encoding; undefined for an unknown name. */
  asset(name: string, acceptEncoding: string): Promise<Asset | undefined>;
}

/** The built dashboard; undefined without a build, as in tests from sources. */
export function openDashboardFiles(folder: string = built): DashboardFiles | undefined {
  const pagePath = join(folder, 'index.html');
  if (!existsSync(pagePath)) {
    return undefined;
  }
  const assets = join(folder, 'assets');
  // Names are looked up in the list of files, so no address can leave the folder.
  const names = new Set(readdirSync(assets, { encoding: 'utf8', recursive: true }));
  return {
    page: readFileSync(pagePath, 'utf8'),
    preloads: new Map(Object.entries(JSON.parse(readFileSync(join(folder, 'preloads.json'), 'utf8')))),
    diagram: readFileSync(join(folder, 'diagram.html'), 'utf8'),
    readingDiagrams: [...names].find((name) => /^reading-diagrams-[\w-]+\.js$/.test(name)),
    async asset(name, acceptEncoding) {
      const mediaType = mediaTypes[extname(name)];
      if (mediaType === undefined || !names.has(name)) {
        return undefined;
      }
      const accepted = acceptEncoding.split(',').map((entry) => entry.split(';', 1)[0]?.trim());
      const found = encodings.find(([encoding, suffix]) => accepted.includes(encoding) && names.has(name + suffix));
      const content = await readFile(join(assets, name + (found?.[1] ?? '')));
      return { content, mediaType, encoding: found?.[0] };
    },
  };
}
