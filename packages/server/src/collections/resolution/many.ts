import { type Confidence, limits, type OperationId, type Resolution, type ResolutionRefused } from '@tessera/contract';
import { stringifyJson } from '@tessera/json';
import { type FieldsFound, idsOf } from '@tessera/resolver';
import { type CompiledFilter, matchesFilter } from '@tessera/search-engine';
import type { AnswerOf, InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Aside } from '../../platform/turns/fair-gate.js';
import type { Principal } from '../../principals/principal.js';
import { type CollectionView, openCollection, readableRecords, sliceKey } from '../access/view.js';
import {
  type Chosen,
  chosenFirst,
  chosenFor,
  findChosen,
  isAnswer,
  judgeChosen,
  rowsChosenFirst,
  visibleCorrections,
} from '../corrections/chosen.js';
import { presentAttributes } from '../records/present.js';
import type { RecordRow } from '../records/queries.js';
import { indexTargetOf } from '../search/in-slice.js';
import { type IndexTarget, keyOf } from '../search/index/followed-index.js';
import type { Found } from '../search/index/index-messages.js';
import { exactKey } from '../search/open-query.js';
import { millisecondsSince, type QueryDependencies } from '../search/operations.js';
import { presentHit } from '../search/present-answer.js';
import { findRanked } from '../search/queries.js';
import { isReadyInTime, queryAttempts, readUnindexed } from '../search/query.js';
import { answeredOf } from './answered.js';
import { compareCandidates, findCandidates } from './by-fields.js';
import { type Entry, readEntries } from './entries.js';
import { findExactOfMany } from './queries.js';

const operation = 'collections.resolve_records';
type Body = InputOf<typeof operation>['body'];
/** What one entry is answered with. */
export type Outcome = Resolution | ResolutionRefused;
/** Entries to resolve, and what is shown of the results. */
type Resolved = Body & { readonly shown: ResultsShown };
type Positioned<Value> = readonly [position: number, value: Value];

/** Queries of a call that the database answers while the index is being built: each of them reads every record. */
const unindexedMax = 16;
const indexIsBuilding =
  'The search index of this collection is being built: try again shortly. Ids, identifiers and filters alone are answered ' +
  `meanwhile, and up to ${unindexedMax} queries in words.`;
const indexWarning = {
  field: null,
  message:
    'The search index of this collection is being built: only ids, codes and whole words were compared. Send the list ' +
    'again shortly for full results.',
};

/** An entry with what the database has of its text. */
interface KnownEntry extends Entry {
  /** Records whose id or identifier it is. */
  readonly exact: readonly RecordRow[];
  /** What a person chose for its words. */
  readonly chosen: Chosen | undefined;
}

/** What a first transaction finds out. */
interface Opened {
  readonly view: CollectionView;
  readonly target: IndexTarget;
  readonly filters: readonly CompiledFilter[];
  /** Refusals and exact matches, by the position of their entry. */
  readonly known: ReadonlyMap<number, Outcome>;
  /** Queries that the index answers. */
  readonly open: readonly Positioned<KnownEntry>[];
  /** Records that are compared field by field. */
  readonly compared: readonly Positioned<Entry>[];
}

/** Who resolves records of which collection, by which operation. */
export interface ResolutionCall {
  readonly context: OperationContext;
  readonly principal: Principal;
  readonly operation: OperationId;
  readonly name: string;
}

/** How many results an outcome shows at most. */
export interface ResultsShown {
  readonly ofHigh: number;
  readonly ofLow: number;
}

/** The one record that is safe to act on, or the ones to choose from. */
const shownByDefault: ResultsShown = { ofHigh: 1, ofLow: 1 + limits.resolutionAlternatives };

/** Resolution of many queries in one call. */
export function resolutionOperations(dependencies: QueryDependencies) {
  const resolve: Operation<typeof operation> = async (context, principal, { params, body }) => {
    const call: ResolutionCall = { context, principal, operation, name: params.name };
    const { outcomes, isIndexed } = await resolveMany(dependencies, call, { ...body, shown: shownByDefault });
    return { ...answerOf(body, outcomes), ...(isIndexed ? {} : { warnings: [indexWarning] }) };
  };
  return { [operation]: resolve };
}

/**
 * Resolves entries, each with a verdict of its own, and logs the queries. Returns outcomes by position. Results beyond the
 * first one are its `alternatives`.
 */
export async function resolveMany(
  dependencies: QueryDependencies,
  { context, principal, operation: id, name }: ResolutionCall,
  body: Resolved,
): Promise<{ readonly outcomes: ReadonlyMap<number, Outcome>; readonly isIndexed: boolean }> {
  const start = performance.now();
  const inView = <Result>(work: (transaction: Transaction, view: CollectionView) => Promise<Result>) =>
    context.transaction(async (transaction) =>
      work(transaction, await openCollection(transaction, principal, id, name)),
    );
  for (let attempt = 1; attempt <= queryAttempts; attempt += 1) {
    const opened = await inView((transaction, view) => open(transaction, { view, body }));
    // Outside of a transaction: no other request waits for a build, for a provider or for the search thread.
    const isSearched = opened.open.length + opened.compared.length > 0;
    const isIndexed = !isSearched || (await context.outOfTurn(() => isReadyInTime(dependencies, opened)));
    const found = isIndexed
      ? await searchAll(dependencies, { opened, shown: body.shown }, context.outOfTurn)
      : await unindexed(opened);
    context.confirmAgain();
    const shown = found && (await inView((transaction, view) => show(transaction, { view, body, opened, ...found })));
    if (shown !== undefined) {
      const outcomes = new Map([...opened.known, ...shown]);
      const duration_ms = Math.round((millisecondsSince(start) * 100) / body.queries.length) / 100;
      const collection = { workspaceId: context.workspace.id, collectionId: opened.view.collection.id };
      for (const answered of answeredOf(body, outcomes)) {
        dependencies.activity.noteQuery(collection, principal, { ...answered, duration_ms });
      }
      return { outcomes, isIndexed };
    }
  }
  throw errors.unavailable();
}

function answerOf({ queries }: Body, outcomes: ReadonlyMap<number, Outcome>): AnswerOf<typeof operation> {
  const results = queries.flatMap((_, position) => outcomes.get(position) ?? []);
  const counts = { high: 0, low: 0, none: 0, failed: 0 };
  for (const result of results) {
    counts['error' in result ? 'failed' : result.confidence] += 1;
  }
  return { results, counts };
}

async function open(
  transaction: Transaction,
  { view, body }: { readonly view: CollectionView; readonly body: Resolved },
): Promise<Opened> {
  const entries = await readEntries(body.queries, view);
  const usable = entries.flatMap<Positioned<Entry>>((entry, position) => ('error' in entry ? [] : [[position, entry]]));
  const refused = entries.flatMap<Positioned<Outcome>>((entry, position) =>
    'error' in entry ? [[position, entry]] : [],
  );
  const compared = usable.filter(([, { record }]) => record !== undefined);
  const queries = usable.filter(([, { record }]) => record === undefined);
  const read = await findKnown(transaction, { view, limit: body.shown.ofLow }, queries);
  const left = read.filter(([, { exact, chosen }]) => !isAnswer(exact, chosen));
  const answered = read
    .filter(([, { exact, chosen }]) => isAnswer(exact, chosen))
    .map<Positioned<Outcome>>(([position, entry]) => [
      position,
      certain(entry, entry.exact, { view, body, matchType: 'exact_id' }),
    ]);
  const target = indexTargetOf(transaction, view);
  const filters = [
    ...(view.readSlice?.compiled ?? []),
    ...[...left, ...compared].flatMap(([, { filter }]) => filter ?? []),
  ];
  return { view, target, filters, known: new Map([...refused, ...answered]), open: left, compared };
}

/** What the database has of the text of entries. Two statements serve all entries with the same filter. */
async function findKnown(
  transaction: Transaction,
  { view, limit }: { readonly view: CollectionView; readonly limit: number },
  entries: readonly Positioned<Entry>[],
): Promise<Positioned<KnownEntry>[]> {
  const groups = new Map<string, Positioned<Entry>[]>();
  for (const positioned of entries) {
    const name = stringifyJson(positioned[1].filters ?? null);
    groups.set(name, [...(groups.get(name) ?? []), positioned]);
  }
  const found = [...groups.values()].map(async (group) => {
    const selection = { ...readableRecords(view), filter: group[0]?.[1].filter };
    const texts = group.map(([, { text }]) => text);
    const [rows, chosen] = await Promise.all([
      findExactOfMany(transaction, selection, { keys: texts.map(exactKey), limit }),
      findChosen(transaction, visibleCorrections(view, selection), texts),
    ]);
    const rowsAt = group.map((): RecordRow[] => []);
    for (const { position, ...row } of rows) {
      rowsAt[position - 1]?.push(row);
    }
    return group.map<Positioned<KnownEntry>>(([position, entry], at) => {
      const exact = rowsAt[at] ?? [];
      return [position, { ...entry, exact, chosen: chosenFor(chosen.get(entry.text), exact.length > 0) }];
    });
  });
  return (await Promise.all(found)).flat();
}

/** The outcome of records that match for sure: one is safe to act on, several must be distinguished. */
function certain(
  { key, chosen }: KnownEntry,
  found: readonly RecordRow[],
  { view, body, matchType }: { view: CollectionView; body: Resolved; matchType: 'exact_id' | 'filter' },
): Resolution {
  const rows = rowsChosenFirst(chosen, found);
  const certainty = rows.length === 0 ? 'none' : rows.length === 1 ? 'high' : 'low';
  const confidence = judgeChosen(certainty, chosen, rows[0]?.external_id);
  const shown = { relevance: 1, match_type: matchType };
  const results = rows.map((row) => ({ ...shown, ...presentAttributes(row, view, body.fields) }));
  return resolutionOf(key, { confidence, match_type: matchType, results }, body.shown);
}

function resolutionOf(
  key: Resolution['key'],
  answer: Pick<Resolution, 'confidence' | 'match_type'> & {
    readonly results: readonly NonNullable<Resolution['result']>[];
  },
  shown: ResultsShown,
): Resolution {
  const { confidence, match_type, results } = answer;
  const [first] = results;
  return {
    key,
    confidence,
    match_type,
    external_id: confidence === 'high' && first !== undefined ? first.external_id : null,
    result: confidence === 'none' ? null : (first ?? null),
    alternatives: results.slice(1, shownFor(confidence, shown)),
  };
}

function shownFor(confidence: Confidence, { ofHigh, ofLow }: ResultsShown): number {
  return confidence === 'high' ? ofHigh : confidence === 'low' ? ofLow : 0;
}

async function search(
  { embedders, indexes }: QueryDependencies,
  { opened, shown }: { readonly opened: Opened; readonly shown: ResultsShown },
  outOfTurn: Aside,
): Promise<Found[] | undefined> {
  const { target, view, open: entries } = opened;
  if (entries.length === 0) {
    return [];
  }
  const texts = entries.map(([, { text }]) => text);
  const embedderIds = indexes.embedderIds(target);
  const embed = () => embedders.embedQueries(texts, embedderIds);
  const vectors = await (embedders.areInstant(embedderIds) ? embed() : outOfTurn(embed));
  const slice = view.readSlice?.compiled ?? null;
  const queries = entries.map(([, { text, filter, chosen }], at) => ({
    text,
    vectors: vectors[at] ?? new Map(),
    slice,
    filter,
    limit: shown.ofLow,
    also: chosen?.externalId ?? undefined,
  }));
  return indexes.searchMany(target, queries);
}

/** What the index finds for all entries of a call. Undefined if it was dropped meanwhile. */
async function searchAll(
  dependencies: QueryDependencies,
  { opened, shown }: { readonly opened: Opened; readonly shown: ResultsShown },
  outOfTurn: Aside,
): Promise<FoundForAll | undefined> {
  const found = await search(dependencies, { opened, shown }, outOfTurn);
  const compared = opened.compared.map(([, entry]) => entry);
  const candidates = found && (await findCandidates({ ...dependencies, outOfTurn }, opened, compared));
  return candidates && { found, candidates };
}

/** Leaves the entries of a call to the database. Throws `unavailable` for more than it can answer in good time. */
async function unindexed({ open: entries, compared }: Opened): Promise<FoundForAll> {
  if (entries.length > unindexedMax || compared.length > 0) {
    throw errors.unavailable(indexIsBuilding);
  }
  return { found: undefined, candidates: [] };
}

/** What was found for the entries of a call. */
interface FoundForAll {
  /** Undefined if the index is not built: the database then looks for words. */
  readonly found: readonly Found[] | undefined;
  /** For the records that are compared. */
  readonly candidates: readonly FieldsFound[];
}

/** What the entries of a call are answered from. */
interface Answered extends FoundForAll {
  readonly view: CollectionView;
  readonly body: Resolved;
  readonly opened: Opened;
}

/**
 * The outcomes of what the index found, with the rows of all of them read by one statement. Undefined if the caller by now
 * sees another part of the collection: nothing of the answer may be of the one before.
 */
async function show(transaction: Transaction, answered: Answered): Promise<Positioned<Outcome>[] | undefined> {
  const { view, opened } = answered;
  if (keyOf(indexTargetOf(transaction, view)) !== keyOf(opened.target) || sliceKey(view) !== sliceKey(opened.view)) {
    return undefined;
  }
  const { found } = answered;
  const queries = found === undefined ? showUnindexed(transaction, answered) : showFound(transaction, answered, found);
  return [...(await queries), ...(await showCompared(transaction, answered))];
}

/** The outcomes of what the database finds for each query, as for a query alone. */
async function showUnindexed(
  transaction: Transaction,
  { view, body, opened }: Answered,
): Promise<Positioned<Outcome>[]> {
  const outcomes: Positioned<Outcome>[] = [];
  for (const [position, { key, text, filter, filters, chosen }] of opened.open) {
    const selection = { ...readableRecords(view), filter };
    const sent = { name: view.collection.name, text, filters, fields: body.fields };
    const query = { ...sent, topK: body.shown.ofLow, isExplained: false };
    const present = await readUnindexed(transaction, { query, selection, chosen });
    outcomes.push([position, resolutionOf(key, present(view), body.shown)]);
  }
  return outcomes;
}

async function showFound(
  transaction: Transaction,
  { view, body, opened }: Answered,
  found: readonly Found[],
): Promise<Positioned<Outcome>[]> {
  const shownIds = found.flatMap((some, at) =>
    idsToShow(some, chosenFor(opened.open[at]?.[1].chosen, some.isIdentifier), body.shown),
  );
  const rows = await findRanked(transaction, readableRecords(view), [...new Set(shownIds)]);
  const byId = new Map(rows.map((row) => [row.external_id, row]));
  return opened.open.map(([position, entry], at) => {
    const { hits = [], verdict = null, isIdentifier = false } = found[at] ?? {};
    const chosen = chosenFor(entry.chosen, isIdentifier);
    const ids = chosenFirst(chosen, idsOf(hits));
    const passing = ids.flatMap((id) => {
      const row = byId.get(id);
      return row !== undefined && (entry.filter === undefined || matchesFilter(entry.filter, row.attributes))
        ? [row]
        : [];
    });
    if (verdict === null) {
      return [position, certain(entry, passing, { view, body, matchType: 'filter' })];
    }
    const isFirstThere = passing[0]?.external_id === ids[0];
    const ranked = passing.length === 0 ? 'none' : isFirstThere || verdict !== 'high' ? verdict : 'low';
    const confidence = judgeChosen(ranked, chosen, passing[0]?.external_id);
    const results = passing.map((row) => presentHit(row, { view, fields: body.fields, hits }));
    return [position, resolutionOf(entry.key, { confidence, match_type: 'semantic', results }, body.shown)];
  });
}

async function showCompared(
  transaction: Transaction,
  { view, body, opened, candidates }: Answered,
): Promise<Positioned<Outcome>[]> {
  const found = opened.compared.map(([, entry], at) => ({ entry, found: candidates[at] as FieldsFound }));
  const outcomes = await compareCandidates(transaction, view, found);
  return outcomes.map(({ judgement: { verdict, isIdentified, fields }, results }, at) => {
    const [position, { key }] = opened.compared[at] as Positioned<Entry>;
    const matchType = isIdentified ? 'exact_id' : 'semantic';
    const shown = results.slice(0, shownFor(verdict, body.shown)).map(({ row, relevance }) => ({
      ...{ relevance, match_type: matchType as Resolution['match_type'] },
      ...presentAttributes(row, view, body.fields),
    }));
    const resolution = resolutionOf(key, { confidence: verdict, match_type: matchType, results: shown }, body.shown);
    return [position, { ...resolution, fields: [...fields] }];
  });
}

/** Ids of the records that an outcome shows. */
function idsToShow({ hits, verdict }: Found, chosen: Chosen | undefined, shown: ResultsShown): string[] {
  const ordered = chosenFirst(chosen, idsOf(hits));
  const confidence = judgeChosen(verdict ?? 'low', chosen, ordered[0]);
  return ordered.slice(0, shownFor(confidence, shown));
}
