import type { Confidence, QueryAnswer } from '@tessera/contract';
import { type Hit, nameTitleWords, type SearchResult } from '@tessera/resolver';
import type { CollectionView } from '../access/view.js';
import { type Chosen, chosenFirst, judgeChosen, reasonsOf, rowsChosenFirst } from '../corrections/chosen.js';
import { attributesOf, exposedAttributes } from '../model/config.js';
import { presentAttributes } from '../records/present.js';
import type { RecordRow } from '../records/queries.js';
import { embedText } from '../text/embed-text.js';
import { disambiguate } from './disambiguation.js';
import type { MatchedRow } from './queries.js';

/** A query of one collection. */
export interface CollectionQuery {
  readonly name: string;
  readonly text: string;
  readonly filters: unknown;
  readonly topK: number;
  /** The attributes to return; undefined for all that the caller may see. */
  readonly fields: readonly string[] | undefined;
  readonly isExplained: boolean;
}

/** What an answer is presented for. */
interface Presented {
  readonly view: CollectionView;
  readonly query: CollectionQuery;
  readonly chosen: Chosen | undefined;
}

/** The same with the rows of what the index found. */
interface Ranked extends Presented {
  readonly rows: readonly RecordRow[];
}

const certainReasons = {
  exact_id: 'The query equals the id or an identifier of each result.',
  filter: 'There is no query; each result passes the filter.',
} as const;

/** A result with less of the first one's score is not among the leading ones. */
const leadingShare = 0.5;

/** Results that match for sure: one is safe to act on, several must be distinguished. */
export function certainAnswer(
  rows: readonly RecordRow[],
  presented: Presented,
  matchType: 'exact_id' | 'filter',
): QueryAnswer {
  const { view, query, chosen } = presented;
  const shown = rowsChosenFirst(chosen, rows).slice(0, query.topK);
  const judged = judgedOf(presented, shown, {
    confidence: rows.length === 0 ? 'none' : rows.length === 1 ? 'high' : 'low',
    reasons: [rows.length === 0 ? 'No record passes the filter.' : certainReasons[matchType]],
  });
  const results = shown.map((row) => ({
    relevance: 1,
    match_type: matchType,
    ...presentAttributes(row, view, query.fields),
  }));
  return {
    ...{ results, match_type: matchType, ...judged },
    ...(judged.confidence === 'low' ? disambiguated(shown, presented) : {}),
    ...(query.isExplained ? { explanation: { features: [], reasons: judged.reasons, unknown_words: [] } } : {}),
  };
}

/** What the index found, as its caller may see it. */
export function rankedAnswer(found: SearchResult, presented: Ranked): QueryAnswer {
  const { query, chosen } = presented;
  const byId = new Map(presented.rows.map((row) => [row.external_id, row]));
  const ids = chosenFirst(
    chosen,
    found.hits.map(({ externalId }) => externalId),
  );
  const shown = ids.flatMap((id) => byId.get(id) ?? []).slice(0, query.topK);
  const leading = leadingIds(found);
  const { explanation } = found;
  const isEmpty = shown.length === 0;
  const judged = judgedOf(presented, shown, {
    confidence: isEmpty ? 'none' : found.verdict,
    reasons: isEmpty
      ? ['There is nothing to compare.']
      : found.reasons.map((reason) => named(reason, found, presented)),
  });
  return {
    results: shown.map((row) => presentHit(row, { view: presented.view, fields: query.fields, hits: found.hits })),
    match_type: 'semantic',
    ...judged,
    ...(judged.confidence === 'low'
      ? disambiguated(
          shown.filter((row) => leading.has(row.external_id)),
          presented,
        )
      : {}),
    ...(explanation && {
      explanation: {
        features: explanation.features,
        reasons: judged.reasons,
        unknown_words: explanation.unknownWords,
      },
    }),
  };
}

/** The verdict on results and its reasons, by what a person chose for the words. */
function judgedOf(
  { chosen }: Presented,
  shown: readonly Pick<RecordRow, 'external_id'>[],
  judged: { readonly confidence: Confidence; readonly reasons: readonly string[] },
): Pick<QueryAnswer, 'confidence' | 'reasons'> {
  const firstId = shown[0]?.external_id;
  return {
    confidence: judgeChosen(judged.confidence, chosen, firstId),
    reasons: reasonsOf(chosen, firstId, judged),
  };
}

/** A reason with the words of the first result's title that it is about: of what its caller may see. */
function named(reason: string, { hits, unsaidKeys }: SearchResult, { rows, view }: Ranked): string {
  const first = rows.find((row) => row.external_id === hits[0]?.externalId);
  const shown = first && exposedAttributes(attributesOf(first.attributes, view.config), view.config.exposed_fields);
  return nameTitleWords(reason, shown === undefined ? '' : embedText(shown, view.config), unsaidKeys);
}

/** The first hit with those that fit as well or, without any, with those that score near it. */
function leadingIds({ hits, rivals }: SearchResult): ReadonlySet<string> {
  const least = leadingShare * (hits[0]?.score ?? 0);
  const near = hits.filter(({ score }) => score >= least).map(({ externalId }) => externalId);
  return new Set(rivals.length > 0 ? [...near.slice(0, 1), ...rivals] : near);
}

function disambiguated(
  rows: readonly Pick<RecordRow, 'external_id' | 'attributes'>[],
  { view: { config } }: Presented,
): Pick<QueryAnswer, 'disambiguate_by'> {
  const split = disambiguate(
    rows.map(({ external_id, attributes }) => ({
      external_id,
      attributes: exposedAttributes(attributesOf(attributes, config), config.exposed_fields),
    })),
    config,
  );
  return split === undefined ? {} : { disambiguate_by: split };
}

/** What the database alone found, while the index is being built: never `high`, since meaning and rarity were not compared. */
export function unindexedAnswer(
  rows: readonly MatchedRow[],
  presented: Presented & { readonly words: readonly string[] },
): QueryAnswer {
  const { view, query, chosen, words } = presented;
  const shown = rowsChosenFirst(chosen, rows).slice(0, query.topK);
  const judged = judgedOf(presented, shown, {
    confidence: shown.length === 0 ? 'none' : 'low',
    reasons: ['The search index is being built: only ids, codes and whole words were compared.'],
  });
  const results = shown.map((row) => ({
    relevance: row.is_key ? 1 : Math.min(1, row.matched / Math.max(1, words.length)),
    match_type: 'semantic' as const,
    ...presentAttributes(row, view, query.fields),
  }));
  const message = 'The search index of this collection is being built: query again shortly for a full answer.';
  return { results, match_type: 'semantic', ...judged, warnings: [{ field: null, message }] };
}

/** A result that was found by words. */
export function presentHit(
  row: RecordRow,
  {
    view,
    fields,
    hits,
  }: Pick<CollectionQuery, 'fields'> & { readonly view: CollectionView; readonly hits: readonly Hit[] },
) {
  const relevance = hits.find(({ externalId }) => externalId === row.external_id)?.cosine ?? 0;
  return { relevance, match_type: 'semantic' as const, ...presentAttributes(row, view, fields) };
}
