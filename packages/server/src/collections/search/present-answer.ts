import type { Confidence, QueryAnswer, Resolution } from '@tessera/contract';
import {
  attributesOf,
  disambiguate,
  embedText,
  exposedAttributes,
  freshnessOf,
  isOverdue,
  overdueReason,
} from '@tessera/records';
import { type Hit, idsOf, nameTitleWords, type SearchResult } from '@tessera/resolver';
import type { CollectionView } from '../access/view.js';
import { type Aliases, alsoOf } from '../aliases/aliases.js';
import { type Chosen, chosenFirst, judgeChosen, reasonsOf, rowsChosenFirst } from '../corrections/chosen.js';
import { presentAttributes } from '../records/present.js';
import type { RecordContent } from '../records/queries.js';
import type { FieldsOutcome, FieldsResult } from './by-fields.js';
import type { Found } from './index/index-messages.js';
import type { Shown } from './open-queries.js';
import type { MatchedRow } from './queries.js';
import { strength } from './strictness.js';

/** The answer to one query of a batch. It has `fields` if a record was compared. */
export type BatchAnswer = QueryAnswer & Pick<Resolution, 'fields'> & { readonly [strength]?: number | undefined };

/** Everything that the presentation of an answer depends on. */
export interface Presented {
  readonly view: CollectionView;
  readonly shown: Shown;
  readonly chosen: Chosen | undefined;
  readonly aliases?: Aliases | undefined;
}

const certainReasons = {
  exact_id: 'The query equals the id or an identifier of each result.',
  filter: 'There is no query; each result passes the filter.',
} as const;

/** A result is a leading one if its score is at least this share of the first score. */
const leadingShare = 0.5;

/** Presents exact matches. A single one is safe to act on; several must be distinguished. */
export function certainAnswer(
  rows: readonly RecordContent[],
  presented: Presented,
  matchType: 'exact_id' | 'filter',
): QueryAnswer {
  const ordered = rowsChosenFirst(presented.chosen, rows);
  const judged = judgedOf(presented, ordered[0], {
    confidence: rows.length === 0 ? 'none' : rows.length === 1 ? 'high' : 'low',
    reasons: [rows.length === 0 ? 'No record passes the filter.' : certainReasons[matchType]],
  });
  const rowsShown = ordered.slice(0, presented.shown.results[judged.confidence]);
  return {
    results: rowsShown.map((row) => resultOf(row, presented, { relevance: 1, match_type: matchType })),
    match_type: matchType,
    ...judged,
    ...(judged.confidence === 'low' ? disambiguated(rowsShown, presented) : {}),
    ...(presented.shown.isExplained
      ? { explanation: { features: [], reasons: judged.reasons, unknown_words: [] } }
      : {}),
  };
}

/** The ids of the records in the answer, among those that the index found. */
export function idsToShow(found: Found, { view, shown, chosen }: Presented): readonly string[] {
  if (found.kind !== 'ranked') {
    return found.kind === 'newest' ? found.ids : chosenFirst(chosen, found.result.ids);
  }
  const { hits, verdict } = found.result;
  const ids = chosenFirst(chosen, idsOf(hits));
  const judged = judgeChosen(verdict, chosen, ids[0]);
  // Whether the first record is overdue is known only after it is read.
  const mayBeLowered = judged === 'high' && view.config.expected_every !== null && view.config.overdue === 'low';
  return ids.slice(0, shown.results[mayBeLowered ? 'low' : judged]);
}

/** Presents the index's result for its caller, with the records that still exist. */
export function rankedAnswer(found: SearchResult, rows: readonly RecordContent[], presented: Presented): BatchAnswer {
  const { chosen, shown } = presented;
  const [first] = rows;
  const [foundId] = chosenFirst(chosen, idsOf(found.hits));
  const verdict = first?.external_id === foundId || found.verdict !== 'high' ? found.verdict : 'low';
  const isGone = first === undefined && verdict !== 'none';
  const judged = judgedOf(presented, first, {
    confidence: isGone ? 'none' : verdict,
    reasons: isGone ? ['There is nothing to compare.'] : reasonsFound(found, rows, presented),
  });
  const { explanation } = found;
  return {
    results: rows
      .slice(0, shown.results[judged.confidence])
      .map((row) => resultOf(row, presented, { relevance: relevanceOf(row, found.hits), match_type: 'semantic' })),
    match_type: 'semantic',
    ...judged,
    [strength]: chosen === undefined && first?.external_id === foundId ? found.strength : undefined,
    ...(judged.confidence === 'low' ? disambiguated(leadingRows(found, rows), presented) : {}),
    ...(explanation && {
      explanation: {
        features: explanation.features,
        reasons: judged.reasons,
        unknown_words: explanation.unknownWords,
      },
    }),
  };
}

/** The verdict and its reasons. A correction can change both, as can a first record that is overdue. */
function judgedOf(
  { view: { config }, shown: { now }, chosen }: Presented,
  first: RecordContent | undefined,
  judged: { readonly confidence: Confidence; readonly reasons: readonly string[] },
): Pick<QueryAnswer, 'confidence' | 'reasons'> {
  const confidence = judgeChosen(judged.confidence, chosen, first?.external_id);
  const reasons = reasonsOf(chosen, first?.external_id, judged);
  if (first === undefined || confidence === 'none' || !isOverdue(first.confirmed_at, config, now)) {
    return { confidence, reasons };
  }
  return {
    confidence: config.overdue === 'low' ? 'low' : confidence,
    reasons: [overdueReason(first.confirmed_at, now), ...reasons],
  };
}

function reasonsFound(found: SearchResult, rows: readonly RecordContent[], presented: Presented): string[] {
  return found.reasons.map((reason) => named(reason, found, { rows, presented }));
}

/** Adds words of the first title to a reason, if the caller may see the title. */
function named(
  reason: string,
  { hits, unsaidKeys }: SearchResult,
  { rows, presented: { view } }: { readonly rows: readonly RecordContent[]; readonly presented: Presented },
): string {
  const first = unsaidKeys.length > 0 ? rows.find((row) => row.external_id === hits[0]?.externalId) : undefined;
  const shown = first && exposedAttributes(attributesOf(first.attributes, view.config), view.config.exposed_fields);
  return nameTitleWords(reason, shown === undefined ? '' : embedText(shown, view.config), unsaidKeys);
}

/** The first result and its rivals. Without rivals, the results of similar score. */
function leadingRows({ hits, rivals }: SearchResult, rows: readonly RecordContent[]): RecordContent[] {
  const least = leadingShare * (hits[0]?.score ?? 0);
  const near = idsOf(hits.filter(({ score }) => score >= least));
  const leading = new Set(rivals.length > 0 ? [...near.slice(0, 1), ...rivals] : near);
  return rows.filter(({ external_id }) => leading.has(external_id));
}

function disambiguated(
  rows: readonly RecordContent[],
  { view: { config }, shown }: Presented,
): Pick<QueryAnswer, 'disambiguate_by'> {
  if (shown.isBrief) {
    return {};
  }
  const split = disambiguate(
    rows.map(({ external_id, attributes }) => ({
      external_id,
      attributes: exposedAttributes(attributesOf(attributes, config), config.exposed_fields),
    })),
    config,
  );
  return split === undefined ? {} : { disambiguate_by: split };
}

/**
 * Presents what the database found while the index is being built. The verdict is never `high`, because neither meaning
 * nor word frequency was compared.
 */
export function unindexedAnswer(
  rows: readonly MatchedRow[],
  words: readonly string[],
  presented: Presented,
): QueryAnswer {
  const ordered = rowsChosenFirst(presented.chosen, rows);
  const judged = judgedOf(presented, ordered[0], {
    confidence: rows.length === 0 ? 'none' : 'low',
    reasons: ['The search index is being built: only ids, codes and the words of the newest records were compared.'],
  });
  const results = ordered.slice(0, presented.shown.results[judged.confidence]).map((row) => {
    const relevance = row.is_key ? 1 : Math.min(1, row.matched / Math.max(1, words.length));
    return resultOf(row, presented, { relevance, match_type: 'semantic' });
  });
  const message = 'The search index of this collection is being built: query again shortly for a full answer.';
  return { results, match_type: 'semantic', ...judged, warnings: [{ field: null, message }] };
}

/** Presents the result of comparing a record field by field. */
export function comparedAnswer({ judgement, results: compared }: FieldsOutcome, presented: Presented): BatchAnswer {
  const { verdict, reasons, isIdentified, fieldsOf } = judgement;
  const match_type = isIdentified ? 'exact_id' : 'semantic';
  const isChosen = ({ row }: FieldsResult) => row.external_id === presented.chosen?.externalId;
  const shown = compared.filter((each) => isChosen(each) || judgement.ids.includes(each.row.external_id));
  const ordered = [...shown.filter(isChosen), ...shown.filter((each) => !isChosen(each))];
  const judged = judgedOf(presented, ordered[0]?.row, { confidence: verdict, reasons });
  const results = ordered
    .slice(0, presented.shown.results[judged.confidence])
    .map(({ row, relevance }) => resultOf(row, presented, { relevance, match_type }));
  const [first] = results;
  const own = presented.chosen === undefined ? judgement.strength : undefined;
  return {
    results,
    match_type,
    ...judged,
    [strength]: own,
    fields: first === undefined ? [] : [...fieldsOf(first.external_id)],
  };
}

type QueryResult = QueryAnswer['results'][number];

function resultOf(
  row: RecordContent,
  { view, shown, aliases }: Presented,
  match: Pick<QueryResult, 'relevance' | 'match_type'>,
): QueryResult {
  const freshness = freshnessOf(row.confirmed_at, view.config, shown.now);
  return { ...match, ...presentAttributes(row, view, shown.fields), ...freshness, ...alsoOf(aliases, row.external_id) };
}

function relevanceOf({ external_id }: RecordContent, hits: readonly Hit[]): number {
  return hits.find(({ externalId }) => externalId === external_id)?.cosine ?? 0;
}
