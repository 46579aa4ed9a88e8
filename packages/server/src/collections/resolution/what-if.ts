import { type Confidence, type Forecast, limits } from '@tessera/contract';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors, ServiceError } from '../../platform/errors.js';
import { RecentViews } from '../access/recent-views.js';
import { openCollection } from '../access/view.js';
import { listLatest } from '../activity/queries.js';
import type { WhatIf } from '../corrections/what-if.js';
import { indexTargetOf } from '../search/index/index-target.js';
import { answerBatch, type QueryCall, type QueryDependencies } from '../search/query.js';

const operation = 'collections.list_queries';
/** Queries that are answered at once. The time is checked in between. */
const pageSize = 100;

type Answered = Forecast['changes'][number]['before'];

/** Rolls a transaction back, and keeps the answers that it had. */
class RolledBack extends Error {
  constructor(readonly answers: readonly Answered[]) {
    super('rolled back');
  }
}

/** Creates the function that forecasts the effect of changes on logged queries. */
export function createWhatIf(dependencies: QueryDependencies): WhatIf {
  return ({ context, principal, name }, change, seconds = limits.forecastSeconds) =>
    context.inTurn(async (context) => {
      const call: QueryCall = { context, principal, operation, name };
      const open = (transaction: Transaction) => openCollection(transaction, principal, operation, name);
      const { version, queries } = await context.read(async (transaction) => {
        const { collection } = await open(transaction);
        return { version: collection.index_version, queries: await listLatest(transaction, collection.id) };
      });
      const before = await replay(dependencies, call, { queries, until: untilOf(seconds) });
      try {
        return await context.transaction(async (transaction) => {
          const until = untilOf(seconds);
          let isPrepared = false;
          const bounded = boundedBy(transaction, () => {
            context.stopIfLeft();
            return !isPrepared && performance.now() > until;
          });
          await change(bounded);
          const view = await open(bounded);
          // An index of the uncommitted change, which only this transaction sees.
          const isNew = view.collection.index_version !== version;
          const indexes = isNew ? dependencies.indexes.within(bounded) : dependencies.indexes;
          const inside = { ...call, context: contextWithin(context, transaction) };
          try {
            await indexes.ensureReady(indexTargetOf(transaction, view), []);
            isPrepared = true;
            const parts = { ...dependencies, indexes, recentViews: new RecentViews() };
            throw new RolledBack(await replay(parts, inside, { queries: queries.slice(0, before.length), until }));
          } finally {
            if (isNew) {
              indexes.drop();
            }
          }
        });
      } catch (error) {
        if (error instanceof RolledBack) {
          return { ...compare(queries, before, error.answers), workspace: context.workspaceReference };
        }
        throw error;
      }
    });
}

function untilOf(seconds: number): number {
  return performance.now() + seconds * 1_000;
}

/** A transaction that refuses statements when its time is over. */
function boundedBy(transaction: Transaction, isLate: () => boolean): Transaction {
  const message = 'takes too long for this collection: nothing was stored, and the change can be made without it';
  return {
    workspaceId: transaction.workspaceId,
    send: (statement, values) => transaction.send(statement, values),
    afterCommit: (callback) => transaction.afterCommit(callback),
    query: async (statement, values) => {
      if (isLate()) {
        throw errors.invalidRequest([{ path: 'dry_run', message }]);
      }
      return transaction.query(statement, values);
    },
  };
}

/**
 * A context whose work is a part of the transaction. It keeps its turn: calls that have theirs may wait for what the
 * transaction has locked.
 */
function contextWithin(context: OperationContext, transaction: Transaction): OperationContext {
  const within: OperationContext['transaction'] = (work) => work(transaction);
  return { ...context, transaction: within, read: within, outOfTurn: (work) => work(), confirmAgain: () => undefined };
}

/** Answers queries as they are usually answered, without logging them, until the time is over. */
async function replay(
  dependencies: QueryDependencies,
  call: QueryCall,
  { queries, until }: { readonly queries: readonly string[]; readonly until: number },
): Promise<Answered[]> {
  const shown = {
    fields: [],
    results: { high: 1, low: 1, none: 0 },
    isBrief: true,
    now: call.context.services.clock(),
  };
  const answered: Answered[] = [];
  while (answered.length < queries.length && (answered.length === 0 || performance.now() < until)) {
    const page = queries.slice(answered.length, answered.length + pageSize);
    const batch = { queries: page.map((text) => ({ text, filters: undefined })), shown };
    for (const answer of (await answerBatch(dependencies, call, batch)).answers) {
      if (answer instanceof ServiceError) {
        throw answer;
      }
      answered.push({ confidence: answer.confidence, external_id: answer.results[0]?.external_id ?? null });
    }
  }
  return answered;
}

const ranks: Readonly<Record<Confidence, number>> = { none: 0, low: 1, high: 2 };

function compare(queries: readonly string[], before: readonly Answered[], after: readonly Answered[]) {
  const counts = { better: 0, worse: 0, other: 0 };
  const changes = after.flatMap((now, at) => {
    const earlier = before[at] as Answered;
    if (now.confidence === earlier.confidence && now.external_id === earlier.external_id) {
      return [];
    }
    const difference = ranks[now.confidence] - ranks[earlier.confidence];
    counts[difference > 0 ? 'better' : difference < 0 ? 'worse' : 'other'] += 1;
    return [{ query: queries[at] as string, before: earlier, after: now }];
  });
  return { dry_run: true as const, replayed: after.length, changes, counts };
}
