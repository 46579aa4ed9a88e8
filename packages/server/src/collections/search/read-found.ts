import { matchesFilter } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import { readableRecords } from '../access/view.js';
import { type Aliases, keptOf, renamedResult } from '../aliases/aliases.js';
import { type Chosen, chosenFor } from '../corrections/chosen.js';
import { compareCandidates, onceEach } from './by-fields.js';
import type { Found } from './index/index-messages.js';
import type { OpenedBatch, OpenedQuery } from './open-queries.js';
import { certainAnswer, comparedAnswer, idsToShow, rankedAnswer } from './present-answer.js';
import { findRanked } from './queries.js';
import type { Present } from './unindexed.js';

/** What a search found, with the aliases among it. */
export interface FoundOnce {
  readonly found: Found;
  readonly aliases: Aliases;
}

/** Each query with the answer, or the found records, at its position. */
export function pairs<Answer>(queries: readonly OpenedQuery[], answers: readonly Answer[]) {
  return queries.map((query, at) => [query, answers[at] as Answer] as const);
}

/** Reads the records of all results with one statement. Returns functions that present the answers. */
export async function readFound(
  transaction: Transaction,
  { queries, view, shown }: OpenedBatch,
  found: readonly FoundOnce[],
): Promise<Present[]> {
  const each = pairs(queries, found).map(([query, { found, aliases }]) => {
    const chosen = chosenOf(query, found);
    return { query, found, aliases, chosen, ids: idsToShow(found, { view, shown, chosen }) };
  });
  const ids = new Set(each.flatMap(({ ids, aliases }) => ids.flatMap((id) => [id, keptOf(aliases, id)])));
  const rows = await findRanked(transaction, readableRecords(view), [...ids]);
  const byId = new Map(rows.map((row) => [row.external_id, row]));
  return each.map(({ query: { filter, sentFields = [] }, found, aliases, chosen, ids }) => {
    const passing = (id: string) => {
      const row = byId.get(id);
      return row !== undefined && (filter === undefined || matchesFilter(filter, row.attributes)) ? row : undefined;
    };
    // A filter can match an alias only.
    const shownFor = (id: string) =>
      (found.kind === 'newest' ? undefined : passing(keptOf(aliases, id))) ?? passing(id);
    const rename = (id: string) => shownFor(id)?.external_id ?? id;
    const results = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => shownFor(id) ?? []))];
    return (view) => {
      const renamed = chosen && { ...chosen, externalId: chosen.externalId && rename(chosen.externalId) };
      const presented = { view, shown, chosen: renamed, aliases };
      switch (found.kind) {
        case 'newest':
          return certainAnswer(results(ids), presented, 'filter');
        case 'ranked':
          return rankedAnswer(renamedResult(found.result, rename), results(ids), presented);
        case 'compared': {
          const candidates = ids.flatMap((id) => passing(id) ?? []);
          const outcome = compareCandidates(view, { sentFields, rows: candidates }, found.result);
          return comparedAnswer(
            onceEach(outcome, { aliases, shownFor }, (repeated) =>
              compareCandidates(
                view,
                { sentFields, rows: candidates.filter((row) => !repeated.includes(row.external_id)) },
                found.result,
              ),
            ),
            presented,
          );
        }
      }
    };
  });
}

function chosenOf({ chosen }: OpenedQuery, found: Found): Chosen | undefined {
  return chosenFor(chosen, found.kind === 'ranked' && found.result.isIdentifier);
}
