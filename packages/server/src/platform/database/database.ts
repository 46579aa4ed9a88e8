/** A statement sent often: prepared once per connection under its name. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** What runs SQL. Values are always parameters (`$1`), never part of the text. */
export interface Queryable {
  query<Row>(statement: string | NamedStatement, values?: readonly unknown[]): Promise<Row[]>;
}

/** One open transaction of the schema's owner, across workspaces: each statement names the workspace it is about. */
export interface SystemTransaction extends Queryable {
  /**
   * Sends a statement without waiting for it: it is pipelined with the next statement, or with the commit. If it fails, the
   * transaction fails.
   */
  send(statement: string | NamedStatement, values?: readonly unknown[]): void;
  /** Runs after a successful commit, in order; never after a rollback. Only the commit of a `write` is awaited. */
  afterCommit(callback: () => void): void;
}

/** One open transaction of a workspace. Row security shows only its rows, and every statement names it as well. */
export interface Transaction extends SystemTransaction {
  /** The workspace that the transaction is confined to: the value of `workspace_id` in its statements. */
  readonly workspaceId: string;
}

/**
 * What a transaction is for. The result of one that only reads, or that counts calls, is there before its commit: nothing
 * is lost, or a count that a crash of the server may forget.
 */
export type TransactionMode = 'write' | 'read' | 'count';

/** Runs work in one transaction of its own in which row security shows one workspace's rows. */
export type InTransaction = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;

/** The system of record: PostgreSQL or the embedded PGlite, behind the same statements. */
export interface Database {
  readonly engine: 'postgres' | 'pglite';
  /**
   * Runs `work` in one transaction in which row security shows only this workspace's rows; a `read` on PGlite in one for
   * each round trip, which at "read committed" sees the same.
   * Rolls back when `work` throws; runs again (3 tries) after a deadlock or serialisation failure.
   */
  inWorkspace<Result>(
    workspaceId: string,
    work: (transaction: Transaction) => Promise<Result>,
    mode?: TransactionMode,
  ): Promise<Result>;
  /**
   * Runs `work` as the request role without a workspace: it sees no tenant rows, only the lookup functions. Each
   * statement is committed by itself.
   */
  withoutWorkspace<Result>(work: (queryable: Queryable) => Promise<Result>): Promise<Result>;
  /** Runs `work` as the owner of the schema, across workspaces: operator routes, sign-in, sweeps. Never for a tenant's request. */
  asSystem<Result>(work: (transaction: SystemTransaction) => Promise<Result>): Promise<Result>;
  /**
   * Lets the query planner look at a table again; on PGlite, where nothing else does, also frees its dead rows.
   * `table` must be a name that the database itself gave.
   */
  refreshStatistics(table: string): Promise<void>;
  /** Connections of this process: open, idle among them, and callers that wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Copies the embedded database's folder into another, as it is at one moment; absent on PostgreSQL. */
  copyTo?(folder: string): Promise<void>;
  /** Whether the embedded database refuses writes because its disk is full; absent on PostgreSQL. */
  isDiskFull?(): boolean;
  /** Waits for what is in flight. */
  close(): Promise<void>;
}

/** A database with what only its opener may do. */
export interface OpenDatabase extends Database {
  /** Whether the database responds within 2 s. A database that is busy with requests counts as responding. */
  isAnswering(): Promise<boolean>;
  /** Ends whatever is in flight, so that nothing of it is kept, and lets nothing new begin. To be closed afterwards. */
  breakOff(): Promise<void>;
}
