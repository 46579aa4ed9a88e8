import type { Queryable } from '../../platform/database/database.js';
import type { Survey } from '../query/index-questions.js';
import { countCollections, type RecordCounts } from '../records/counts.js';
import type { CollectionView } from '../view.js';

/** Numbers that describe and the list of collections show, of what the caller sees. */
export interface CollectionNumbers {
  readonly records: number;
  readonly pending_embed: number;
  readonly failed_embed: number;
  /** When data last arrived; through a slice, when a record inside last changed. */
  readonly last_ingest_at: string | null;
}

/** A collection as its caller finds it, with the survey of a slice where its index has answered. */
export interface Surveyed {
  readonly view: CollectionView;
  readonly survey: Survey | undefined;
}

/** The numbers of collections as their caller sees them, by collection id; those without a survey in one statement. */
export async function numbersOf(
  transaction: Queryable,
  surveyed: readonly Surveyed[],
): Promise<(view: CollectionView) => CollectionNumbers> {
  const scopes = surveyed
    .filter(({ survey }) => survey === undefined)
    .map(({ view: { collection, readSlice } }) => ({
      collectionId: collection.id,
      slice: readSlice,
    }));
  const counted = scopes.length === 0 ? new Map<string, RecordCounts>() : await countCollections(transaction, scopes);
  for (const { view, survey } of surveyed) {
    if (survey !== undefined) {
      counted.set(view.collection.id, countsOf(survey));
    }
  }
  return ({ collection, readSlice }) => {
    const { changed_at, ...counts } = counted.get(collection.id) ?? nothing;
    const at = readSlice === null ? collection.last_ingest_at : changed_at;
    return { ...counts, last_ingest_at: at?.toISOString() ?? null };
  };
}

function countsOf({ records, pendingEmbed, failedEmbed, changedMs }: Survey): RecordCounts {
  return {
    records,
    pending_embed: pendingEmbed,
    failed_embed: failedEmbed,
    changed_at: changedMs === null ? null : new Date(changedMs),
  };
}

const nothing = { records: 0, pending_embed: 0, failed_embed: 0, changed_at: null };
