import { limits, type Resolution } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { AnswerOf } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, openCollection, readableRecords } from '../access/view.js';
import { readable, recordTitle } from '../records/present.js';
import { titleFieldOf } from '../records/sent-fields.js';
import { shownFields } from '../registry/describe.js';
import { type Outcome, resolveMany } from '../resolution/many.js';
import { exactKey } from '../search/open-queries.js';
import { findExact } from '../search/queries.js';
import type { QueryCall, QueryDependencies } from '../search/query.js';
import { type ReconciliationQuery, type RefusedQuery, readQueries } from './sent.js';

type Results = Extract<AnswerOf<'reconcile.query'>, Record<string, { readonly result: unknown }>>;
type Candidate = Results[string]['result'][number];

/** Answers a batch of queries. Returns the candidates, with a verdict, by the key of the query. */
export async function reconcile(dependencies: QueryDependencies, call: QueryCall, text: string): Promise<Results> {
  const batch = readQueries(text);
  const sent = batch.filter((query): query is ReconciliationQuery => !('error' in query));
  const refused = batch.filter((query): query is RefusedQuery => 'error' in query);
  const outcomes = sent.length === 0 ? [] : await resolve(dependencies, call, sent);
  const type = [{ id: call.name, name: call.name }];
  return Object.fromEntries<Results[string]>([
    ...refused.map(({ key, error }): [string, Results[string]] => [key, { result: [], error }]),
    ...sent.map(({ key, limit }, at): [string, Results[string]] => [key, resultOf(outcomes[at], { type, limit })]),
  ]);
}

async function resolve(
  dependencies: QueryDependencies,
  call: QueryCall,
  sent: readonly ReconciliationQuery[],
): Promise<Outcome[]> {
  const { context, principal, operation, name } = call;
  const queries = await context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, operation, name);
    return entriesOf(transaction, { dependencies, view }, sent);
  });
  const most = Math.max(...sent.map(({ limit }) => limit));
  const results = { high: most, low: most, none: 0 };
  return (await resolveMany(dependencies, call, { queries, fields: undefined, results })).outcomes;
}

type Entry = { readonly query: string } | { readonly record: JsonObject };

/**
 * Converts queries to resolution entries. Properties are compared field by field; the query text is the title or the
 * id.
 */
async function entriesOf(
  transaction: Transaction,
  { dependencies: { indexes }, view }: { readonly dependencies: QueryDependencies; readonly view: CollectionView },
  sent: readonly ReconciliationQuery[],
): Promise<Entry[]> {
  const compared = sent.filter(({ properties }) => properties.size > 0);
  if (compared.length === 0) {
    return sent.map(({ text }) => ({ query: text }));
  }
  const title = titleFieldOf(await shownFields(transaction, { view, indexes }), view);
  const texts = [...new Set(compared.map(({ text }) => text))].filter((text) => text !== '');
  const exact = await findExact(transaction, readableRecords(view), { keys: texts.map(exactKey), limit: 1 });
  const idOf = new Map(exact.map(({ position, external_id }) => [texts[position - 1], external_id]));
  return sent.map(({ text, properties }) => {
    const id = idOf.get(text);
    const field = id === undefined ? title : view.config.id_field;
    if (properties.size === 0 || (text !== '' && field === undefined)) {
      return { query: [text, ...[...properties.values()].map(readable)].join(' ').slice(0, limits.queryCharacters) };
    }
    const named = text === '' || field === undefined ? [] : [[field, id ?? text] as const];
    return { record: Object.fromEntries([...properties, ...named]) };
  });
}

interface Presented {
  readonly type: Candidate['type'];
  readonly limit: number;
}

function resultOf(outcome: Outcome | undefined, { type, limit }: Presented): Results[string] {
  if (outcome === undefined || 'error' in outcome) {
    return { result: [], ...(outcome === undefined ? {} : { error: outcome.message }) };
  }
  const found = outcome.result === null ? [] : [outcome.result, ...outcome.alternatives];
  const scores = scoresOf(found.map(({ relevance }) => relevance));
  const result = found.slice(0, limit).map((each, at) => ({
    id: each.external_id,
    name: recordTitle(each.external_id, each.attributes as JsonObject),
    description: each.rendered,
    score: scores[at] ?? 0,
    match: at === 0 && outcome.confidence === 'high',
    type,
    features: [
      { id: 'relevance', value: percent(each.relevance) / 100 },
      ...(at === 0 ? agreementsOf(outcome.fields ?? []) : []),
    ],
  }));
  return { result };
}

/** Relevances in percent. Must not increase along the candidates, whose order the verdict can change. */
function scoresOf(relevances: readonly number[]): number[] {
  return relevances.map((_, at) => Math.max(...relevances.slice(at).map(percent)));
}

function percent(relevance: number): number {
  return Math.round(Math.min(1, Math.max(0, relevance)) * 10_000) / 100;
}

const agreementValue = { yes: 1, close: 0.5, no: 0 } as const;

function agreementsOf(fields: NonNullable<Resolution['fields']>): Candidate['features'] {
  return fields.flatMap(({ field, agrees }) =>
    agrees === 'absent' ? [] : [{ id: `agrees:${field}`, value: agreementValue[agrees] }],
  );
}
