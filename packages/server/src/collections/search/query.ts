import type { OperationId, QueryAnswer } from '@tessera/contract';
import { idsOf, type SearchResult } from '@tessera/resolver';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import type { Embedders } from '../../search-runtime/embedding/embedders.js';
import { type CollectionView, openCollection } from '../access/view.js';
import { type Chosen, chosenFirst, chosenFor, isAnswer } from '../corrections/chosen.js';
import { findInOrder, findNewest, type RecordRow, type RecordSelection } from '../records/queries.js';
import { declaredColumns } from './in-slice.js';
import type { SearchIndexes } from './index/indexes.js';
import {
  certainLimit,
  exactKey,
  isSameView,
  type Opened,
  type OpenedQuery,
  type OpenView,
  openQuery,
} from './open-query.js';
import { type CollectionQuery, certainAnswer, rankedAnswer, unindexedAnswer } from './present-answer.js';
import { findByWords, findRanked } from './queries.js';
import { unembeddedWarnings, warningsOf } from './warnings.js';

/** What queries are answered with. */
export interface SearchDependencies {
  readonly embedders: Embedders;
  readonly indexes: SearchIndexes;
  /** How long a query waits for an index that is being built, in milliseconds. The build goes on afterwards. */
  readonly indexWaitMs: number;
}

/** Who queries, and by which operation. */
export interface QueryCall {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly operation: OperationId;
}

/** What the index has found: ranked records, or the newest of a filter. */
type Found =
  | { readonly kind: 'ranked'; readonly result: SearchResult }
  | { readonly kind: 'newest'; readonly ids: readonly string[] }
  /** The index is still being built. */
  | { readonly kind: 'unindexed' };

/** How often a query starts over because its collection was configured or shared anew meanwhile. */
export const queryAttempts = 3;
/** Words of a query that the database looks for without an index. */
const wordsMax = 16;

/**
 * Answers a query of one collection in two short transactions: the first reads what is known of the text, the second the
 * records that the index has found in between. Throws `collection_not_found`, and `forbidden` for a caller who may not see
 * the figures of a verdict.
 */
export async function answerQuery(
  dependencies: SearchDependencies,
  { context, principal, operation }: QueryCall,
  query: CollectionQuery,
): Promise<{ readonly answer: QueryAnswer; readonly collectionId: string }> {
  const openView = (transaction: Transaction) => openCollection(transaction, principal, operation, query.name);
  for (let attempt = 1; attempt <= queryAttempts; attempt += 1) {
    const { opened, answer } = await context.transaction(async (transaction) => {
      const read = await openQuery(transaction, openView, query);
      return { opened: read, answer: await answerAtOnce(transaction, dependencies, { query, opened: read }) };
    });
    const collectionId = opened.view.collection.id;
    if (answer !== undefined) {
      return { answer, collectionId };
    }
    // No transaction is open: a build has its own, and an embedding provider may take seconds.
    const found = await search(dependencies, opened, query);
    // The caller may have lost the right to read meanwhile.
    context.confirmAgain();
    const shown =
      found &&
      (await context.transaction((transaction) => show(transaction, dependencies, { query, opened, found, openView })));
    if (shown !== undefined) {
      return { answer: shown, collectionId };
    }
  }
  throw errors.unavailable();
}

/** The answer that needs no index: an equal id or identifier, or a filter alone while its index is not built. */
async function answerAtOnce(
  transaction: Transaction,
  dependencies: SearchDependencies,
  { query, opened }: OpenedQuery,
): Promise<QueryAnswer | undefined> {
  const { exact, chosen, selection, target, filters } = opened;
  if (isAnswer(exact, chosen)) {
    return presentCertain(transaction, dependencies, { query, opened, rows: exact, matchType: 'exact_id' });
  }
  if (query.text === '' && !dependencies.indexes.isReady(target, filters)) {
    dependencies.indexes.ensureReadyLater(target, filters);
    const rows = await findNewest(transaction, selection, certainLimit(query));
    return presentCertain(transaction, dependencies, { query, opened, rows, matchType: 'filter' });
  }
  return undefined;
}

/** Brings the index up to date and searches it. Undefined if it was dropped meanwhile. */
async function search(
  dependencies: SearchDependencies,
  opened: Opened,
  query: CollectionQuery,
): Promise<Found | undefined> {
  const { embedders, indexes } = dependencies;
  const { target, selection } = opened;
  if (!indexes.isReady(target, [])) {
    // So that the first query with a filter does not wait once more.
    indexes.ensureReadyLater(target, [declaredColumns(opened.view.config)]);
  }
  if (!(await isReadyInTime(dependencies, opened))) {
    return { kind: 'unindexed' };
  }
  const within = { slice: selection.slice?.compiled ?? null, filter: selection.filter };
  const { text, isExplained } = query;
  if (text === '') {
    const newest = { ...within, text, vectors: new Map(), limit: certainLimit(query) };
    const found = await indexes.searchMany(target, [newest]);
    return found?.[0] && { kind: 'newest', ids: idsOf(found[0].hits) };
  }
  const vectors = await embedders.embedQuery(text, indexes.embedderIds(target));
  const also = opened.chosen?.externalId ?? undefined;
  const result = await indexes.search(target, { ...within, text, vectors, limit: query.topK, also, isExplained });
  return result && { kind: 'ranked', result };
}

/** Whether the index contains all writes before the query, and the columns of its filters, before the wait is over. */
export async function isReadyInTime(
  { indexes, indexWaitMs }: Pick<SearchDependencies, 'indexes' | 'indexWaitMs'>,
  { target, filters }: Pick<Opened, 'target' | 'filters'>,
): Promise<boolean> {
  const building = indexes.ensureReady(target, filters);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, indexWaitMs, false).unref();
  });
  try {
    return await Promise.race([building.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Presents what was found, with its records as they are by now. Undefined if the caller by now sees another part of the
 * collection, or another index applies: nothing of the answer may come from before.
 */
async function show(
  transaction: Transaction,
  dependencies: SearchDependencies,
  { query, opened, found, openView }: OpenedQuery & { readonly found: Found; readonly openView: OpenView },
): Promise<QueryAnswer | undefined> {
  // All of these are pipelined; the rows count only if the view is still the same.
  const [view, present, unembedded] = await Promise.all([
    openView(transaction),
    readFound(transaction, { query, opened, found }),
    found.kind === 'newest' ? [] : unembeddedWarnings(transaction, opened.view),
  ]);
  if (!isSameView(transaction, view, opened)) {
    return undefined;
  }
  const answer = present(view);
  return withWarnings(transaction, dependencies, { query, view, answer, unembedded });
}

/** Reads the records of what was found. Returns what presents them. */
async function readFound(
  transaction: Transaction,
  { query, opened, found }: OpenedQuery & { readonly found: Found },
): Promise<(view: CollectionView) => QueryAnswer> {
  const { selection } = opened;
  const isIdentifier = found.kind === 'ranked' && found.result.isIdentifier;
  const chosen = chosenFor(opened.chosen, isIdentifier);
  if (found.kind === 'newest') {
    const rows = await findInOrder(transaction, selection, found.ids);
    return (view) => certainAnswer(rows, { view, query, chosen }, 'filter');
  }
  if (found.kind === 'ranked') {
    const { result } = found;
    const rows = await findRanked(transaction, selection, chosenFirst(chosen, idsOf(result.hits)));
    return (view) => rankedAnswer(result, { view, query, chosen, rows });
  }
  return readUnindexed(transaction, { query, selection, chosen });
}

/** Reads what the database alone finds, by ids, codes and words. Reads every record. Returns what presents it. */
export async function readUnindexed(
  transaction: Transaction,
  { query, selection, chosen }: UnindexedQuery,
): Promise<(view: CollectionView) => QueryAnswer> {
  if (query.text === '') {
    const rows = await findNewest(transaction, selection, certainLimit(query));
    return (view) => certainAnswer(rows, { view, query, chosen }, 'filter');
  }
  const words = wordsOf(query.text);
  const keys = words.map((word) => exactKey(word).identifier);
  const rows = await findByWords(transaction, selection, { words, keys, limit: certainLimit(query) });
  return (view) => unindexedAnswer(rows, { view, query, chosen, words });
}

interface UnindexedQuery {
  readonly query: CollectionQuery;
  readonly selection: RecordSelection;
  readonly chosen: Chosen | undefined;
}

/** The words of a query as the database looks for them without an index. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/u).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return [...new Set(words.filter(Boolean))].slice(0, wordsMax);
}

/** An answer for sure, in the transaction that has read its records. */
function presentCertain(
  transaction: Transaction,
  dependencies: SearchDependencies,
  { query, opened: { view, chosen }, rows, matchType }: OpenedQuery & CertainRows,
): Promise<QueryAnswer> {
  const answer = certainAnswer(rows, { view, query, chosen }, matchType);
  return withWarnings(transaction, dependencies, { query, view, answer, unembedded: [] });
}

interface CertainRows {
  readonly rows: readonly RecordRow[];
  readonly matchType: 'exact_id' | 'filter';
}

interface Answered {
  readonly query: CollectionQuery;
  readonly view: CollectionView;
  readonly answer: QueryAnswer;
  readonly unembedded: NonNullable<QueryAnswer['warnings']>;
}

/** An answer with warnings about filters and fields that match nothing. */
async function withWarnings(
  transaction: Transaction,
  { indexes }: SearchDependencies,
  { query: { filters, fields }, view, answer, unembedded }: Answered,
): Promise<QueryAnswer> {
  const isPassed = answer.results.length > 0;
  const isNamed = filters !== undefined || fields !== undefined;
  const about = isNamed ? await warningsOf(transaction, { indexes, view, filters, fields, isPassed }) : [];
  const warnings = [...(answer.warnings ?? []), ...(about ?? []), ...unembedded];
  return warnings.length > 0 ? { ...answer, warnings } : answer;
}
