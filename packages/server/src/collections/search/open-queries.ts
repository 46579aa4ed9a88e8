import type { Confidence } from '@tessera/contract';
import { type JsonObject, stringifyJson } from '@tessera/json';
import { canonicalId, canonicalKey } from '@tessera/records';
import type { SentField } from '@tessera/resolver';
import type { CompiledFilter } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import { errors, ServiceError } from '../../platform/errors.js';
import { mapWithPauses } from '../../platform/pauses.js';
import { isSameState } from '../access/recent-views.js';
import { type CollectionView, readableRecords, readVisibleFilter } from '../access/view.js';
import { type Aliases, findAliases, keptOf } from '../aliases/aliases.js';
import {
  type Chosen,
  type CorrectedQuery,
  chosenFor,
  correctedRecord,
  correctedWords,
  findChosen,
  visibleCorrections,
  wordsHashOf,
} from '../corrections/chosen.js';
import type { RecordContent, RecordSelection } from '../records/queries.js';
import { identityOf, readSentFields } from '../records/sent-fields.js';
import type { IndexTarget } from './index/index-target.js';
import { indexTargetOf } from './index/index-target.js';
import { type ExactKey, findExact, findKnown, findRanked, type KnownText } from './queries.js';

/** A query by text, or by the fields of a record. */
export interface SentQuery {
  readonly text: string;
  readonly filters: unknown;
  readonly record?: JsonObject | undefined;
}

/** How results are presented. */
export interface Shown {
  /** The attributes to return. Undefined returns all visible ones. */
  readonly fields: readonly string[] | undefined;
  /** Maximum results for each verdict. */
  readonly results: Readonly<Record<Confidence, number>>;
  /** Whether to return only verdicts with their reasons and results. */
  readonly isBrief?: boolean;
  readonly isExplained?: boolean;
  /** The time with which the freshness of results is compared. */
  readonly now: Date;
}

/** Queries of one collection. */
export interface QueryBatch {
  readonly queries: readonly SentQuery[];
  readonly shown: Shown;
}

/** A query, with everything that the database contains for its text. */
export interface OpenedQuery extends SentQuery {
  /** The position in the batch. */
  readonly position: number;
  readonly filter: CompiledFilter | undefined;
  /** The fields of a record to resolve. Undefined for a query by text. */
  readonly sentFields: readonly SentField[] | undefined;
  /** Records whose id or identifier equals the query. */
  readonly exact: readonly RecordContent[];
  /** The correction of it. Undefined if there is none that the caller may see. */
  readonly chosen: Chosen | undefined;
  /** Aliases among the records that were found. */
  readonly aliases?: Aliases;
}

/** The result of the first transaction of a batch. */
export interface OpenedBatch {
  readonly view: CollectionView;
  readonly target: IndexTarget;
  readonly shown: Shown;
  /** Queries with an invalid filter, by position, with the error. */
  readonly refused: readonly (readonly [position: number, refusal: ServiceError])[];
  readonly queries: readonly OpenedQuery[];
}

/** Opens the collection of a call for its caller. */
export type OpenView = (transaction: Transaction) => Promise<CollectionView>;

/** Reads queries with a view, before the database is asked for their text. */
export async function readQueries(
  batch: QueryBatch,
  view: CollectionView,
): Promise<Pick<OpenedBatch, 'refused' | 'queries'>> {
  const queries: OpenedQuery[] = [];
  const refused: [position: number, refusal: ServiceError][] = [];
  await mapWithPauses(batch.queries, (query, position) => {
    const { filters, record } = query;
    try {
      const filter = filters === undefined ? undefined : readVisibleFilter(filters, view);
      const sentFields = record && readSentFields(record, view);
      queries.push({ ...query, position, filter, sentFields, exact: [], chosen: undefined });
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      refused.push([position, error]);
    }
  });
  return { refused, queries };
}

/**
 * Reads what the database contains for queries. `expected` is the view of the caller's last query, if there is one.
 * Throws `forbidden` and `collection_not_found`.
 */
export async function openQueries(
  transaction: Transaction,
  {
    name,
    openView,
    expected,
  }: { readonly name: string; readonly openView: OpenView; readonly expected: CollectionView | undefined },
  batch: QueryBatch,
): Promise<OpenedBatch> {
  // Pipelined with opening the collection. If no query equals an id or identifier, no further statement is needed.
  const [view, known, exact] = await Promise.all([
    openView(transaction),
    findKnownTexts(transaction, name, batch),
    findCode(transaction, expected, batch),
  ]);
  const { shown } = batch;
  refuseExplaining(shown, view);
  const { refused, queries: usable } = await readQueries(batch, view);
  const limit = exactLimit(shown);
  const target = indexTargetOf(transaction, view);
  const [only] = usable;
  const isAlone = exact.length > 0 && !view.collection.aliased;
  if (only !== undefined && isAlone && isUncorrected(only, known) && isSameState(view, expected)) {
    return { view, target, shown, refused, queries: [{ ...only, exact }] };
  }
  const found = new Map(
    (
      await Promise.all(
        sameFilter(usable.filter(({ text, record }) => known.has(text) || record !== undefined)).map((group) =>
          findExactAndChosen(transaction, { view, known, limit }, group),
        ),
      )
    ).flat(),
  );
  const queries = usable.map((query) => ({ ...query, ...found.get(query.position) }));
  return { view, target, shown, refused, queries };
}

/**
 * Finds the records that equal a single code, for the same round trip as the view. They may be used only if the view
 * turns out to be the expected one. Empty for other batches.
 */
async function findCode(
  transaction: Transaction,
  expected: CollectionView | undefined,
  { queries: [query, ...others], shown }: QueryBatch,
): Promise<readonly RecordContent[]> {
  const isCode = query !== undefined && others.length === 0 && /^\S*\d\S*$/u.test(query.text);
  if (expected === undefined || !isCode || query.filters !== undefined || query.record !== undefined) {
    return [];
  }
  return findExact(transaction, readableRecords(expected), { keys: [exactKey(query.text)], limit: exactLimit(shown) });
}

function isUncorrected({ text }: SentQuery, known: KnownTexts): boolean {
  return known.get(text)?.isCorrected !== true;
}

/** Throws `forbidden` if a caller without `manage` requests the figures of a verdict. */
function refuseExplaining({ isExplained }: Shown, { level }: CollectionView): void {
  if (isExplained && level !== 'manage') {
    throw errors.forbidden(
      `\`explain\` takes \`manage\` on this collection, and you have \`${level}\`: query without it.`,
      'manage',
    );
  }
}

type KnownTexts = ReadonlyMap<string, KnownText>;

/** Finds the queries whose text equals an id or identifier or has corrections, in any slice. */
export async function findKnownTexts(
  transaction: Transaction,
  name: string,
  { queries }: QueryBatch,
): Promise<KnownTexts> {
  const texts = [...new Set(queries.map(({ text }) => text))].filter((text) => text !== '');
  if (texts.length === 0) {
    return new Map();
  }
  const keys = texts.map((text) => ({ ...exactKey(text), wordsHash: wordsHashOf(text) }));
  const rows = await findKnown(transaction, name, keys);
  return new Map(rows.map((row) => [texts[row.position - 1] as string, row]));
}

/** Groups queries by their filter, because one statement can serve all queries of a group. */
function sameFilter(queries: readonly OpenedQuery[]): OpenedQuery[][] {
  const groups = new Map<string, OpenedQuery[]>();
  for (const query of queries) {
    const name = stringifyJson(query.filters ?? null);
    const group = groups.get(name) ?? [];
    group.push(query);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Reads the records that equal queries, and the corrections, both by position of the query. */
async function findExactAndChosen(
  transaction: Transaction,
  { view, known, limit }: { readonly view: CollectionView; readonly known: KnownTexts; readonly limit: number },
  group: readonly OpenedQuery[],
): Promise<[position: number, Pick<OpenedQuery, 'exact' | 'chosen' | 'aliases'>][]> {
  const selection: RecordSelection = { ...readableRecords(view), filter: group[0]?.filter };
  const texts = [...new Set(group.map(({ text }) => text))];
  const keys = texts.filter((text) => known.get(text)?.isKey);
  const corrected = new Map(
    group.flatMap((query) => {
      const corrected = correctedOf(query, view, known);
      return corrected === undefined ? [] : [[query.position, corrected] as const];
    }),
  );
  const [rows, chosen] = await Promise.all([
    keys.length === 0 ? [] : findExact(transaction, selection, { keys: keys.map(exactKey), limit }),
    findChosen(transaction, visibleCorrections(view, selection), [...corrected.values()]),
  ]);
  const aliases = await findAliases(transaction, view, idsOfRows(rows));
  const kept = aliases.size === 0 ? [] : await findRanked(transaction, selection, [...new Set(aliases.values())]);
  const keptById = new Map(kept.map((row) => [row.external_id, row]));
  const rowsOf = new Map(keys.map((text): [string, RecordContent[]] => [text, []]));
  for (const row of rows) {
    const same = rowsOf.get(keys[row.position - 1] as string) ?? [];
    const shown = keptById.get(keptOf(aliases, row.external_id)) ?? row;
    if (!same.some(({ external_id }) => external_id === shown.external_id)) {
      same.push(shown);
    }
  }
  return group.map(({ position, text }) => {
    const exact = rowsOf.get(text) ?? [];
    const found = chosen.get(corrected.get(position) as CorrectedQuery);
    return [position, { exact, aliases, chosen: chosenFor(found, exact.length > 0) }];
  });
}

function idsOfRows(rows: readonly RecordContent[]): string[] {
  return rows.map(({ external_id }) => external_id);
}

/** What a correction of a query applies to. Undefined if there can be none. */
function correctedOf(
  { text, sentFields }: OpenedQuery,
  { config }: CollectionView,
  known: KnownTexts,
): CorrectedQuery | undefined {
  if (sentFields === undefined) {
    return known.get(text)?.isCorrected === true ? correctedWords(text) : undefined;
  }
  const identity = identityOf(sentFields);
  return identity && correctedRecord(identity, config);
}

/** Maximum exact matches that are read. At least two, to know whether a match is the only one. */
export function exactLimit({ results: { low } }: Pick<Shown, 'results'>): number {
  return Math.max(2, low);
}

/** A query as a record id and as an identifier value. */
export function exactKey(text: string): ExactKey {
  const id = canonicalId(text);
  return { id: 'id' in id ? id.id : text, identifier: canonicalKey(text) ?? text };
}
