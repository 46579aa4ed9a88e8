import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { openCollection, readableRecords } from '../access/view.js';
import { canonicalId } from '../model/identity.js';
import { presentRecord } from './present.js';
import { findRecord } from './queries.js';

/** The canonical form of an id in a path. Throws `record_not_found` for one that cannot be an id: it names no record. */
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
    const row = await findRecord(transaction, readableRecords(view), idInPath(params.id));
    if (row === undefined) {
      throw errors.notFound('record_not_found');
    }
    return presentRecord(row, view);
  });

/** Reading one record. */
export const recordOperations = { 'collections.get_record': get };
