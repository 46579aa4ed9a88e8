import { canonicalId } from '@tessera/records';
import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import type { RecentViews } from '../access/recent-views.js';
import { type CollectionView, isSameView, openCollection, readableRecords } from '../access/view.js';
import { presentRecord } from './present.js';
import { findRecord } from './queries.js';

/**
 * Returns the canonical form of an id in a path. Throws `record_not_found` for an invalid id, because no record can
 * have it.
 */
export function idInPath(id: string): string {
  const canonical = canonicalId(id);
  if ('error' in canonical) {
    throw errors.notFound('record_not_found');
  }
  return canonical.id;
}

/** The operation that reads one record. */
export function recordOperations(recentViews: RecentViews) {
  const get: Operation<'collections.get_record'> = (context, principal, { params: { name, id } }) =>
    context.transaction(async (transaction) => {
      const find = async (view: CollectionView) => findRecord(transaction, readableRecords(view), idInPath(id));
      const expected = recentViews.find(principal, name);
      const opened = openCollection(transaction, principal, 'collections.get_record', name);
      // Pipelined, to save a round trip. The record is used only if the view turns out to be the expected one.
      const early = expected && find(expected);
      early?.catch(() => undefined);
      const view = await opened;
      recentViews.note(principal, name, view);
      const row = await (expected && isSameView(view, expected) ? early : find(view));
      return presentRecord(existing('record_not_found', row), view, context.services.clock());
    });
  return { 'collections.get_record': get };
}
