import { prepared, type Transaction } from '../../platform/database/database.js';
import type { RepoRow } from '../store/index.js';

// One byte string contains all columns of fixed length; titles are omitted. As six separate columns, 10,000 rows take
// several times as long to write, send and read.
const facts =
  "d.blob || uuid_send(d.version_id) || int4send(d.size) || timestamptz_send(d.changed_at) || float8send(coalesce(d.position, 'NaN'))";
/** Number of hexadecimal digits of a document's facts, and the position of each fact. */
const factsLength = 112;
const ranges = {
  blob: [0, 40],
  version: [40, 72],
  size: [72, 80],
  high: [80, 88],
  low: [88, 96],
  position: [96, 112],
} as const;
/** The time from which the database counts microseconds. */
const databaseEpoch = Date.UTC(2000, 0, 1);

/**
 * The facts of a document that select and sort listings need. Other facts are read only for the documents of a page.
 */
export class ListedRow {
  private knownChangedMs: number | undefined;

  constructor(
    readonly path: string,
    private readonly facts: string,
  ) {}

  /** The id of its content in hexadecimal. */
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

  get position(): number | null {
    const position = Buffer.from(this.facts.slice(...ranges.position), 'hex').readDoubleBE();
    return Number.isNaN(position) ? null : position;
  }

  /** Milliseconds since 1970. */
  get changedMs(): number {
    this.knownChangedMs ??= this.microseconds() / 1_000 + databaseEpoch;
    return this.knownChangedMs;
  }

  /** A signed 64-bit number. A double is exact for all values in use. */
  private microseconds(): number {
    const [high, low] = [this.facts.slice(...ranges.high), this.facts.slice(...ranges.low)];
    return (Number.parseInt(high, 16) | 0) * 2 ** 32 + Number.parseInt(low, 16);
  }
}

/** A document in a listing, with its whole path. A changed document is a new entry with a new id. */
export interface Entry {
  /** A number that is unique in this process and never reused. */
  readonly id: number;
  readonly repo: RepoRow;
  /** The path including the repo, `<repo>/<path>`. */
  readonly path: string;
  readonly row: ListedRow;
}

/** Documents per statement. A statement takes a few milliseconds. */
export const documentsPerPage = 5_000;

interface ListedPage {
  /** One path per line; null if there are no documents. */
  readonly paths: string | null;
  readonly facts: string | null;
}

/**
 * Reads every document of a repo, sorted by path. Each page is read at another time, so documents may change in
 * between.
 */
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
    // A line break can separate the paths, because no path contains one.
    prepared(`select string_agg(d.path, E'\\n') as paths, encode(string_agg(${facts}, ''), 'hex') as facts
             from (select path, blob, version_id, size, changed_at, position from documents
                   where workspace_id = $1 and repo_id = $2 and path > $3 order by path limit ${documentsPerPage}) d`),
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

/** A path that a write changed, with its current document. */
export interface ChangedPath {
  readonly changed_path: string;
  readonly document: ListedRow | null;
}

interface ChangedRow {
  readonly changed_path: string;
  readonly facts: string | null;
}

/** The paths written in a repo after a revision. */
export async function loadChanges(transaction: Transaction, repoId: string, after: number): Promise<ChangedPath[]> {
  const rows = await transaction.query<ChangedRow>(
    {
      name: 'load_changed_documents',
      // Each path is looked up by itself. A join is planned from statistics, which do not include a recent push. It
      // would compare every path with every document.
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
