import { limits } from '@tessera/contract';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { ServiceError } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { listCollections } from '../access/collections.js';
import { heldGroupIds, viewOf } from '../access/view.js';
import { type QueryDependencies, queryAndLog } from '../search/operations.js';
import { type Answered, mergeAnswers, type QueryWarning } from './merge.js';

const operation = 'collections.find';

/** Resolution of one query in several collections. */
export function acrossOperations(dependencies: QueryDependencies) {
  const resolve: Operation<typeof operation> = async (context, principal, { body }) => {
    const text = body.query;
    const seen =
      body.collections === undefined ? await namesOfSeen(context, principal) : [...new Set(body.collections)];
    const names = seen.slice(0, limits.collectionsPerQuery);
    const warnings: QueryWarning[] =
      seen.length > names.length
        ? [
            {
              field: null,
              message: `You see ${seen.length} collections, of which ${names.length} were asked: name some.`,
            },
          ]
        : [];
    const answered: Answered[] = [];
    // One after the other: a call takes no more of the database and of the search thread than a query does.
    for (const collection of names) {
      // Twenty collections may take a while: who lost the right to read meanwhile gets nothing of any.
      context.confirmAgain();
      const filtered = { filters: undefined, fields: undefined, isExplained: false };
      const query = { name: collection, text, topK: body.top_k, ...filtered };
      try {
        const answer = await queryAndLog(dependencies, { context, principal, operation }, query);
        answered.push({ name: collection, answer });
      } catch (error) {
        // Deleted since it was listed, or not ready: the others answer.
        if (!(error instanceof ServiceError) || (error.status === 404 && body.collections !== undefined)) {
          throw error;
        }
        if (error.status !== 404) {
          warnings.push({ field: null, message: `${collection}: ${error.message}` });
        }
      }
    }
    return mergeAnswers(answered, {
      warnings,
      topK: body.top_k,
      kind: 'collection',
      mark: ({ name }) => ({ collection: name }),
    });
  };
  return { [operation]: resolve };
}

/** The names of the collections that a caller sees, in order. */
function namesOfSeen(context: OperationContext, principal: Principal): Promise<string[]> {
  return context.transaction(async (transaction) => {
    const isConfined = principal.scope?.groups !== null;
    const rows = await listCollections(transaction, isConfined ? heldGroupIds(principal) : null);
    return rows.filter((row) => viewOf(row, principal.scope) !== undefined).map(({ name }) => name);
  });
}
