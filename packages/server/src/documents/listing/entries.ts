import type { Transaction } from '../../platform/database/database.js';
import type { RepoRow } from '../store/index.js';

// Everything of a fixed length in one run of bytes, and titles not at all: ten thousand rows of six columns take several
// times as long to write, to send and to read.
const facts = 'd.blob || uuid_send(d.version_id) || int4send(d.size) || timestamptz_send(d.changed_at)';
/** Hexadecimal digits of all facts of a document, and where each begins and ends. */
const factsLength = 96;
const ranges = { blob: [0, 40], version: [40, 72], size: [72, 80], high: [80, 88], low: [88, 96] } as const;
/** The database counts microseconds from here. */
const databaseEpoch = Date.UTC(2000, 0, 1);

/** What a listing keeps of a document: what it is found by. The rest is read for those that are shown. */
export class ListedRow {
  private knownChangedMs: number | undefined;

  constructor(
    readonly path: string,
    private readonly facts: string,
  ) {}

  /** In hexadecimal. */
  get blob(): string {
    return this.facts.slice(...ranges.blob);
  }

  /** The id of its version in hexadecimal, without hyphens. */
  get version(): string {
    return this.facts.slice(...ranges.version);
  }

  get size(): number {
    return Number.parseInt(this.facts.slice(...ranges.size), 16);
  }

  /** Milliseconds since 1970. */
  get changedMs(): number {
    this.knownChangedMs ??= this.microseconds() / 1_000 + databaseEpoch;
    return this.knownChangedMs;
  }

  /** A number of 64 bits with a sign, of which a double holds all that are used. */
  private microseconds(): number {
    const [high, low] = [this.facts.slice(...ranges.high), this.facts.slice(...ranges.low)];
    return (Number.parseInt(high, 16) | 0) * 2 ** 32 + Number.parseInt(low, 16);
  }
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
  /** A line each; null where there are none. */
  readonly paths: string | null;
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
      // No path has a line break in it.
      text: `select string_agg(d.path, E'\\n') as paths, encode(string_agg(${facts}, ''), 'hex') as facts
             from (select path, blob, version_id, size, changed_at from documents
                   where workspace_id = $1 and repo_id = $2 and path > $3 order by path limit ${documentsPerPage}) d`,
    },
    [transaction.workspaceId, repoId, after],
  );
  if (!page?.paths || !page.facts) {
    return [];
  }
  const { facts: known } = page;
  return page.paths
    .split('\n')
    .map((path, n) => new ListedRow(path, known.slice(n * factsLength, (n + 1) * factsLength)));
}

/** A path that something happened to, with the document that is there. */
export interface ChangedPath {
  readonly changed_path: string;
  readonly document: ListedRow | null;
}

interface ChangedRow {
  readonly changed_path: string;
  readonly facts: string | null;
}

/** What was written in a repo after a revision. */
export async function loadChanges(transaction: Transaction, repoId: string, after: number): Promise<ChangedPath[]> {
  const rows = await transaction.query<ChangedRow>(
    {
      name: 'load_changed_documents',
      // Each path is looked up by itself. A join is planned by statistics, which do not know what has just been pushed: it
      // compares every path with every document.
      text: `select v.path as changed_path,
                    (select encode(${facts}, 'hex') from documents d
                     where d.workspace_id = $1 and d.repo_id = $2 and d.path = v.path) as facts
             from (select distinct path from document_versions
                   where workspace_id = $1 and repo_id = $2 and revision > $3) v`,
    },
    [transaction.workspaceId, repoId, after],
  );
  return rows.map(({ changed_path, facts: known }) => ({
    changed_path,
    document: known === null ? null : new ListedRow(changed_path, known),
  }));
}
