import { canonicalId } from '@tessera/records';
import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import { openCollection, readableRecords } from '../access/view.js';
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

const get: Operation<'collections.get_record'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, 'collections.get_record', params.name);
    const row = existing('record_not_found', await findRecord(transaction, readableRecords(view), idInPath(params.id)));
    return presentRecord(row, view, context.services.clock());
  });

/** The operation that reads one record. */
export const recordOperations = { 'collections.get_record': get };
