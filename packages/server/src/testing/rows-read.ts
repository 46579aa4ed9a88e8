import type { Transaction } from '../platform/database/database.js';
import type { TestService } from './service.js';

/** What work answers, and how many rows and index entries of tables it reads, by table and index and by way. */
export async function rowsRead<Answer>(
  { services }: TestService,
  workspaceId: string,
  { tables, work }: { readonly tables: RegExp; readonly work: (transaction: Transaction) => Promise<Answer> },
): Promise<{ readonly answer: Answer; readonly read: readonly number[] }> {
  return services.database.inWorkspace(workspaceId, async (transaction) => {
    const before = await readSoFar(transaction, tables);
    const answer = await work(transaction);
    const after = await readSoFar(transaction, tables);
    return { answer, read: after.map((count, at) => count - (before[at] ?? 0)) };
  });
}

/** What the connection of a transaction has read. */
async function readSoFar(transaction: Transaction, tables: RegExp): Promise<number[]> {
  const rows = await transaction.query<{ read: number[] }>(
    `select array[pg_stat_get_xact_tuples_returned(oid), pg_stat_get_xact_tuples_fetched(oid)]::int[] as read
     from pg_class where relname ~ $1 and relkind in ('r', 'i') order by relname`,
    [tables.source],
  );
  return rows.flatMap((row) => row.read);
}
