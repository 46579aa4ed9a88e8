import type { Confidence, QueryAnswer } from '@tessera/contract';

/** The answer to a query from one of several collections or workspaces. */
export interface CollectionAnswer {
  /** The name of the collection, or the slug of the workspace. */
  readonly name: string;
  readonly answer: QueryAnswer;
}

/** A reason why a verdict over several collections may be wrong. */
export type QueryWarning = NonNullable<QueryAnswer['warnings']>[number];

/** Options of merging. */
export interface Merging<Mark extends object> {
  /** Warnings about collections that were not queried. If there is one, the verdict is not `high`. */
  readonly warnings: readonly QueryWarning[];
  readonly topK: number;
  readonly kind: 'collection' | 'workspace';
  /** Returns the properties that mark the results of one collection or workspace. */
  readonly mark: (part: CollectionAnswer) => Mark;
}

/** The answer to a query over several collections or workspaces. */
export interface MergedAnswer<Mark extends object> extends Omit<QueryAnswer, 'results' | 'explanation'> {
  results: (QueryAnswer['results'][number] & Mark)[];
}

/** Maximum reasons of a verdict. */
const reasonsMax = 3;

const verdicts: readonly Confidence[] = ['high', 'low', 'none'];

/** Orders answers by the kind of their match: an equal id or identifier precedes words. */
function compareAnswers({ answer: a }: CollectionAnswer, { answer: b }: CollectionAnswer): number {
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

/** Merges answers. The verdict is `high` only if exactly one answer is `high` and no other one contains a rival. */
export function mergeAnswers<Mark extends object>(
  unordered: readonly CollectionAnswer[],
  merging: Merging<Mark>,
): MergedAnswer<Mark> {
  const { warnings, topK, kind, mark } = merging;
  const answered = unordered.toSorted(compareAnswers);
  const [best] = answered;
  const rivals = answered.filter(({ answer }) => answer !== best?.answer && isRival(answer, best?.answer));
  const isWithheld = best?.answer.confidence === 'high' && (rivals.length > 0 || warnings.length > 0);
  const confidence = isWithheld ? 'low' : (best?.answer.confidence ?? 'none');
  const told = [...warnings, ...answered.flatMap(warningsOf)];
  return {
    results: alternated(answered, mark).slice(0, topK),
    match_type: best?.answer.match_type ?? 'semantic',
    confidence,
    reasons: reasonsOf(best, { rivals, isWithheld, kind }),
    ...(confidence === 'low' ? disambiguated(best, rivals, kind) : {}),
    ...(told.length > 0 ? { warnings: told } : {}),
  };
}

/** Whether another answer may contain the intended record. Words do not compete with an equal identifier. */
function isRival(answer: QueryAnswer, best: QueryAnswer | undefined): boolean {
  return answer.confidence !== 'none' && (isExact(answer) || best === undefined || !isExact(best));
}

function warningsOf({ name, answer }: CollectionAnswer): QueryWarning[] {
  return (answer.warnings ?? []).map(({ field, message }) => ({ field, message: `${name}: ${message}` }));
}

/** Alternates between the answers: the first result of each, then the second of each, and so on. */
function alternated<Mark extends object>(
  answered: readonly CollectionAnswer[],
  mark: Merging<Mark>['mark'],
): MergedAnswer<Mark>['results'] {
  const most = Math.max(0, ...answered.map(({ answer }) => answer.results.length));
  return Array.from({ length: most }, (_, index) => index).flatMap((index) =>
    answered.flatMap((part) =>
      part.answer.results.slice(index, index + 1).map((result) => ({ ...result, ...mark(part) })),
    ),
  );
}

interface Rivalry extends Pick<Merging<object>, 'kind'> {
  readonly rivals: readonly CollectionAnswer[];
  readonly isWithheld: boolean;
}

function reasonsOf(best: CollectionAnswer | undefined, { rivals, isWithheld, kind }: Rivalry): string[] {
  if (best === undefined) {
    return ['You see no collection: create one, or ask an admin to share one with you.'];
  }
  const named = rivals.map(({ name }) => name).join(', ');
  return [
    ...(rivals.length > 0 ? [`A record of another ${kind} may be meant as well: ${named}.`] : []),
    ...(isWithheld && rivals.length === 0 ? [`Not every ${kind} was asked.`] : []),
    ...best.answer.reasons,
  ].slice(0, reasonsMax);
}

function disambiguated(
  best: CollectionAnswer | undefined,
  rivals: readonly CollectionAnswer[],
  kind: Merging<object>['kind'],
): Pick<QueryAnswer, 'disambiguate_by'> {
  if (best === undefined || rivals.length === 0) {
    const own = best?.answer.disambiguate_by;
    return own === undefined ? {} : { disambiguate_by: own };
  }
  const values = [best, ...rivals].map(({ name, answer: { results } }) => ({
    value: name,
    external_ids: results.slice(0, 1).map(({ external_id }) => external_id),
  }));
  return { disambiguate_by: { field: kind, values } };
}
