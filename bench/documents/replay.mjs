/** Measures the database part of a call by sending its statements again. */
import { summaryOf } from './measures.mjs';

/** Rolls back a recorded transaction. */
class RolledBack extends Error {}

/**
 * A database that can record the transactions of a call. `measureBoth` measures calls and, alternately, the statements
 * of further calls. The writes of a recorded call are rolled back, so that its statements find the same rows.
 */
export function replayable(database) {
  /** The transactions of the current call while it is recorded. */
  let recorded;

  const record = (open, isRolledBack) => (work) => {
    if (recorded === undefined) return open(work);
    const statements = [];
    recorded.push({ open, statements });
    return open(async (transaction) => {
      // The database may run the transaction again.
      statements.length = 0;
      const result = await work(recording(transaction, statements));
      if (isRolledBack) throw new RolledBack();
      return result;
    });
  };

  /** Records the transactions of a call, each with its statements in order. */
  const transactionsOf = async (call) => {
    const transactions = [];
    recorded = transactions;
    await call().catch((error) => {
      if (!(error instanceof RolledBack)) throw error;
    });
    recorded = undefined;
    return transactions;
  };

  return {
    database: {
      ...database,
      inWorkspace: (id, work, mode) =>
        record((inside) => database.inWorkspace(id, inside, mode), (mode ?? 'write') === 'write')(work),
      withoutWorkspace: (work) => record(database.withoutWorkspace, false)(work),
      asSystem: (work) => record(database.asSystem, true)(work),
    },
    measureBoth: async (count, call) => {
      const times = { call: [], alone: [] };
      const timed = async (list, work) => {
        const start = performance.now();
        await work();
        list.push(performance.now() - start);
      };
      for (let n = 0; n < count; n += 1) {
        await timed(times.call, () => call(2 * n));
        const transactions = await transactionsOf(() => call(2 * n + 1));
        await timed(times.alone, async () => {
          for (const { open, statements } of transactions) await open((transaction) => replay(transaction, statements));
        });
      }
      return { call: summaryOf(times.call), alone: summaryOf(times.alone) };
    },
  };
}

/** A transaction that records its statements, each with the number of results before it was sent. */
function recording(transaction, statements) {
  let answered = 0;
  return {
    ...transaction,
    query: async (...sent) => {
      statements.push({ sent, answered });
      const rows = await transaction.query(...sent);
      answered += 1;
      return rows;
    },
    send: (...sent) => {
      statements.push({ sent, isSentOnly: true });
      transaction.send(...sent);
    },
  };
}

/** Sends statements in the same groups as the call did, and waits for the same results. */
async function replay(transaction, statements) {
  const together = [];
  let answered;
  for (const { sent, isSentOnly, ...statement } of statements) {
    if (isSentOnly) {
      transaction.send(...sent);
      continue;
    }
    if (statement.answered !== answered) await Promise.all(together.splice(0));
    answered = statement.answered;
    together.push(transaction.query(...sent));
  }
  await Promise.all(together);
}
