import type { Transaction } from '../platform/database/database.js';
import type { TestService } from './service.js';

/** How many rows of each table and entries of each index were read; none where there were none. */
export type RowsRead = Readonly<Record<string, number>>;

/** What work answers, and what it reads of the tables, and their indexes, whose names match. */
export async function rowsRead<Answer>(
  { services }: TestService,
  workspaceId: string,
  { tables, work }: { readonly tables: RegExp; readonly work: (transaction: Transaction) => Promise<Answer> },
): Promise<{ readonly answer: Answer; readonly read: RowsRead }> {
  return services.database.inWorkspace(workspaceId, async (transaction) => {
    const before = await readSoFar(transaction, tables);
    const answer = await work(transaction);
    const after = await readSoFar(transaction, tables);
    const read = [...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const);
    return { answer, read: Object.fromEntries(read.filter(([, rows]) => rows > 0)) };
  });
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
