import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queryable, Transaction } from '../platform/database/database.js';

/** What some work read: pages of 8 kB of tables, indexes and long values, and the number of transactions. */
export interface ReadingCost {
  readonly pages: number;
  readonly transactions: number;
}

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Wraps a database and counts what its transactions read. Each counted statement runs once more for that. */
export function costedDatabase(counted: Database): {
  readonly database: Database;
  /** The cost of some work, without that of background work. */
  readonly costOf: (work: () => Promise<unknown>) => Promise<ReadingCost>;
} {
  const measured = new AsyncLocalStorage<{ pages: number; transactions: number }>();
  const queryable = (observed: Queryable): Queryable => ({
    query: async <Row>(...[statement, values]: Parameters<Queryable['query']>) => {
      const rows = await observed.query<Row>(statement, values);
      const text = typeof statement === 'string' ? statement : statement.text;
      const cost = measured.getStore();
      if (cost !== undefined && /^\s*(?:select|with)\b/i.test(text)) {
        cost.pages += await pagesOf(observed, text, values);
      }
      return rows;
    },
  });
  const transaction = (observed: Transaction): Transaction => ({ ...observed, ...queryable(observed) });
  const database: Database = {
    ...counted,
    inWorkspace: (id, work, mode) =>
      counted.inWorkspace(
        id,
        (observed) => {
          const cost = measured.getStore();
          if (cost !== undefined) {
            cost.transactions += 1;
          }
          return work(transaction(observed));
        },
        mode,
      ),
    withoutWorkspace: (work) => counted.withoutWorkspace((observed) => work(queryable(observed))),
    asSystem: (work) => counted.asSystem((observed) => work({ ...observed, ...queryable(observed) })),
  };
  const costOf = async (work: () => Promise<unknown>): Promise<ReadingCost> => {
    const cost = { pages: 0, transactions: 0 };
    await measured.run(cost, work);
    return cost;
  };
  return { database, costOf };
}

async function pagesOf(queryable: Queryable, text: string, values: readonly unknown[] | undefined): Promise<number> {
  const explained = `explain (analyze, buffers, timing off, format json) ${text}`;
  const [row] = await queryable.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(explained, values);
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
}
