import { findPreviousSecrets, type PreviousSecret } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { countCollections, countMarkedIn, countRecords, noRecords, type RecordCounts } from '../records/queries.js';
import { queryInSlice } from '../search/in-slice.js';
import type { SearchIndexes } from '../search/index/indexes.js';

/** The counts of a collection in `describe` and lists, as seen by the caller. */
export interface CollectionNumbers extends Omit<RecordCounts, 'changed_at'> {
  /** The last arrival of data. In a slice, the last change of one of its records. */
  readonly last_ingest_at: string | null;
  /** The earlier ingest URL while it works; only for callers who manage. */
  readonly previous?: PreviousSecret;
}

/** Counts collections as their caller sees them. */
export async function numbersOf(
  transaction: Transaction,
  indexes: SearchIndexes,
  { views, at }: { readonly views: readonly CollectionView[]; readonly at: Date },
): Promise<(view: CollectionView) => CollectionNumbers> {
  const whole = views.filter(({ readSlice }) => readSlice === null).map(({ collection }) => collection.id);
  const ids = views.filter(({ level }) => level === 'manage').map(({ collection }) => collection.id);
  const [counted, earlier] = await Promise.all([
    countCollections(transaction, whole),
    findPreviousSecrets(transaction, { kind: 'ingest_secret', ids }, at),
  ]);
  for (const view of views.filter(({ readSlice }) => readSlice !== null)) {
    counted.set(view.collection.id, await countSlice(transaction, indexes, view));
  }
  return ({ collection, readSlice }) => {
    const { changed_at, ...counts } = counted.get(collection.id) ?? noRecords;
    const ingestedAt = readSlice === null ? collection.last_ingest_at : changed_at;
    const previous = earlier.get(collection.id);
    return { ...counts, last_ingest_at: ingestedAt?.toISOString() ?? null, ...(previous && { previous }) };
  };
}

async function countSlice(
  transaction: Transaction,
  indexes: SearchIndexes,
  view: CollectionView,
): Promise<RecordCounts> {
  const selection = readableRecords(view);
  const survey = await queryInSlice(transaction, { indexes, view }, (target, slice) =>
    indexes.query(transaction, target, (index) => index.call('survey', slice)),
  );
  if (survey === undefined) {
    return countRecords(transaction, selection);
  }
  const { records, changedMs } = survey;
  const changed_at = changedMs === null ? null : new Date(changedMs);
  // Few records wait or are searched in part, so partial indexes can count them quickly.
  return { ...(await countMarkedIn(transaction, selection)), records, changed_at };
}
