import { limits, type Resolution, type ResolutionRefused } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { AnsweredQuery } from '../activity/activity-log.js';
import { textOfRecord } from './sent-fields.js';

/** The queries that were answered, for the log. */
export function answeredOf(
  { queries }: { readonly queries: readonly unknown[] },
  outcomes: ReadonlyMap<number, Resolution | ResolutionRefused>,
): Omit<AnsweredQuery, 'duration_ms'>[] {
  return queries.flatMap((sent, position) => {
    const outcome = outcomes.get(position);
    if (outcome === undefined || 'error' in outcome) {
      return [];
    }
    const { confidence, match_type, result } = outcome;
    return [{ query: textOf(sent), confidence, match_type, external_id: result?.external_id ?? null }];
  });
}

/** What a valid entry looks for, as text. */
function textOf(sent: unknown): string {
  const { query = '', record } = sent as { readonly query?: string; readonly record?: JsonObject };
  const text = record === undefined ? query.trim() : textOfRecord(record);
  return [...text].slice(0, limits.queryCharacters).join('');
}
