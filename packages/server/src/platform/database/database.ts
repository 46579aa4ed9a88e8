/** A frequent statement, prepared once per connection under its name. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

const named = new Map<string, NamedStatement>();

/** Maximum number of statements with variants, because each uses memory on every connection. */
const maxVariants = 500;

/** Names a frequent statement by its text. */
export function prepared(text: string): NamedStatement {
  const statement = named.get(text) ?? { name: `prepared_${named.size + 1}`, text };
  named.set(text, statement);
  return statement;
}

/** Names a variant of a statement, such as that of one filter. Beyond the limit, variants are sent unprepared. */
export function preparedVariant(text: string): string | NamedStatement {
  return named.size < maxVariants || named.has(text) ? prepared(text) : text;
}

/**
 * SQL for equality with any element of an array parameter such as `$3::text[]`. The array is wrapped in a subquery, for
 * which the planner assumes a fixed size, so it caches the plan. With the bare parameter it would plan every call
 * again.
 */
export function equalsAny(parameter: string): string {
  return `= any(array(select unnest(${parameter})))`;
}

/** Runs SQL. Values are always parameters (`$1`), never part of the text. */
export interface Queryable {
  query<Row>(statement: string | NamedStatement, values?: readonly unknown[]): Promise<Row[]>;
}

/** An open transaction across workspaces, which runs as the owner of the schema. Each statement names its workspace. */
export interface SystemTransaction extends Queryable {
  /**
   * Sends a statement without waiting for it: it is pipelined with the next statement, or with the commit. If it fails, the
   * transaction fails.
   */
  send(statement: string | NamedStatement, values?: readonly unknown[]): void;
  /**
   * Registers a callback that runs after a successful commit, in order, and never after a rollback. Only in a `write`
   * does the caller wait for the commit.
   */
  afterCommit(callback: () => void): void;
}

/**
 * An open transaction of one workspace. Row security limits it to the workspace's rows, and every statement names the
 * workspace as well.
 */
export interface Transaction extends SystemTransaction {
  /** The workspace of the transaction: the value of `workspace_id` in its statements. */
  readonly workspaceId: string;
}

/**
 * The purpose of a transaction. `read` and `count` return their result before the commit: a read has nothing to lose,
 * and a count may be lost in a crash.
 */
export type TransactionMode = 'write' | 'read' | 'count';

/** Runs work in its own transaction, in which row security shows only the rows of one workspace. */
export type InTransaction = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;

/** The database: a PostgreSQL server, or the embedded one, which only this process uses. */
export interface Database {
  readonly engine: 'postgres' | 'embedded';
  /**
   * Runs `work` in a transaction that sees only this workspace's rows. Rolls back if `work` throws. Retries a write up
   * to 3 times after a deadlock or serialization failure. A `read` uses a separate transaction for each round trip,
   * which is equivalent at the level "read committed".
   */
  inWorkspace<Result>(
    workspaceId: string,
    work: (transaction: Transaction) => Promise<Result>,
    mode?: TransactionMode,
  ): Promise<Result>;
  /**
   * Runs `work` as the request role without a workspace, which sees no tenant rows but can call the lookup functions.
   * Each statement is committed separately.
   */
  withoutWorkspace<Result>(work: (queryable: Queryable) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` as the owner of the schema across workspaces, for operator routes, sign-in and sweeps. Never for tenant
   * requests.
   */
  asSystem<Result>(work: (transaction: SystemTransaction) => Promise<Result>): Promise<Result>;
  /** Updates the planner statistics of a table. `table` must be a name returned by the database. */
  refreshStatistics(table: string): Promise<void>;
  /** Number of open and idle connections of this process, and of callers that wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Copies a consistent snapshot of the embedded database's folder; absent on a server. */
  copyTo?(folder: string): Promise<void>;
  /** Whether the embedded database refuses writes because its disk is full; absent on a server. */
  isDiskFull?(): boolean;
  /** Waits for running work, then closes. */
  close(): Promise<void>;
}

/** A database with the methods that only the code that opened it may use. */
export interface OpenDatabase extends Database {
  /** Whether the database responds within 2 s. A database busy with requests counts as responding. */
  isAnswering(): Promise<boolean>;
  /** Aborts and rolls back all running work, and refuses new work. Call `close` afterwards. */
  breakOff(): Promise<void>;
}
