import type { Database, Queryable, Transaction } from '../platform/database/database.js';

/** Receives every statement of requests with its rows; and the workspace, for one in a workspace. */
export type StatementListener = (text: string, rows: readonly unknown[], workspaceId?: string) => void;

/** Wraps a database and reports the statements of requests to `listener`. */
export function observedDatabase(database: Database, listener: StatementListener): Database {
  const queryable = (observed: Queryable, workspaceId?: string): Queryable => ({
    query: async <Row>(...[statement, values]: Parameters<Queryable['query']>) => {
      const rows = await observed.query<Row>(statement, values);
      listener(typeof statement === 'string' ? statement : statement.text, rows, workspaceId);
      return rows;
    },
  });
  const transaction = (observed: Transaction): Transaction => ({
    ...queryable(observed, observed.workspaceId),
    workspaceId: observed.workspaceId,
    send: (statement, values) => {
      observed.send(statement, values);
      listener(typeof statement === 'string' ? statement : statement.text, [], observed.workspaceId);
    },
    afterCommit: (callback) => observed.afterCommit(callback),
  });
  return {
    engine: database.engine,
    inWorkspace: (id, work, mode) => database.inWorkspace(id, (observed) => work(transaction(observed)), mode),
    withoutWorkspace: (work) => database.withoutWorkspace((observed) => work(queryable(observed))),
    asSystem: (work) => database.asSystem(work),
    refreshStatistics: (table) => database.refreshStatistics(table),
    connections: () => database.connections(),
    close: () => database.close(),
  };
}
