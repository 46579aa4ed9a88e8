import { identifierFields, identifierValues } from '@tessera/records';
import { matchesFilter } from '@tessera/search-engine';
import { findRecordsByKeys } from '../collections/access/queries.js';
import { groupIdsOf, mayQuery, viewOf } from '../collections/access/view.js';
import { rightsOf } from '../documents/access/rights.js';
import { locationOf } from '../documents/model/path.js';
import { readDocuments } from '../documents/store/documents.js';
import type { Transaction } from '../platform/database/database.js';
import type { Principal } from '../principals/principal.js';

/** Returns those of the keys that the caller can find in the transaction's workspace. */
export type FindKnown = (
  transaction: Transaction,
  principal: Principal,
  keys: readonly string[],
) => Promise<ReadonlySet<string>>;

/** Finds ids and visible identifiers of live records in the caller's slices of all collections. */
export function recordsKnownAs(collection: string): FindKnown {
  return async (transaction, principal, keys) => {
    const rows = await findRecordsByKeys(transaction, groupIdsOf(principal), { collection, keys });
    const known = rows.flatMap((row) => {
      const view = viewOf(row, principal.scope);
      if (view === undefined) {
        return [];
      }
      const fields = identifierFields(view.config).filter((field) => mayQuery(field, view));
      const slice = view.readSlice?.compiled;
      return row.found
        .filter(({ attributes }) => slice?.some((filter) => matchesFilter(filter, attributes)) ?? true)
        .flatMap(({ external_id: id, attributes }) => [id, ...identifierValues(attributes, fields)]);
    });
    return new Set(known);
  };
}

/** Finds paths of documents that the caller can read. */
export const findKnownPaths: FindKnown = async (transaction, principal, paths) => {
  const [{ read }, documents] = await Promise.all([
    rightsOf(transaction, principal),
    readDocuments(transaction, paths.map(locationOf)),
  ]);
  return new Set(paths.filter((path) => documents.has(path) && read.canRead(path)));
};
