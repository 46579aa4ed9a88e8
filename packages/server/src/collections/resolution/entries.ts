import {
  type Resolution,
  type ResolutionRefused,
  resolutionQuery,
  validateSent,
  validationFailureOf,
} from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import type { SentField } from '@tessera/resolver';
import type { CompiledFilter } from '@tessera/search-engine';
import { ServiceError } from '../../platform/errors.js';
import { mapWithPauses } from '../../platform/pauses.js';
import type { CollectionView } from '../access/view.js';
import { readVisibleFilter } from '../search/visible.js';
import { readSentFields } from './sent-fields.js';

/** One of many queries as sent. */
interface ReadEntry {
  readonly key: Resolution['key'];
  readonly text: string;
  readonly record: JsonObject | undefined;
  readonly filters: unknown;
}

/** One of many queries that can be answered. */
export interface Entry extends ReadEntry {
  readonly filter: CompiledFilter | undefined;
  /** The fields of a record to resolve; none for a query. */
  readonly fields: readonly SentField[];
}

/** Reads entries as sent against what the caller of a collection can filter by. A bad one is its own refusal. */
export function readEntries(sent: readonly unknown[], view: CollectionView): Promise<(Entry | ResolutionRefused)[]> {
  return mapWithPauses(sent, (value) => {
    const entry = readEntry(value);
    if ('error' in entry) {
      return entry;
    }
    try {
      const { filters, record } = entry;
      const filter = filters === undefined ? undefined : readVisibleFilter(filters, view);
      return { ...entry, filter, fields: record === undefined ? [] : readSentFields(record, view) };
    } catch (error) {
      if (error instanceof ServiceError) {
        return refused(entry.key, error.message, error.extras.details?.[0]?.path);
      }
      throw error;
    }
  });
}

function readEntry(value: unknown): ReadEntry | ResolutionRefused {
  const { data, error } = validateSent(resolutionQuery, value);
  if (error !== undefined) {
    const { message, details } = validationFailureOf(error.issues, 'The query is invalid');
    const { key } = resolutionQuery.shape;
    const named = typeof value === 'object' && value !== null && 'key' in value ? key.safeParse(value.key).data : null;
    return refused(named ?? null, message, details[0]?.path);
  }
  const record = data.record as JsonObject | undefined;
  return { key: data.key ?? null, text: (data.query ?? '').trim(), record, filters: data.filters };
}

function refused(key: Resolution['key'], message: string, path: string | undefined): ResolutionRefused {
  const hint = 'Fix this entry and send it again: the others of the call are answered.';
  return { key, error: 'invalid_request', message, field: path || null, hint };
}
