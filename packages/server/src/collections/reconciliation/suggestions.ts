import type { JsonObject } from '@tessera/json';
import type { AnswerOf } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { presentAttributes, recordTitle } from '../records/present.js';
import { exactKey } from '../search/open-queries.js';
import { answerQuery, type QueryDependencies } from '../search/operations.js';
import { findByWords } from '../search/queries.js';
import { hasMoreRecords } from './queries.js';
import { inView, type ServiceCall } from './service-call.js';

type Suggested = AnswerOf<'reconcile.suggest_entity'>['result'][number];

const suggestedAtATime = 10;
/**
 * Maximum records of a collection for searches by the start of a word. The database then reads every record, because
 * the index contains whole words only.
 */
const readRecordsMax = 50_000;
const wordsMax = 8;

/** Suggests records while a person types. Records that contain every typed word come first, in query order. */
export async function suggestRecords(
  dependencies: QueryDependencies,
  call: ServiceCall,
  { typed, cursor }: { readonly typed: string; readonly cursor: number },
): Promise<Suggested[]> {
  const { name } = call.principal;
  const end = cursor + suggestedAtATime;
  const query = { name, text: typed, topK: end, filters: undefined, fields: undefined, isExplained: false };
  const answer = await answerQuery(dependencies, call, query);
  const ranked = answer.results.map((result) => ({ ...result, attributes: result.attributes as JsonObject }));
  const isFound = typed === '' || answer.match_type === 'exact_id';
  const containing = isFound
    ? []
    : await inView(call, (transaction, view) => findContaining(transaction, view, { typed, limit: end }));
  const ids = new Set(containing.map(({ external_id }) => external_id));
  const ordered = [...ranked.filter(({ external_id }) => ids.has(external_id)), ...containing, ...ranked];
  const distinct = new Map(ordered.map((record) => [record.external_id, record]));
  return [...distinct.values()].slice(cursor, end).map(({ external_id, attributes, rendered }) => ({
    id: external_id,
    name: recordTitle(external_id, attributes),
    description: rendered,
    notable: [{ id: name, name }],
  }));
}

async function findContaining(
  transaction: Transaction,
  view: CollectionView,
  { typed, limit }: { readonly typed: string; readonly limit: number },
) {
  if (await hasMoreRecords(transaction, view.collection.id, readRecordsMax)) {
    return [];
  }
  const words = typed.split(/\s+/).slice(0, wordsMax);
  const keys = [exactKey(typed).identifier];
  const rows = await findByWords(transaction, readableRecords(view), { words, keys, limit });
  return rows
    .filter(({ matched, is_key }) => is_key || matched === words.length)
    .map((row) => {
      const { external_id, rendered, attributes } = presentAttributes(row, view);
      return { external_id, rendered, attributes: attributes as JsonObject };
    });
}
