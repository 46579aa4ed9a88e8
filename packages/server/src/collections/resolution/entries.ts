import {
  type Resolution,
  type ResolutionRefused,
  resolutionQuery,
  validateSent,
  validationFailureOf,
} from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { SentQuery } from '../search/open-queries.js';

/** One of many queries. Its outcome repeats the key. */
export interface SentEntry extends SentQuery {
  readonly key: Resolution['key'];
}

/** Reads an entry. Returns a refusal if it is invalid. */
export function readEntry(value: unknown): SentEntry | ResolutionRefused {
  const { data, error } = validateSent(resolutionQuery, value);
  if (error !== undefined) {
    const { message, details } = validationFailureOf(error.issues, 'The query is invalid');
    const { key } = resolutionQuery.shape;
    const named = typeof value === 'object' && value !== null && 'key' in value ? key.safeParse(value.key).data : null;
    return refusedEntry(named ?? null, message, details[0]?.path);
  }
  const record = data.record as JsonObject | undefined;
  return { key: data.key ?? null, text: (data.query ?? '').trim(), record, filters: data.filters };
}

/** The error of one entry. The other entries of the call are answered. */
export function refusedEntry(key: Resolution['key'], message: string, path: string | undefined): ResolutionRefused {
  const hint = 'Fix this entry and send it again: the others of the call are answered.';
  return { key, error: 'invalid_request', message, field: path || null, hint };
}
