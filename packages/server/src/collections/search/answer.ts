import type { OperationId, QueryAnswer } from '@tessera/contract';
import type { CompiledFilter } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import type { Embedders, QueryVectors } from '../../search-runtime/embedding/embedders.js';
import { type CollectionView, openCollection, readableRecords } from '../access/view.js';
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

/** What an answer is computed with. */
export interface AnswerParts {
  readonly embedders: Embedders;
  readonly indexes: SearchIndexes;
}

/** One attempt to answer a question of one caller. */
interface Attempt {
  readonly principal: Principal;
  readonly operation: OperationId;
  readonly question: Question;
  /** Undefined until they have been asked for. */
  readonly vectors: QueryVectors | undefined;
  /** The index of the attempt before; a later write does not make the question wait again. Undefined at the first attempt. */
  readonly target: IndexTarget | undefined;
}

/** One question by one caller. */
interface Asked extends AnswerParts, Pick<Attempt, 'question' | 'vectors' | 'target'> {
  readonly view: CollectionView;
  /** Records whose id or identifier the text is. */
  readonly exact: readonly RecordRow[];
  /** What a person chose for the words, or undefined without a correction that the caller may see. */
  readonly chosen: Chosen | undefined;
}

/** An index, and the filters that it needs columns for. */
interface Needed {
  readonly target: IndexTarget;
  readonly filters: readonly CompiledFilter[];
}

/** An answer, or what must be built before there can be one. */
type Found = { readonly answer: QueryAnswer } | Needed;

/**
 * Answers a question in one transaction, or says what must be built outside of it first. Throws `collection_not_found`, and
 * `forbidden` for a caller who may not see the figures of a verdict.
 */
export async function tryAnswer(
  transaction: Transaction,
  parts: AnswerParts,
  { principal, operation, ...attempt }: Attempt,
): Promise<Found & { readonly collectionId: string }> {
  const { question } = attempt;
  const [view, known] = await Promise.all([
    openCollection(transaction, principal, operation, question.name),
    knownOf(transaction, question),
  ]);
  refuseExplaining(question, view);
  const [exact, chosen] = await Promise.all([
    known.isKey ? findExactly(transaction, view, question) : [],
    known.isCorrected ? chosenFor(transaction, view, question) : undefined,
  ]);
  const found = await answer({ ...parts, ...attempt, view, exact, chosen }, transaction);
  return { ...found, collectionId: view.collection.id };
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
 * as the index is not built: a filter alone does not wait for it.
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
