import { type Confidence, limits, type QueryAcrossAnswer, type QueryAnswer } from '@tessera/contract';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import { ServiceError } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { listCollections } from '../access/collections.js';
import { heldGroupIds, viewOf } from '../access/view.js';
import { type QueryParts, queryAndLog } from '../search/operations.js';

const operation = 'collections.resolve';

/** What one collection answered. */
interface Answered {
  readonly collection: string;
  readonly answer: QueryAnswer;
}

/** Why a verdict on several collections may be wrong. */
type Warning = NonNullable<QueryAnswer['warnings']>[number];

/** Resolution of one query in several collections. */
export function acrossOperations(parts: QueryParts) {
  const resolve: Operation<typeof operation> = async (context, principal, { body }) => {
    const text = body.query;
    const seen =
      body.collections === undefined ? await namesOfSeen(context, principal) : [...new Set(body.collections)];
    const names = seen.slice(0, limits.collectionsPerQuery);
    const warnings: Warning[] =
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
        const answer = await queryAndLog(parts, { context, principal, operation }, query);
        answered.push({ collection, answer });
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
    return merge(answered, { warnings, topK: body.top_k });
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

/** More reasons are not read. */
const reasonsMax = 3;

const verdicts: readonly Confidence[] = ['high', 'low', 'none'];

/** Collections by how well they answered: an equal id or identifier precedes words. */
function compareAnswered({ answer: a }: Answered, { answer: b }: Answered): number {
  const relevance = ({ results }: QueryAnswer) => results[0]?.relevance ?? -1;
  return (
    Number(isExact(b)) - Number(isExact(a)) ||
    verdicts.indexOf(a.confidence) - verdicts.indexOf(b.confidence) ||
    relevance(b) - relevance(a)
  );
}

function isExact({ match_type, results }: QueryAnswer): boolean {
  return match_type === 'exact_id' && results.length > 0;
}

/** Makes one answer of those of several collections. `warnings` say that not all were asked: then nothing is `high`. */
function merge(
  unordered: readonly Answered[],
  { warnings, topK }: { readonly warnings: readonly Warning[]; readonly topK: number },
): QueryAcrossAnswer {
  const answered = unordered.toSorted(compareAnswered);
  const [best] = answered;
  const rivals = answered.filter(({ answer }) => answer !== best?.answer && isRival(answer, best?.answer));
  const isWithheld = best?.answer.confidence === 'high' && (rivals.length > 0 || warnings.length > 0);
  const confidence = isWithheld ? 'low' : (best?.answer.confidence ?? 'none');
  const told = [...warnings, ...answered.flatMap(warningsOf)];
  return {
    results: alternated(answered).slice(0, topK),
    match_type: best?.answer.match_type ?? 'semantic',
    confidence,
    reasons: reasonsOf(best, rivals, isWithheld),
    ...(confidence === 'low' ? disambiguated(best, rivals) : {}),
    ...(told.length > 0 ? { warnings: told } : {}),
  };
}

/** Whether a record of another collection could be meant as well. Words do not compete with an equal identifier. */
function isRival(answer: QueryAnswer, best: QueryAnswer | undefined): boolean {
  return answer.confidence !== 'none' && (isExact(answer) || best === undefined || !isExact(best));
}

function warningsOf({ collection, answer }: Answered): Warning[] {
  return (answer.warnings ?? []).map(({ field, message }) => ({ field, message: `${collection}: ${message}` }));
}

/** The first result of each collection, then the second of each. */
function alternated(answered: readonly Answered[]): QueryAcrossAnswer['results'] {
  const most = Math.max(0, ...answered.map(({ answer }) => answer.results.length));
  return Array.from({ length: most }, (_, place) => place).flatMap((place) =>
    answered.flatMap(({ collection, answer: { results } }) =>
      results.slice(place, place + 1).map((result) => ({ ...result, collection })),
    ),
  );
}

function reasonsOf(best: Answered | undefined, rivals: readonly Answered[], isWithheld: boolean): string[] {
  if (best === undefined) {
    return ['You see no collection: create one, or ask an admin to share one with you.'];
  }
  const named = rivals.map(({ collection }) => collection).join(', ');
  return [
    ...(rivals.length > 0 ? [`A record of another collection may be meant as well: ${named}.`] : []),
    ...(isWithheld && rivals.length === 0 ? ['Not every collection was asked.'] : []),
    ...best.answer.reasons,
  ].slice(0, reasonsMax);
}

function disambiguated(
  best: Answered | undefined,
  rivals: readonly Answered[],
): Pick<QueryAcrossAnswer, 'disambiguate_by'> {
  if (best === undefined || rivals.length === 0) {
    const own = best?.answer.disambiguate_by;
    return own === undefined ? {} : { disambiguate_by: own };
  }
  const values = [best, ...rivals].map(({ collection, answer: { results } }) => ({
    value: collection,
    external_ids: results.slice(0, 1).map(({ external_id }) => external_id),
  }));
  return { disambiguate_by: { field: 'collection', values } };
}
