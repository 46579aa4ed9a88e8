import type { Transaction } from '../../platform/database/database.js';
import type { RepoRow } from '../store/index.js';

/** What a listing keeps of a document: what it is found by. The rest is read for those that are shown. */
export interface ListedRow {
  readonly path: string;
  readonly title: string;
  /** In hexadecimal. */
  readonly blob: string;
  /** The id of its version in hexadecimal, without hyphens. */
  readonly version: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changed_ms: number;
}

// Everything of a fixed length in one run of bytes, because to write ten thousand rows of six columns, and to read them,
// takes several times as long.
const facts = 'd.blob || uuid_send(d.version_id) || int4send(d.size) || timestamptz_send(d.changed_at)';
/** Hexadecimal digits of the facts of a document, and how many of them each fact takes. */
const digits = { all: 96, blob: 40, version: 32, size: 8 } as const;
/** The database counts microseconds from here. */
const databaseEpoch = Date.UTC(2000, 0, 1);

function listedRow(path: string, title: string, factsInHex: string): ListedRow {
  const [version, size] = [digits.blob, digits.blob + digits.version];
  const changed = size + digits.size;
  return {
    path,
    title,
    blob: factsInHex.slice(0, version),
    version: factsInHex.slice(version, size),
    size: Number.parseInt(factsInHex.slice(size, changed), 16),
    changed_ms: signedInHex(factsInHex.slice(changed)) / 1_000 + databaseEpoch,
  };
}

/** A number of 64 bits, of which a double holds all that are used. */
function signedInHex(text: string): number {
  return (Number.parseInt(text.slice(0, 8), 16) | 0) * 2 ** 32 + Number.parseInt(text.slice(8), 16);
}

/** A document in a listing, with its whole path. A changed document is another entry with an id of its own. */
export interface Entry {
  /** Counts up in this process; never used twice. */
  readonly id: number;
  readonly repo: RepoRow;
  /** `<repo>/<path>`. */
  readonly path: string;
  readonly row: ListedRow;
}

/** Documents that one statement lists: so many take a few milliseconds. */
export const documentsPerPage = 5_000;

interface ListedPage {
  /** JSON; null where there are none. */
  readonly paths: string | null;
  readonly titles: string | null;
  readonly facts: string | null;
}

/** Every document of a repo, by path; each page of them as of another moment. */
export async function loadDocuments(transaction: Transaction, repoId: string): Promise<ListedRow[]> {
  const rows: ListedRow[] = [];
  for (let isLast = false; !isLast; ) {
    const page = await loadPage(transaction, repoId, rows.at(-1)?.path ?? '');
    for (const row of page) {
      rows.push(row);
    }
    isLast = page.length < documentsPerPage;
  }
  return rows;
}

async function loadPage(transaction: Transaction, repoId: string, after: string): Promise<ListedRow[]> {
  const [page] = await transaction.query<ListedPage>(
    {
      name: 'load_documents',
      text: `select json_agg(d.path)::text as paths, json_agg(d.title)::text as titles,
                    encode(string_agg(${facts}, ''), 'hex') as facts
             from (select * from documents where workspace_id = $1 and repo_id = $2 and path > $3
                   order by path limit ${documentsPerPage}) d`,
    },
    [transaction.workspaceId, repoId, after],
  );
  const titles = JSON.parse(page?.titles ?? '[]') as string[];
  return (JSON.parse(page?.paths ?? '[]') as string[]).map((path, n) =>
    listedRow(path, titles[n] ?? '', (page?.facts ?? '').slice(n * digits.all, (n + 1) * digits.all)),
  );
}

/** A path that something happened to, with the document that is there. */
export interface ChangedPath {
  readonly changed_path: string;
  readonly document: ListedRow | null;
}

interface ChangedRow {
  readonly changed_path: string;
  readonly title: string | null;
  readonly facts: string | null;
}

/** What was written in a repo after a revision. */
export async function loadChanges(transaction: Transaction, repoId: string, after: number): Promise<ChangedPath[]> {
  const rows = await transaction.query<ChangedRow>(
    {
      name: 'load_changed_documents',
      text: `select v.path as changed_path, d.title, encode(${facts}, 'hex') as facts from (
               select distinct path from document_versions
               where workspace_id = $1 and repo_id = $2 and revision > $3) v
             left join documents d on d.workspace_id = $1 and d.repo_id = $2 and d.path = v.path`,
    },
    [transaction.workspaceId, repoId, after],
  );
  return rows.map(({ changed_path, title, facts: known }) => ({
    changed_path,
    document: title === null || known === null ? null : listedRow(changed_path, title, known),
  }));
}
