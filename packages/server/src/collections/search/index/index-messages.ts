import type { FieldsFound, FieldsQuery, SearchResult } from '@tessera/resolver';
import type { ColumnKey, CompiledFilter, Operand } from '@tessera/search-engine';
import type { FieldValuesRequest } from '../../records/values.js';
import type { FieldValue, IndexRow } from './index-queries.js';

// Inputs and results of `RecordIndex`: messages between the main thread and the search thread.

/** Selects records that match a filter inside of a slice (null: all). The columns must be loaded. */
export interface IndexSelection {
  readonly slice: readonly CompiledFilter[] | null;
  readonly filter: CompiledFilter | undefined;
}

/** A search by text among selected records. */
export interface RecordSearch extends IndexSelection {
  readonly text: string;
  /** The vector of the text by embedder id. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly limit: number;
  /** The id of a record that is returned too, if it is among the selected ones. */
  readonly also?: string | undefined;
  /** Ids of records that are ignored, as if the collection did not contain them. */
  readonly without?: readonly string[] | undefined;
  readonly isExplained?: boolean | undefined;
}

/** Selects the newest records. */
export interface NewestQuery extends IndexSelection {
  readonly limit: number;
}

/** A search by fields among selected records. */
export interface FieldsSearch extends IndexSelection, Pick<FieldsQuery, 'texts' | 'identifiers' | 'values' | 'limit'> {
  /** The title, with its vectors by embedder id. Null without a title. */
  readonly title: Pick<RecordSearch, 'text' | 'vectors'> | null;
}

/** One of many searches: by text, or by fields. */
export type IndexSearch = RecordSearch | FieldsSearch;

/** The result of one of many searches. A search without words returns the newest records. */
export type Found =
  | { readonly kind: 'newest'; readonly ids: readonly string[] }
  | { readonly kind: 'ranked'; readonly result: SearchResult }
  | { readonly kind: 'compared'; readonly result: FieldsFound };

/** A sort key: the id, the update clock, the time or sequence number of the last change, or the column of a declared field. */
export type SortKey = 'id' | 'clock' | 'change' | 'mark' | ColumnKey;

/** A sort order. Records without a value come last in both directions. Equal ones are sorted by id. */
export interface RecordOrder {
  readonly by: SortKey;
  readonly direction: 'asc' | 'desc';
  /** The order as the caller sent it. */
  readonly sent: string;
}

/** A record's position in an order: its value, if any, and its id. */
export interface SortPosition {
  readonly value: Operand | undefined;
  readonly id: string;
}

/** Selects a page of records in an order. */
export interface PageQuery extends IndexSelection {
  readonly order: Omit<RecordOrder, 'sent'>;
  /** Maximum characters of a value that are compared. */
  readonly characters: number;
  /** The position before the page. Null for the first page. */
  readonly after: SortPosition | null;
  readonly offset: number;
  readonly limit: number;
}

/** The fields whose values are counted, in a slice (null: all). Their text columns must be loaded. */
export interface ValuesQuery extends FieldValuesRequest {
  readonly slice: readonly CompiledFilter[] | null;
}

/** Changed records, and ids of deleted ones. */
export interface RecordChanges {
  readonly rows: readonly IndexRow[];
  readonly gone: readonly string[];
}

/** A page of a field's values. */
export interface ColumnValues {
  readonly column: ColumnKey;
  readonly values: readonly FieldValue[];
}

/** The number of records in a slice, and the last change of one in milliseconds; null without records. */
export interface Survey {
  readonly records: number;
  readonly changedMs: number | null;
}
