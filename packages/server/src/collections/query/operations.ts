import type { Confidence, QueryAnswer } from '@tessera/contract';
import { type CompiledFilter, cosine, decodeVector } from '@tessera/resolver';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { canonicalId, canonicalKey } from '../domain/index.js';
import type { Embedders, QueryVectors } from '../embedding/embedders.js';
import { readFilter } from '../filters/read.js';
import { visibleFilter } from '../filters/visible.js';
import { presentAttributes } from '../records/present.js';
import { findInOrder, type RecordRow, type ShownScope } from '../records/queries.js';
import { type CollectionView, openCollection, shownScope } from '../view.js';
import { type IndexPlace, placeOf } from './index-place.js';
import type { SearchIndexes } from './indexes.js';
import { findExact, findExactAmong, findNewest, findRanked, type KeyQuestion, type RankedRow } from './queries.js';
import { askSlice } from './slice-index.js';

interface Question {
  readonly name: string;
  readonly text: string;
  readonly filters: unknown;
  readonly topK: number;
}

/** What queries are answered with. */
export interface QueryParts {
  readonly embedders: Embedders;
  readonly indexes: SearchIndexes;
}

/** Tries to prepare an index that keeps being dropped, as when memory is far too short. */
const prepareTries = 3;

/** Resolution of identifiers and words to records. */
export function queryOperations(parts: QueryParts) {
  const query: Operation<'collections.query'> = async (context, principal, { params, body }) => {
    const question = { name: params.name, text: (body.query ?? '').trim(), filters: body.filters, topK: body.top_k };
    let vectors: QueryVectors | undefined;
    for (let attempt = 1; attempt <= prepareTries; attempt += 1) {
      const asked = { ...parts, context, principal, question, vectors };
      const found = await context.transaction((transaction) => answer(asked, transaction));
      if ('answer' in found) {
        return found.answer;
      }
      // What is missing of the index is read from the database, where what is outside lies in between.
      if (found.place.slice !== null && !parts.indexes.isReady(found.place, found.filters)) {
        context.lookedOutside();
      }
      // A build takes transactions of its own, and a provider its time: neither may hold this request's transaction.
      await parts.indexes.prepare(found.place, found.filters);
      if (question.text !== '') {
        vectors = await parts.embedders.embedQuery(question.text, parts.indexes.embedderIds(found.place));
      }
    }
    throw errors.unavailable();
  };
  return { 'collections.query': query };
}

/** One question by one caller. */
interface Asked extends QueryParts {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly question: Question;
  /** Undefined until they have been asked for. */
  readonly vectors: QueryVectors | undefined;
}

/** An answer, or the index that must be prepared before there can be one. */
type Found =
  | { readonly answer: QueryAnswer }
  | { readonly place: IndexPlace; readonly filters: readonly CompiledFilter[] };

/** Exact ids need no index and a filter alone waits for none; anything else is ranked. */
async function answer(asked: Asked, transaction: Transaction): Promise<Found> {
  const { question } = asked;
  const view = await openCollection(transaction, asked.principal, {
    name: question.name,
    level: 'read',
    operation: 'collections.query',
  });
  const scope = scopeOf(view, question);
  const limit = Math.max(2, question.topK);
  if (question.text === '') {
    return findFiltered(asked, transaction, { view, scope, limit });
  }
  const key = exactKey(question.text);
  const exact =
    key === undefined
      ? []
      : await lookUp(asked, transaction, { view, scope, ...key, keySetId: view.collection.key_set_id, limit });
  return exact.length > 0
    ? { answer: certainAnswer(exact, { view, matchType: 'exact_id', topK: question.topK }) }
    : rank(asked, transaction, { view, scope });
}

/**
 * The newest records that pass a filter, by the index's columns. The database, which looks at every record of the collection
 * or slice, answers as long as there is no index: a filter alone does not wait for one to be built.
 */
async function findFiltered(
  asked: Asked,
  transaction: Transaction,
  { view, scope, limit }: { view: CollectionView; scope: ShownScope; limit: number },
): Promise<Found> {
  const { indexes, question, context } = asked;
  const answerOf = (rows: readonly RecordRow[]) => ({
    answer: certainAnswer(rows, { view, matchType: 'filter', topK: question.topK }),
  });
  const byDatabase = async () => answerOf(await findNewest(transaction.last, scope, limit));
  const filters = scope.filter === undefined ? [] : [scope.filter];
  const place = placeOf(context.workspace.id, view, view.readSlice);
  if (!indexes.isReady(place, [])) {
    if (place.slice !== null) {
      context.lookedOutside();
    }
    indexes.prepareLater(place, filters);
    return byDatabase();
  }
  const ids = indexes.isReady(place, filters)
    ? await indexes.ask(transaction, place, { asks: 'newest', question: { filter: scope.filter, limit } })
    : undefined;
  if (ids === undefined) {
    return { place, filters };
  }
  return answerOf(await findInOrder(transaction.last, scope, ids));
}

/** Records of exactly this key. */
async function lookUp(
  { context, indexes }: Asked,
  transaction: Transaction,
  { view, scope, ...key }: KeyQuestion & { readonly view: CollectionView; readonly scope: ShownScope },
): Promise<readonly RecordRow[]> {
  const look = { indexes, context, view, slice: view.readSlice };
  const holders = await askSlice(transaction, look, { asks: 'holders', question: { identifier: key.identifier } });
  if (holders !== undefined) {
    return findExactAmong(transaction, scope, { ...key, holders });
  }
  return findExact(transaction, scope, key);
}

/** A query as a record id and as an identifier value; undefined when it can be neither. */
function exactKey(text: string): Pick<KeyQuestion, 'id' | 'identifier'> | undefined {
  const id = canonicalId(text);
  const identifier = canonicalKey(text);
  if ('error' in id && identifier === undefined) {
    return undefined;
  }
  return { id: 'id' in id ? id.id : text, identifier: identifier ?? text };
}

/** Results that match for sure: one is safe to act on, several must be told apart. */
function certainAnswer(
  rows: readonly RecordRow[],
  { view, matchType, topK }: { view: CollectionView; matchType: 'exact_id' | 'filter'; topK: number },
): QueryAnswer {
  const confidence: Confidence = rows.length === 0 ? 'none' : rows.length === 1 ? 'high' : 'low';
  const results = rows.slice(0, topK).map((row) => ({
    relevance: 1,
    match_type: matchType,
    ...presentAttributes(row, view),
  }));
  return { results, match_type: matchType, confidence };
}

async function rank(
  asked: Asked,
  transaction: Transaction,
  { view, scope }: { view: CollectionView; scope: ShownScope },
): Promise<Found> {
  const { question, embedders, indexes } = asked;
  const { filter } = scope;
  const place = placeOf(asked.context.workspace.id, view, view.readSlice);
  const filters = filter === undefined ? [] : [filter];
  if (!indexes.isReady(place, filters)) {
    return { place, filters };
  }
  const vectors = asked.vectors ?? (await embedAtOnce(embedders, question.text, indexes.embedderIds(place)));
  if (vectors === undefined) {
    return { place, filters };
  }
  const wanted = { text: question.text, vectors, filter, limit: question.topK };
  const found = await indexes.ask(transaction, place, { asks: 'search', question: wanted });
  if (found === undefined) {
    return { place, filters };
  }
  const rows = await findRanked(
    transaction.last,
    scope,
    found.hits.map((hit) => hit.externalId),
  );
  const byId = new Map(rows.map((row) => [row.current_id, row]));
  const results = found.hits.flatMap(({ externalId }) => {
    const row = byId.get(externalId);
    return row === undefined ? [] : [presentHit(row, view, vectors)];
  });
  return { answer: { results, match_type: 'semantic', confidence: results.length === 0 ? 'none' : found.verdict } };
}

/** The query's vectors where nobody need wait for them; else undefined: no provider's time may be spent in a transaction. */
async function embedAtOnce(
  embedders: Embedders,
  text: string,
  embedderIds: readonly string[],
): Promise<QueryVectors | undefined> {
  return embedders.areInstant(embedderIds) ? embedders.embedQuery(text, embedderIds) : undefined;
}

function presentHit(row: RankedRow, view: CollectionView, vectors: QueryVectors) {
  const asked = row.vector_embedder === null ? undefined : vectors.get(row.vector_embedder);
  const vector = row.vector === null ? undefined : decodeVector(row.vector);
  const relevance = asked !== undefined && vector?.length === asked.length ? cosine(asked, vector) : 0;
  return { relevance, match_type: 'semantic' as const, ...presentAttributes(row, view) };
}

/** The records a question may look at. Throws `invalid_request` for a filter that cannot be used. */
function scopeOf(view: CollectionView, question: Question): ShownScope {
  const scope = shownScope(view, view.readSlice);
  if (question.filters === undefined) {
    return scope;
  }
  const filter = readFilter(question.filters, view.config.field_types, 'filters');
  return { ...scope, filter: visibleFilter(filter, view) };
}
