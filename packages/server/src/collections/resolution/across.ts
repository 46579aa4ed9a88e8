import { limits } from '@tessera/contract';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { ServiceError } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { listCollections } from '../access/queries.js';
import { groupIdsOf, viewOf } from '../access/view.js';
import { queryAndLog } from '../search/operations.js';
import type { QueryDependencies } from '../search/query.js';
import { type CollectionAnswer, mergeAnswers, type QueryWarning } from './merge.js';

const operation = 'collections.find';

/** The operation that resolves one query in several collections. */
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
    const answered: CollectionAnswer[] = [];
    // One after another, so that the call uses no more of the database and the search thread than a single query.
    for (const collection of names) {
      // Querying twenty collections may take a while. A caller who loses access meanwhile must get no results.
      context.confirmAgain();
      const filtered = { filters: undefined, fields: undefined, isExplained: false };
      const query = { text, topK: body.top_k, ...filtered };
      try {
        const answer = await queryAndLog(dependencies, { context, principal, operation, name: collection }, query);
        answered.push({ name: collection, answer });
      } catch (error) {
        // The collection was deleted meanwhile, or its index is not ready. The others are still queried.
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

/** Lists the names of the collections that a caller sees. */
function namesOfSeen(context: OperationContext, principal: Principal): Promise<string[]> {
  return context.transaction(async (transaction) => {
    const isConfined = principal.scope?.groups !== null;
    const rows = await listCollections(transaction, isConfined ? groupIdsOf(principal) : null);
    return rows.filter((row) => viewOf(row, principal.scope) !== undefined).map(({ name }) => name);
  });
}
