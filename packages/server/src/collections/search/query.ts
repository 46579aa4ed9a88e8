import type { OperationId } from '@tessera/contract';
import type { CompiledFilter } from '@tessera/search-engine';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors, type ServiceError } from '../../platform/errors.js';
import { mapWithPauses } from '../../platform/pauses.js';
import type { Principal } from '../../principals/principal.js';
import type { Embedders } from '../../search-runtime/embedding/embedders.js';
import { isSameState, type RecentViews } from '../access/recent-views.js';
import { type CollectionView, isSameView, openCollection, readableRecords } from '../access/view.js';
import type { ActivityLog } from '../activity/activity-log.js';
import { findAliases, foundIds, repeatedIds } from '../aliases/aliases.js';
import { isAnswer } from '../corrections/chosen.js';
import { isComparable } from '../records/queries.js';
import { fieldsSearch, titleOf } from './by-fields.js';
import { declaredColumns, UnindexedError, unindexedMax } from './in-slice.js';
import type { Found, IndexSearch } from './index/index-messages.js';
import { indexTargetOf } from './index/index-target.js';
import type { SearchIndexes } from './index/indexes.js';
import {
  exactLimit,
  findKnownTexts,
  type OpenedBatch,
  type OpenView,
  openQueries,
  type QueryBatch,
  readQueries,
} from './open-queries.js';
import { type BatchAnswer, certainAnswer } from './present-answer.js';
import { type FoundOnce, pairs, readFound } from './read-found.js';
import { strictly } from './strictness.js';
import { readAllUnindexed, readUnindexed } from './unindexed.js';
import { unembeddedWarnings, withWarnings } from './warnings.js';

/** Dependencies of queries. */
export interface QueryDependencies {
  readonly indexes: SearchIndexes;
  readonly embedders: Embedders;
  readonly recentViews: RecentViews;
  readonly activity: ActivityLog;
}

/** The caller, the operation and the collection. */
export interface QueryCall {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly operation: OperationId;
  readonly name: string;
}

/** The answers to a batch, in the order of its queries. */
export interface BatchAnswers {
  readonly answers: readonly (BatchAnswer | ServiceError)[];
  readonly collectionId: string;
  /** False if the database answered without the index, which is still being built. */
  readonly isIndexed: boolean;
}

/** How often a batch is tried again because its collection changes meanwhile. */
const attempts = 3;

type AnswersByPosition = readonly (readonly [position: number, answer: BatchAnswer | ServiceError])[];

/**
 * Answers queries of one collection in two short transactions. The first reads what the database contains for their
 * text; the second reads the records that the index found in between. A query with an invalid filter gets an error as
 * its answer. Throws `collection_not_found`, and `forbidden` for a caller who may not see the figures of a verdict.
 */
export async function answerBatch(
  dependencies: QueryDependencies,
  { context, principal, operation, name }: QueryCall,
  batch: QueryBatch,
): Promise<BatchAnswers> {
  context.stopIfLeft();
  const openView = (transaction: Transaction) => openCollection(transaction, principal, operation, name);
  const expected = dependencies.recentViews.find(principal, name);
  const inAdvance = expected && (await searchInAdvance(dependencies, { context, name, expected }, { batch, openView }));
  if (inAdvance !== undefined) {
    return inAdvance;
  }
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { known, left } = await context.transaction(async (transaction) =>
      answerKnown(transaction, dependencies, await openQueries(transaction, { name, openView, expected }, batch)),
    );
    dependencies.recentViews.note(principal, name, left.view);
    const collectionId = left.view.collection.id;
    if (left.queries.length === 0) {
      return { answers: inOrder(known), collectionId, isIndexed: true };
    }
    // Outside of a transaction, because a build opens its own, and an embedding provider may take seconds.
    const found = await searchOnce(dependencies, context, left);
    // The caller may have lost access meanwhile.
    context.confirmAgain();
    if (found === undefined) {
      continue;
    }
    const shown = await context.transaction((transaction) =>
      show(transaction, dependencies, { left, found, openView, isSame: isSameView }),
    );
    if (shown !== undefined) {
      return { answers: inOrder([...known, ...shown]), collectionId, isIndexed: found !== null };
    }
  }
  throw errors.unavailable();
}

/**
 * Answers a query in words with one transaction instead of two. It is searched with the view of the caller's last
 * query, and the transaction confirms that view and the last write. Undefined if one of them has changed, or if the
 * database contains the text as an id, identifier or correction.
 */
async function searchInAdvance(
  dependencies: QueryDependencies,
  { context, name, expected }: Pick<QueryCall, 'context' | 'name'> & { readonly expected: CollectionView },
  { batch, openView }: { readonly batch: QueryBatch; readonly openView: OpenView },
): Promise<BatchAnswers | undefined> {
  const { indexes } = dependencies;
  if (!isInWords(batch)) {
    return undefined;
  }
  const target = indexTargetOf({ workspaceId: context.workspace.id }, expected);
  const { refused, queries } = await readQueries(batch, expected);
  const left = { view: expected, target, refused, queries, shown: batch.shown };
  if (refused.length > 0 || indexes.stateOf(target, filtersOf(left)) !== 'current') {
    return undefined;
  }
  const found = await searchOnce(dependencies, context, left);
  if (!found) {
    return undefined;
  }
  context.confirmAgain();
  const answers = await context.transaction(async (transaction) => {
    const [known, shown] = await Promise.all([
      findKnownTexts(transaction, name, batch),
      show(transaction, dependencies, { left, found, openView, isSame: isSameState }),
    ]);
    return known.size === 0 ? shown : undefined;
  });
  return answers && { answers: inOrder(answers), collectionId: expected.collection.id, isIndexed: true };
}

/** Whether a batch is one query of at least two words without digits, which is hardly an id or identifier. */
function isInWords({ queries, shown: { isExplained } }: QueryBatch): boolean {
  const [only, ...others] = queries;
  const words = only?.text.split(/\s+/u).filter((word) => /^\D+$/u.test(word)) ?? [];
  return others.length === 0 && only?.record === undefined && !isExplained && words.length > 1;
}

function inOrder(answered: AnswersByPosition): BatchAnswers['answers'] {
  return [...answered].sort(([one], [other]) => one - other).map(([, answer]) => answer);
}

/** Answers queries that need no index: exact matches and, while the index is not built, filters without words. */
async function answerKnown(
  transaction: Transaction,
  { indexes }: QueryDependencies,
  opened: OpenedBatch,
): Promise<{ readonly known: AnswersByPosition; readonly left: OpenedBatch }> {
  const { view, target, shown } = opened;
  const certain = opened.queries.filter(({ exact, chosen }) => isAnswer(exact, chosen));
  const queries = opened.queries.filter((query) => !certain.includes(query));
  const answered = certain.map(({ exact, chosen, aliases }) =>
    certainAnswer(exact, { view, shown, chosen, aliases }, 'exact_id'),
  );
  const filters = filtersOf({ view, queries });
  const isFilters =
    queries.length <= unindexedMax && queries.every(({ text, sentFields }) => text === '' && !sentFields);
  const isUnindexed = queries.length > 0 && isFilters && !indexes.isReady(target, filters);
  // A larger collection waits for its index, because the database would read every record.
  if (isUnindexed && (await isComparable(transaction, { ...readableRecords(view), filter: queries[0]?.filter }))) {
    indexes.ensureReadyLater(target, filters);
    for (const query of queries.splice(0)) {
      answered.push((await readUnindexed(transaction, query, { view, shown }))(view));
      certain.push(query);
    }
  }
  const known = await withWarnings(transaction, { indexes, view, shown, unembedded: [] }, pairs(certain, answered));
  return { known: [...opened.refused, ...known], left: { ...opened, queries } };
}

/** The filters for which the index needs columns. */
function filtersOf({ view, queries }: Pick<OpenedBatch, 'view' | 'queries'>): CompiledFilter[] {
  return [...(view.readSlice?.compiled ?? []), ...queries.flatMap(({ filter }) => filter ?? [])];
}

/** Searches, and again without each record that is the same as a better one. Null and undefined as in `search`. */
async function searchOnce(
  dependencies: QueryDependencies,
  context: OperationContext,
  left: OpenedBatch,
): Promise<readonly FoundOnce[] | null | undefined> {
  const found = await search(dependencies, left, context);
  if (!found || !left.view.collection.aliased) {
    return found?.map((each) => ({ found: each, aliases: new Map() })) ?? (found as null | undefined);
  }
  const ids = found.map((each) => (each.kind === 'newest' ? [] : foundIds(each.result)));
  const aliases = await context.read((transaction) => findAliases(transaction, left.view, ids.flat()));
  const repeated = found.map(({ kind }, at) => (kind === 'ranked' ? repeatedIds(aliases, ids[at] ?? []) : []));
  const again = repeated.some(({ length }) => length > 0) ? await search(dependencies, left, context, repeated) : found;
  return again?.map((each) => ({ found: each, aliases })) ?? (again as null | undefined);
}

/** Brings the index up to date and searches it. Null while it is being built, undefined if it is dropped meanwhile. */
async function search(
  dependencies: QueryDependencies,
  left: OpenedBatch,
  { outOfTurn, stopIfLeft }: OperationContext,
  without: readonly (readonly string[])[] = [],
): Promise<readonly Found[] | null | undefined> {
  const { embedders, indexes } = dependencies;
  const { queries, target, view, shown } = left;
  if (!indexes.isReady(target, [])) {
    // These columns are loaded in advance, so that the first query with a filter need not wait again.
    indexes.ensureReadyLater(target, [declaredColumns(view.config)]);
  }
  if (!(await outOfTurn(() => indexes.isReadyInTime(target, filtersOf(left))))) {
    return null;
  }
  const texts = queries.map(({ text, sentFields }) => (sentFields === undefined ? text : titleOf(sentFields)));
  const vectors = await embedders.embedQueries(texts, indexes.embedderIds(target), outOfTurn);
  const slice = view.readSlice?.compiled ?? null;
  const searches = queries.map(({ text, sentFields, filter, chosen }, at): IndexSearch => {
    if (sentFields !== undefined) {
      return { slice, filter, ...fieldsSearch(sentFields, vectors) };
    }
    const limit = text === '' ? exactLimit(shown) : shown.results.low;
    const also = chosen?.externalId ?? undefined;
    return {
      slice,
      filter,
      text,
      vectors: vectors.get(text) ?? new Map(),
      limit,
      also,
      without: without[at],
      isExplained: shown.isExplained,
    };
  });
  const found = await indexes.search(target, searches, stopIfLeft);
  return found?.map((each) => (each.kind === 'ranked' ? { ...each, result: strictly(each.result, view) } : each));
}

/**
 * Presents the results with the current records. Undefined if the view has changed, because answers must not contain
 * records of the earlier view.
 */
async function show(
  transaction: Transaction,
  { indexes }: QueryDependencies,
  {
    left,
    found,
    openView,
    isSame,
  }: {
    readonly left: OpenedBatch;
    readonly found: readonly FoundOnce[] | null;
    readonly openView: OpenView;
    readonly isSame: (view: CollectionView, before: CollectionView) => boolean;
  },
): Promise<AnswersByPosition | undefined> {
  const { shown } = left;
  const queries = found === null ? left.queries.slice(0, unindexedMax) : left.queries;
  const refused = left.queries.slice(queries.length).map(({ position }) => [position, new UnindexedError()] as const);
  const isWarned = shown.isBrief !== true && queries.some(({ text }) => text !== '');
  // All are pipelined. The rows are used only if the view is unchanged.
  const [view, presents, unembedded] = await Promise.all([
    openView(transaction),
    found === null ? readAllUnindexed(transaction, { ...left, queries }) : readFound(transaction, left, found),
    isWarned ? unembeddedWarnings(transaction, left.view) : [],
  ]);
  if (!isSame(view, left.view)) {
    return undefined;
  }
  const answers = await mapWithPauses(presents, (present) => present(view));
  const warned = await withWarnings(transaction, { indexes, view, shown, unembedded }, pairs(queries, answers));
  return [...refused, ...warned];
}
