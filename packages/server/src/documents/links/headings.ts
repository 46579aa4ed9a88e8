import { prepared, type Transaction } from '../../platform/database/database.js';
import { locationOf } from '../model/path.js';
import { decoded, rendererVersion, type TocEntry } from '../rendering/index.js';

/** A heading or anchor of a document that a link points to. `fragment` starts with `#`, as in HTML. */
export interface HeadingTarget {
  readonly path: string;
  readonly fragment: string;
}

/** Limits of the check of headings: the HTML of a linked document, and the linked documents of a page. */
const bounds = { htmlCharacters: 256 * 1024, documents: 1_000, documentsAtOnce: 100 } as const;

/** The key of a heading in sets. */
export function headingKey({ path, fragment }: HeadingTarget): string {
  return `${path}${fragment}`;
}

/**
 * Whether a fragment names a heading. Other fragments are the top of the page, a block of Obsidian, and a text
 * fragment.
 */
export function namesHeading(fragment: string): boolean {
  return fragment.length > 1 && !/^#(?:top$|\^|%5e|:~:)/i.test(fragment);
}

/** The ids in rendered HTML. */
export function idsIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = '']) => id.replaceAll('&#x26;', '&')));
}

/**
 * Returns the linked headings that documents lack, by `headingKey`. A heading is only reported if the newest version of
 * its document is rendered; otherwise it is assumed to exist.
 */
export async function missingHeadings(
  transaction: Transaction,
  wanted: readonly HeadingTarget[],
): Promise<Set<string>> {
  const paths = [...new Set(wanted.map(({ path }) => path))].slice(0, bounds.documents);
  const missing = new Set<string>();
  for (let at = 0; at < paths.length; at += bounds.documentsAtOnce) {
    const batch = new Set(paths.slice(at, at + bounds.documentsAtOnce));
    for (const target of await missingIn(
      transaction,
      wanted.filter(({ path }) => batch.has(path)),
    )) {
      missing.add(headingKey(target));
    }
  }
  return missing;
}

async function missingIn(transaction: Transaction, wanted: readonly HeadingTarget[]): Promise<HeadingTarget[]> {
  const listed = await renderedWith(transaction, wanted, 'toc', (toc) => {
    return new Set((JSON.parse(toc) as TocEntry[]).map(({ id }) => id));
  });
  const unlisted = wanted.filter((each) => lacks(listed, each));
  if (unlisted.length === 0) {
    return [];
  }
  // Anchors that are not headings are found only in the HTML.
  const whole = await renderedWith(transaction, unlisted, 'html', idsIn);
  return unlisted.filter((each) => lacks(whole, each));
}

/** Compares in the same way as browsers and the script of reading pages: decoded too, and in lower case. */
function lacks(known: ReadonlyMap<string, ReadonlySet<string>>, { path, fragment }: HeadingTarget): boolean {
  const ids = known.get(path);
  const name = decoded(fragment.slice(1).replaceAll('&#x26;', '&'));
  const spellings = [name, name.toLowerCase()].flatMap((each) => [each, `user-content-${each}`]);
  return ids !== undefined && !spellings.some((each) => ids.has(each));
}

async function renderedWith(
  transaction: Transaction,
  wanted: readonly HeadingTarget[],
  column: 'toc' | 'html',
  idsOf: (value: string) => Set<string>,
): Promise<Map<string, Set<string>>> {
  const paths = [...new Set(wanted.map(({ path }) => path))];
  const rows = await transaction.query<{ path: string; value: string }>(
    prepared(`select r.name || '/' || d.path as path, k.${column} as value
             from unnest($2::text[], $3::text[]) as w (repo, path)
             join repos r on r.workspace_id = $1 and r.name = w.repo
             join documents d on d.workspace_id = $1 and d.repo_id = r.id and d.path = w.path
             join document_renderings k on k.workspace_id = $1 and k.repo_id = r.id and k.path = d.path
             where k.blob = d.blob and k.renderer = $4 and length(k.html) <= $5`),
    [
      transaction.workspaceId,
      paths.map((path) => locationOf(path).repo),
      paths.map((path) => locationOf(path).path),
      rendererVersion,
      bounds.htmlCharacters,
    ],
  );
  return new Map(rows.map(({ path, value }) => [path, idsOf(value)]));
}
