import type { Database, Transaction } from '../platform/database/database.js';
import { openTestDatabase } from './database.js';
import { startTestService, type TestService } from './service.js';

/** How many rows of each table and entries of each index were read; none where there were none. */
export type RowsRead = Readonly<Record<string, number>>;

/** What work answers, and what it reads of the tables, and their indexes, whose names match. */
export async function rowsRead<Answer>(
  { services }: TestService,
  workspaceId: string,
  { tables, work }: { readonly tables: RegExp; readonly work: (transaction: Transaction) => Promise<Answer> },
): Promise<{ readonly answer: Answer; readonly read: RowsRead }> {
  let read: RowsRead = {};
  const database = readingDatabase(services.database, tables, (rows) => {
    read = rows;
  });
  const answer = await database.inWorkspace(workspaceId, work);
  return { answer, read };
}

/**
 * A service whose answers leave at once, telling `listener` what each transaction of a workspace reads of the tables and
 * indexes whose names match. It does nothing in the background, which would be counted, too.
 */
export async function startReadingService(
  tables: RegExp | ((database: Database) => Promise<RegExp>),
  listener: (read: RowsRead) => void,
): Promise<TestService> {
  const testDatabase = await openTestDatabase();
  const names = tables instanceof RegExp ? tables : await tables(testDatabase.database);
  const database = readingDatabase(testDatabase.database, names, listener);
  const service = await startTestService(
    { SVC_CONFINED_ANSWER_STEP_MS: '0' },
    { testDatabase: { ...testDatabase, database } },
  );
  await service.app.close();
  return service;
}

/** The same database, telling `listener` what each transaction of a workspace has read of the tables whose names match. */
function readingDatabase(database: Database, tables: RegExp, listener: (read: RowsRead) => void): Database {
  return {
    ...database,
    inWorkspace: (id, work) =>
      database.inWorkspace(id, async (transaction) => {
        const before = await readSoFar(transaction, tables);
        // A last statement would leave no time to ask what it has read.
        const tell = async () => {
          const after = await readSoFar(transaction, tables);
          const read = [...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const);
          listener(Object.fromEntries(read.filter(([, rows]) => rows > 0)));
        };
        try {
          const answer = await work({ ...transaction, last: transaction });
          await tell();
          return answer;
        } catch (error) {
          // After a failed statement there is no asking any more.
          await tell().catch(() => undefined);
          throw error;
        }
      }),
  };
}

/** What the connection of a transaction has read: of tables also by bitmaps, which count as fetched. */
async function readSoFar(transaction: Transaction, tables: RegExp): Promise<Map<string, number>> {
  const rows = await transaction.query<{ name: string; read: number }>(
    `select relname as name, (pg_stat_get_xact_tuples_returned(oid)
       + case when relkind = 'r' then pg_stat_get_xact_tuples_fetched(oid) else 0 end)::int as read
     from pg_class where relname ~ $1 and relkind in ('r', 'i')`,
    [tables.source],
  );
  return new Map(rows.map((row) => [row.name, row.read]));
}
