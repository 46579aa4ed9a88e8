import type { Confidence, QueryAnswer } from '@tessera/contract';
import { type CompiledFilter, compileFilter, cosine, decodeVector, FilterError, parseFilter } from '@tessera/resolver';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import { canonicalId, canonicalKey } from '../domain/index.js';
import type { Embedding } from '../embedding/embedding.js';
import { presentAttributes } from '../records/present.js';
import type { RecordRow, RecordScope } from '../records/queries.js';
import { type CollectionView, fieldsBeingRekeyed, openCollection } from '../view.js';
import type { SearchIndexes } from './indexes.js';
import { findExact, findNewest, findRanked, type RankedRow } from './queries.js';

interface Question {
  readonly name: string;
  readonly text: string;
  readonly filters: unknown;
  readonly topK: number;
}

/** Resolution of identifiers and words to records. */
export function queryOperations({ embedding, indexes }: { embedding: Embedding; indexes: SearchIndexes }) {
  const query: Operation<'collections.query'> = async (context, principal, { params, body }) => {
    const question = { name: params.name, text: (body.query ?? '').trim(), filters: body.filters, topK: body.top_k };
    const found = await context.transaction((transaction) => answerWithoutRanking(transaction, principal, question));
    return 'answer' in found ? found.answer : rank({ context, principal, question, embedding, indexes }, found.view);
  };
  return { 'collections.query': query };
}

/** Exact ids and pure filters need no index; anything else goes on to ranking. */
async function answerWithoutRanking(
  transaction: Transaction,
  principal: Principal,
  question: Question,
): Promise<{ answer: QueryAnswer } | { view: CollectionView }> {
  const view = await openCollection(transaction, principal, {
    name: question.name,
    level: 'read',
    operation: 'collections.query',
  });
  const scope = scopeOf(view, question);
  if (question.text === '') {
    const rows = await findNewest(transaction, scope, Math.max(2, question.topK));
    return { answer: certainAnswer(rows, { view, matchType: 'filter', topK: question.topK }) };
  }
  const id = canonicalId(question.text);
  const identifier = canonicalKey(question.text);
  if ('id' in id || identifier !== undefined) {
    const key = {
      id: 'id' in id ? id.id : question.text,
      identifier: identifier ?? question.text,
      limit: Math.max(2, question.topK),
      scannedFields: fieldsBeingRekeyed(view),
    };
    const rows = await findExact(transaction, scope, key);
    if (rows.length > 0) {
      return { answer: certainAnswer(rows, { view, matchType: 'exact_id', topK: question.topK }) };
    }
  }
  return { view };
}

/** Results that match for sure: one is safe to act on, several must be told apart. */
function certainAnswer(
  rows: readonly RecordRow[],
  { view, matchType, topK }: { view: CollectionView; matchType: 'exact_id' | 'filter'; topK: number },
): QueryAnswer {
  const confidence: Confidence = rows.length === 0 ? 'none' : rows.length === 1 ? 'high' : 'low';
  const results = rows.slice(0, topK).map((row) => ({
    external_id: row.external_id,
    relevance: 1,
    match_type: matchType,
    ...presentAttributes(row, view),
  }));
  return { results, match_type: matchType, confidence };
}

interface Ranking {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly question: Question;
  readonly embedding: Embedding;
  readonly indexes: SearchIndexes;
}

async function rank(
  { context, principal, question, embedding, indexes }: Ranking,
  view: CollectionView,
): Promise<QueryAnswer> {
  const vector = await embedding.embedQuery(question.text);
  const place = {
    workspaceId: context.workspace.id,
    collectionId: view.collection.id,
    identityVersion: view.collection.identity_version,
  };
  // The first build takes its own transactions; it must not hold this request's.
  await indexes.prepare(place, neededFilters(view, question));
  return context.transaction(async (transaction) => {
    const current = await openCollection(transaction, principal, {
      name: question.name,
      level: 'read',
      operation: 'collections.query',
    });
    const scope = scopeOf(current, question);
    const { hits, verdict } = await indexes.search(transaction, place, {
      text: question.text,
      vector,
      filter: scope.filter,
      slice: scope.slice,
      limit: question.topK,
    });
    const rows = await findRanked(
      transaction,
      scope,
      hits.map((hit) => hit.externalId),
    );
    const byId = new Map(rows.map((row) => [row.external_id, row]));
    const results = hits.flatMap(({ externalId }) => {
      const row = byId.get(externalId);
      return row === undefined ? [] : [presentHit(row, { view: current, vector, embedderId: embedding.embedderId })];
    });
    return { results, match_type: 'semantic', confidence: results.length === 0 ? 'none' : verdict };
  });
}

function presentHit(
  row: RankedRow,
  { view, vector, embedderId }: { view: CollectionView; vector: Float32Array | null; embedderId: string },
) {
  const comparable = vector !== null && row.vector !== null && row.vector_embedder === embedderId;
  const relevance = comparable ? cosine(vector, decodeVector(row.vector)) : 0;
  return { external_id: row.external_id, relevance, match_type: 'semantic' as const, ...presentAttributes(row, view) };
}

function neededFilters(view: CollectionView, question: Question): CompiledFilter[] {
  const { filter, slice } = scopeOf(view, question);
  return [...(filter === undefined ? [] : [filter]), ...(slice ?? [])];
}

/** The records a question may look at. Throws `invalid_request` for a filter that cannot be used. */
function scopeOf(view: CollectionView, question: Question): RecordScope {
  const slice = view.readSlice?.compiled ?? null;
  if (question.filters === undefined) {
    return { collectionId: view.collection.id, slice };
  }
  try {
    return {
      collectionId: view.collection.id,
      slice,
      filter: compileFilter(parseFilter(question.filters), view.config.field_types),
    };
  } catch (error) {
    if (error instanceof FilterError) {
      throw errors.invalidRequest([
        { path: ['filters', error.path].filter(Boolean).join('.'), message: error.message },
      ]);
    }
    throw error;
  }
}
