import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database, NamedStatement, Queryable, Transaction } from '../platform/database/database.js';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Tables whose rows belong to workspaces (`workspace_id`). */
export const tenantTables: ReadonlySet<string> = new Set(
  readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/confine_to_workspace\('(\w+)'(.*)/g)]
      .filter(([, , rest]) => !rest?.includes(`'id'`))
      .map(([, table]) => String(table)),
  ),
);

/**
 * Returns the problem of a statement that relies on row security alone. For each tenant table that it accesses, it must
 * contain `workspace_id = $n` or insert a `workspace_id`. Undefined for valid statements, and for those without tenant
 * tables.
 */
export function unnamedWorkspace(statement: string): string | undefined {
  const used = [...statement.matchAll(/\b(?:from|join|into|update|using)\s+(\w+)/gi)]
    .map(([, table]) => String(table))
    .filter((table) => tenantTables.has(table));
  const isNamed = /\bworkspace_id = \$\d|\binsert into \w+(\s+as \w+)?\s+\(workspace_id\b/i.test(statement);
  const names = statement.match(/\bworkspace_id\b/g)?.length ?? 0;
  return used.length === 0 || (isNamed && names >= used.length)
    ? undefined
    : `a statement on ${used.join(', ')} does not name its workspace (workspace_id = $n): ${statement}`;
}

/**
 * Wraps a database to refuse statements of requests that do not name their workspace. `asSystem` is exempt, because it
 * serves statements about a person or about all workspaces.
 */
export function namingDatabase(database: Database): Database {
  const check = (statement: string | NamedStatement): void => {
    const problem = unnamedWorkspace(typeof statement === 'string' ? statement : statement.text);
    if (problem !== undefined) {
      throw new Error(problem);
    }
  };
  const queryable = (checked: Queryable): Queryable => ({
    query: async <Row>(...[statement, values]: Parameters<Queryable['query']>) => {
      check(statement);
      return checked.query<Row>(statement, values);
    },
  });
  const transaction = (checked: Transaction): Transaction => ({
    ...queryable(checked),
    workspaceId: checked.workspaceId,
    send: (statement, values) => {
      check(statement);
      checked.send(statement, values);
    },
    afterCommit: (callback) => checked.afterCommit(callback),
  });
  return {
    ...database,
    inWorkspace: (id, work, mode) => database.inWorkspace(id, (checked) => work(transaction(checked)), mode),
    withoutWorkspace: (work) => database.withoutWorkspace((checked) => work(queryable(checked))),
  };
}
