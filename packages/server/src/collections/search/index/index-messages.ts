import type { FieldsFound, FieldsQuery, SearchResult } from '@tessera/resolver';
import type { ColumnKey, CompiledFilter } from '@tessera/search-engine';
import type { FieldValuesWanted } from '../../records/values.js';
import type { RecordOrder, SortPosition } from '../order.js';
import type { FieldValue, IndexRow } from './index-queries.js';

// What `RecordIndex` is sent and returns: messages between the main thread and the search thread.

/** Among which records to search: inside a slice (null: all), matching a filter. Their columns must have been loaded. */
export interface IndexSelection {
  readonly slice: readonly CompiledFilter[] | null;
  readonly filter: CompiledFilter | undefined;
}

/** What to search for, and among which records. */
export interface RecordSearch extends IndexSelection {
  readonly text: string;
  /** Each embedder's vector of the text, by the embedder's id. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly limit: number;
  /** A record that is a hit in any case if the selection has it. */
  readonly also?: string | undefined;
  readonly isExplained?: boolean | undefined;
}

/** Which records to list, newest first, and how many. */
export interface NewestQuery extends IndexSelection {
  readonly limit: number;
}

/** What of a record is known, and among which records it is looked for. */
export interface FieldsSearch extends IndexSelection, Pick<FieldsQuery, 'texts' | 'identifiers' | 'values' | 'limit'> {
  /** With each embedder's vector, by the embedder's id; null without a title. */
  readonly title: Pick<RecordSearch, 'text' | 'vectors'> | null;
}

/** What one of many queries looks for: a text, or records with given fields. */
export type IndexSearch = RecordSearch | FieldsSearch;

/** What one of many queries finds: without words the newest records. */
export type Found =
  | { readonly kind: 'newest'; readonly ids: readonly string[] }
  | { readonly kind: 'ranked'; readonly result: SearchResult }
  | { readonly kind: 'compared'; readonly result: FieldsFound };

/** Which records to list, and in what order. */
export interface PageQuery extends IndexSelection {
  readonly order: Omit<RecordOrder, 'sent'>;
  /** The place before the page; null: from the first one on. */
  readonly after: SortPosition | null;
  readonly offset: number;
  readonly limit: number;
}

/** Of which fields to count the values, inside a slice (null: all). Their text columns must have been loaded. */
export interface ValuesQuery extends FieldValuesWanted {
  readonly slice: readonly CompiledFilter[] | null;
}

/** Changed records, and ids of records that were deleted. */
export interface RecordChanges {
  readonly rows: readonly IndexRow[];
  readonly gone: readonly string[];
}

/** A page of a field's values. */
export interface ColumnValues {
  readonly column: ColumnKey;
  readonly values: readonly FieldValue[];
}

/** How many records a slice contains, and when one of them last changed, in milliseconds; null without records. */
export interface Survey {
  readonly records: number;
  readonly changedMs: number | null;
}
