import type { CompiledFilter } from '@tessera/search-engine';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { type CollectionView, readableRecords, sliceKey } from '../access/view.js';
import { type Chosen, chosenFor, findChosen, visibleCorrections, wordsHashOf } from '../corrections/chosen.js';
import { canonicalId, canonicalKey } from '../model/identity.js';
import type { RecordRow, RecordSelection } from '../records/queries.js';
import { indexTargetOf } from './in-slice.js';
import { type IndexTarget, keyOf } from './index/followed-index.js';
import type { CollectionQuery } from './present-answer.js';
import { type ExactKey, findExact, findKnown } from './queries.js';
import { readVisibleFilter } from './visible.js';

/** What a first transaction reads of a collection about a query. */
export interface Opened {
  readonly view: CollectionView;
  readonly selection: RecordSelection;
  readonly target: IndexTarget;
  /** Filters that the index needs columns for. */
  readonly filters: readonly CompiledFilter[];
  /** Records whose id or identifier the query equals. */
  readonly exact: readonly RecordRow[];
  /** What a person chose for the words; undefined without a correction that the caller may see. */
  readonly chosen: Chosen | undefined;
}

/** Opens the collection of a call for its caller. */
export type OpenView = (transaction: Transaction) => Promise<CollectionView>;

/** A query with what its first transaction has read. */
export interface OpenedQuery {
  readonly query: CollectionQuery;
  readonly opened: Opened;
}

/** Reads what the database knows of a query's text. Throws `forbidden` and `invalid_request`. */
export async function openQuery(transaction: Transaction, openView: OpenView, query: CollectionQuery): Promise<Opened> {
  const { name, text } = query;
  const key = exactKey(text);
  // Pipelined with the collection: a query that equals nothing waits for no further statement.
  const [view, known] = await Promise.all([
    openView(transaction),
    text === ''
      ? { isKey: false, isCorrected: false }
      : findKnown(transaction, name, { ...key, wordsHash: wordsHashOf(text) }),
  ]);
  refuseExplaining(query, view);
  const selection = selectionOf(view, query);
  const [exact, chosen] = await Promise.all([
    known.isKey ? findExact(transaction, selection, { ...key, limit: certainLimit(query) }) : [],
    known.isCorrected ? findChosen(transaction, visibleCorrections(view, selection), [text]) : undefined,
  ]);
  const { slice, filter } = selection;
  return {
    view,
    selection,
    target: indexTargetOf(transaction, view),
    filters: [...(slice?.compiled ?? []), ...(filter === undefined ? [] : [filter])],
    exact,
    chosen: chosenFor(chosen?.get(text), exact.length > 0),
  };
}

/** Throws `forbidden` for a caller who wants the figures of a verdict without `manage`. */
function refuseExplaining({ isExplained }: CollectionQuery, { level }: CollectionView): void {
  if (isExplained && level !== 'manage') {
    throw errors.forbidden(
      `\`explain\` takes \`manage\` on this collection, and you have \`${level}\`: query without it.`,
      'manage',
    );
  }
}

/** The records that a query may find. Throws `invalid_request` for a filter that cannot be used. */
function selectionOf(view: CollectionView, { filters }: CollectionQuery): RecordSelection {
  const selection = readableRecords(view);
  return filters === undefined ? selection : { ...selection, filter: readVisibleFilter(filters, view) };
}

/** How many records that match for sure are read: two show that it is not one. */
export function certainLimit({ topK }: CollectionQuery): number {
  return Math.max(2, topK);
}

/** A query as a record id and as an identifier value. */
export function exactKey(text: string): ExactKey {
  const id = canonicalId(text);
  return { id: 'id' in id ? id.id : text, identifier: canonicalKey(text) ?? text };
}

/** Whether the caller still sees the part of the collection that was opened, by the same index and with the same rights. */
export function isSameView(transaction: Transaction, view: CollectionView, { view: before, target }: Opened): boolean {
  return (
    keyOf(indexTargetOf(transaction, view)) === keyOf(target) &&
    view.level === before.level &&
    sliceKey(view) === sliceKey(before)
  );
}
