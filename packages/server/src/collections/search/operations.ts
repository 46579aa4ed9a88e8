import { setTimeout as pause } from 'node:timers/promises';
import type { OperationId, QueryAnswer } from '@tessera/contract';
import type { CompiledFilter } from '@tessera/search-engine';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import type { Embedders, QueryVectors } from '../../search-runtime/embedding/embedders.js';
import { type CollectionView, openCollection, readableRecords } from '../access/view.js';
import type { ActivityLog } from '../activity/activity-log.js';
import {
  type Chosen,
  chosenFirst,
  findChosen,
  isAnswer,
  visibleCorrections,
  wordsHashOf,
} from '../corrections/chosen.js';
import { canonicalId, canonicalKey } from '../model/identity.js';
import { findInOrder, findNewest, type RecordRow, type RecordSelection } from '../records/queries.js';
import { indexTargetOf } from './in-slice.js';
import { type IndexTarget, keyOf } from './index/followed-index.js';
import type { SearchIndexes } from './index/indexes.js';
import { certainAnswer, type Question, rankedAnswer } from './present-answer.js';
import { type ExactKey, findExact, findKnown, findRanked, type KnownText } from './queries.js';
import { readVisibleFilter } from './visible.js';
import { unembeddedWarnings, warningsOf } from './warnings.js';

/** What queries are answered with. */
export interface QueryParts {
  readonly embedders: Embedders;
  readonly indexes: SearchIndexes;
  readonly activity: ActivityLog;
}

/** Tries to build an index that keeps being dropped, as when memory is far too short, or falls behind. */
export const readyTries = 6;

/** How long a query waits for an index, in milliseconds; what it waits for goes on afterwards. */
const indexPatienceMs = 5_000;

/** Resolution of identifiers and words to records. */
export function queryOperations(parts: QueryParts) {
  const query: Operation<'collections.query'> = (context, principal, { params, body }) => {
    const { filters, top_k: topK, fields, explain: isExplained } = body;
    const question = { name: params.name, text: (body.query ?? '').trim(), filters, topK, fields, isExplained };
    return ask(parts, { context, principal, operation: 'collections.query' }, question);
  };
  return { 'collections.query': query };
}

/** Who asks, and by which operation. */
export interface AskingCall {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly operation: OperationId;
}

/** Answers a question about one collection and notes it. Throws `unavailable` where its index takes long to build. */
export async function ask(
  parts: QueryParts,
  { context, principal, operation }: AskingCall,
  question: Question,
): Promise<QueryAnswer> {
  const start = performance.now();
  let vectors: QueryVectors | undefined;
  let target: IndexTarget | undefined;
  // Each attempt answers, or says what to build outside its transaction.
  for (let attempt = 1; attempt <= readyTries; attempt += 1) {
    const { view, found } = await context.transaction(async (transaction) => {
      const [view, known] = await Promise.all([
        openCollection(transaction, principal, operation, question.name),
        knownOf(transaction, question),
      ]);
      refuseExplaining(question, view);
      const [exact, chosen] = await Promise.all([
        known.isKey ? findExactly(transaction, view, question) : [],
        known.isCorrected ? chosenFor(transaction, view, question) : undefined,
      ]);
      return { view, found: await answer({ ...parts, view, question, vectors, target, exact, chosen }, transaction) };
    });
    if ('answer' in found) {
      const place = { workspaceId: context.workspace.id, collectionId: view.collection.id };
      const { confidence, match_type, results } = found.answer;
      parts.activity.noteQuery(place, principal, {
        query: question.text,
        confidence,
        match_type,
        external_id: results[0]?.external_id ?? null,
        duration_ms: millisecondsSince(start),
      });
      return found.answer;
    }
    ({ target } = found);
    // A build takes transactions of its own, and a provider its time: neither may hold this request's transaction.
    await inTime(parts.indexes.ensureReady(target, found.filters));
    if (question.text !== '') {
      vectors = await parts.embedders.embedQuery(question.text, parts.indexes.embedderIds(target));
    }
    // Both may take seconds, in which the caller can lose the right to read.
    context.confirmAgain();
  }
  throw errors.unavailable();
}

/** Throws `forbidden` for a caller who wants the figures of a verdict without `manage`. */
function refuseExplaining({ isExplained }: Question, { level }: CollectionView): void {
  if (isExplained && level !== 'manage') {
    throw errors.forbidden(
      `\`explain\` takes \`manage\` on this collection, and you have \`${level}\`: query without it.`,
      'manage',
    );
  }
}

/** Milliseconds since a reading of `performance.now`, to the hundredth. */
export function millisecondsSince(start: number): number {
  return Math.round((performance.now() - start) * 100) / 100;
}

/** Waits for an index that is being built; throws `unavailable` where that takes long. */
export async function inTime(building: Promise<void>): Promise<void> {
  const isReady = await Promise.race([building.then(() => true), pause(indexPatienceMs, false, { ref: false })]);
  if (!isReady) {
    throw errors.unavailable(
      'The search index of this collection is being built: try again shortly. Ids, identifiers and filters alone are answered meanwhile.',
    );
  }
}

/** One question by one caller. */
interface Asked extends QueryParts {
  readonly view: CollectionView;
  readonly question: Question;
  /** Undefined until they have been asked for. */
  readonly vectors: QueryVectors | undefined;
  /** Records whose id or identifier the text is. */
  readonly exact: readonly RecordRow[];
  /** What a person chose for the words; undefined where there is no correction for the caller. */
  readonly chosen: Chosen | undefined;
  /** How far the index has to come, once that has been asked for: others may write for as long as the question waits. */
  readonly target: IndexTarget | undefined;
}

/** An index, and the filters that it needs columns for. */
interface Needed {
  readonly target: IndexTarget;
  readonly filters: readonly CompiledFilter[];
}

/** An answer, or what must be built before there can be one. */
type Found = { readonly answer: QueryAnswer } | Needed;

/** Exact ids need no index and a filter alone waits for none; anything else is ranked. */
async function answer(asked: Asked, transaction: Transaction): Promise<Found> {
  const { question, view, exact, chosen } = asked;
  const selection = selectionOf(view, question);
  if (question.text === '') {
    return findFiltered(asked, transaction, { selection, limit: certainLimit(question) });
  }
  if (!isAnswer(exact, chosen)) {
    return rank(asked, transaction, selection);
  }
  const warnings = await warningsFor(asked, transaction, exact);
  return { answer: { ...certainAnswer(exact, asked, 'exact_id'), ...warnings } };
}

/** The part of an answer that warns of the question's filters and fields, by what was found with them. */
async function warningsFor(
  { indexes, view, question: { filters, fields } }: Asked,
  transaction: Transaction,
  found: readonly unknown[],
): Promise<Pick<QueryAnswer, 'warnings'>> {
  const isPassed = found.length > 0;
  const isNamed = filters !== undefined || fields !== undefined;
  const warnings = isNamed ? await warningsOf(transaction, { indexes, view, filters, fields, isPassed }) : undefined;
  return warnings === undefined ? {} : { warnings };
}

/** How many records that match for sure are asked for: two tell that it is not one. */
function certainLimit({ topK }: Question): number {
  return Math.max(2, topK);
}

/**
 * Whether a question's text is an id or identifier in its collection, or has been corrected, in any slice: queried
 * together with the collection, so that other questions wait for nothing more.
 */
async function knownOf(transaction: Transaction, { name, text }: Question): Promise<KnownText> {
  return text === ''
    ? { isKey: false, isCorrected: false }
    : findKnown(transaction, name, { ...exactKey(text), wordsHash: wordsHashOf(text) });
}

/** Records that a question may find and whose id or identifier is its text. */
async function findExactly(
  transaction: Transaction,
  view: CollectionView,
  question: Question,
): Promise<readonly RecordRow[]> {
  const wanted = { ...exactKey(question.text), limit: certainLimit(question) };
  return findExact(transaction, selectionOf(view, question), wanted);
}

/** What a person chose for the words of a question. */
async function chosenFor(
  transaction: Transaction,
  view: CollectionView,
  question: Question,
): Promise<Chosen | undefined> {
  const visible = visibleCorrections(view, selectionOf(view, question));
  return (await findChosen(transaction, visible, [question.text])).get(question.text);
}

/**
 * The newest records that pass a filter, by the index's columns. The database, which looks at every record, answers as long
 * as there is no index: a filter alone does not wait for one to be built.
 */
async function findFiltered(
  asked: Asked,
  transaction: Transaction,
  { selection, limit }: { readonly selection: RecordSelection; readonly limit: number },
): Promise<Found> {
  const { indexes } = asked;
  const needed = neededFor(transaction, asked, selection);
  const { target, filters } = needed;
  if (!indexes.isReady(target, [])) {
    indexes.ensureReadyLater(target, filters);
    const rows = await findNewest(transaction, selection, limit);
    const warnings = await warningsFor(asked, transaction, rows);
    return { answer: { ...certainAnswer(rows, asked, 'filter'), ...warnings } };
  }
  const ids = indexes.isReady(target, filters)
    ? await indexes.newest(transaction, target, { ...indexSelection(selection), limit })
    : undefined;
  if (ids === undefined) {
    return needed;
  }
  const warnings = await warningsFor(asked, transaction, ids);
  const rows = await findInOrder(transaction, selection, ids);
  return { answer: { ...certainAnswer(rows, asked, 'filter'), ...warnings } };
}

/** A query as a record id and as an identifier value. */
export function exactKey(text: string): ExactKey {
  const id = canonicalId(text);
  return { id: 'id' in id ? id.id : text, identifier: canonicalKey(text) ?? text };
}

async function rank(asked: Asked, transaction: Transaction, selection: RecordSelection): Promise<Found> {
  const { question, embedders, indexes } = asked;
  const needed = neededFor(transaction, asked, selection);
  const { target, filters } = needed;
  if (!indexes.isReady(target, filters)) {
    return needed;
  }
  const vectors = asked.vectors ?? (await embedAtOnce(embedders, question.text, indexes.embedderIds(target)));
  if (vectors === undefined) {
    return needed;
  }
  const wanted = {
    text: question.text,
    vectors,
    ...indexSelection(selection),
    limit: question.topK,
    isExplained: question.isExplained,
  };
  const found = await indexes.search(transaction, target, wanted);
  if (found === undefined) {
    return needed;
  }
  const ids = chosenFirst(
    asked.chosen,
    found.hits.map((hit) => hit.externalId),
  );
  // All of these travel together.
  const [about, unembedded, rows] = await Promise.all([
    warningsFor(asked, transaction, found.hits),
    unembeddedWarnings(transaction, asked.view),
    findRanked(transaction, selection, ids),
  ]);
  const warnings = [...(about.warnings ?? []), ...unembedded];
  return { answer: { ...rankedAnswer(found, { ...asked, rows, vectors }), ...(warnings.length > 0 && { warnings }) } };
}

/** The query's vectors where nobody need wait for them; else undefined: no provider's time may be spent in a transaction. */
async function embedAtOnce(
  embedders: Embedders,
  text: string,
  embedderIds: readonly string[],
): Promise<QueryVectors | undefined> {
  return embedders.areInstant(embedderIds) ? embedders.embedQuery(text, embedderIds) : undefined;
}

/** The records a question may look at. Throws `invalid_request` for a filter that cannot be used. */
function selectionOf(view: CollectionView, question: Question): RecordSelection {
  const selection = readableRecords(view);
  if (question.filters === undefined) {
    return selection;
  }
  return { ...selection, filter: readVisibleFilter(question.filters, view) };
}

function neededFor(transaction: Transaction, { view, target }: Asked, selection: RecordSelection): Needed {
  const { slice, filter } = indexSelection(selection);
  const current = indexTargetOf(transaction, view);
  return {
    target: target !== undefined && keyOf(target) === keyOf(current) ? target : current,
    filters: [...(slice ?? []), ...(filter === undefined ? [] : [filter])],
  };
}

function indexSelection({ slice, filter }: RecordSelection) {
  return { slice: slice === null ? null : slice.compiled, filter };
}
