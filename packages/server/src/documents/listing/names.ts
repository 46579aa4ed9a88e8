import { prepared, type Transaction } from '../../platform/database/database.js';
import { Pauses } from '../../platform/pauses.js';
import { folded, stemOf } from '../model/names.js';
import { nameOf } from '../model/path.js';
import type { Entry } from './entries.js';
import type { RepoListing } from './listings.js';
import { SharedWork } from './shared-work.js';

/** A document with a name that was looked up. */
export interface NamedEntry {
  readonly entry: Entry;
  readonly title: string;
}

/** The title of each cached entry. A changed document is a new entry. */
const titles = new WeakMap<Entry, string>();
/** The entries of each cached listing, by the names that `[[Name]]` can refer to. */
const namedEntries = new WeakMap<readonly Entry[], ReadonlyMap<string, readonly Entry[]>>();
const reading = new SharedWork<readonly Entry[], ReadonlyMap<string, readonly Entry[]>>();

/** The documents whose title or file name equals one of the names, without regard to the caller's rights. */
export async function withNames(
  transaction: Transaction,
  listings: readonly RepoListing[],
  names: Iterable<string>,
): Promise<NamedEntry[]> {
  const wanted = [...new Set([...names].map(folded))];
  const found = new Set<Entry>();
  for (const listing of listings) {
    const { entries } = listing;
    const byName = namedEntries.get(entries) ?? (await reading.run(entries, () => readNames(transaction, listing)));
    for (const entry of wanted.flatMap((name) => byName.get(name) ?? [])) {
      found.add(entry);
    }
  }
  return [...found].map((entry) => ({ entry, title: titles.get(entry) ?? '' }));
}

/** Reads the titles of entries that are not known, which are those that have changed. */
async function readNames(
  transaction: Transaction,
  { repo, entries }: RepoListing,
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const unknown = entries.filter((entry) => !titles.has(entry));
  const rows = await findTitles(
    transaction,
    repo.id,
    unknown.map(({ row }) => row.path),
  );
  const known = new Map(rows.map(({ path, title }) => [path, title]));
  for (const entry of unknown) {
    titles.set(entry, known.get(entry.row.path) ?? '');
  }
  const byName = new Map<string, Entry[]>();
  const pauses = new Pauses();
  for (const entry of entries) {
    for (const name of new Set([titles.get(entry) ?? '', stemOf(entry.path), nameOf(entry.path)].map(folded))) {
      added(byName, name).push(entry);
    }
    await pauses.take();
  }
  namedEntries.set(entries, byName);
  return byName;
}

function added(byName: Map<string, Entry[]>, name: string): Entry[] {
  const entries = byName.get(name) ?? [];
  byName.set(name, entries);
  return entries;
}

function findTitles(
  transaction: Transaction,
  repoId: string,
  paths: readonly string[],
): Promise<{ readonly path: string; readonly title: string }[]> {
  return transaction.query(
    prepared(`select d.path, d.title from unnest($3::text[]) as wanted (path)
             join documents d on d.workspace_id = $1 and d.repo_id = $2 and d.path = wanted.path`),
    [transaction.workspaceId, repoId, paths],
  );
}
