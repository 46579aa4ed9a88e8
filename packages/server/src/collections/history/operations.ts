import type { RecordVersion } from '@tessera/contract';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { isUuid } from '../../platform/identifiers.js';
import { decodeCursor, encodeCursor } from '../../platform/paging.js';
import { type CollectionView, openCollection } from '../access/view.js';
import { idInPath } from '../records/operations.js';
import { presentVersion } from '../records/present.js';
import { findCurrent, findWriters, keptSince, listVersions, type VersionPage, type VersionRow } from './queries.js';

const list: Operation<'collections.list_record_versions'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, 'collections.list_record_versions', params.name);
    let [before] = query.cursor === undefined ? [null] : decodeCursor(query.cursor, ['uuid']);
    const selected = { externalId: idInPath(params.id), version: null, limit: query.limit };
    const rows: VersionRow[] = [];
    const isSliced = view.readSlice !== null;
    let hasOlder: boolean;
    do {
      const page: VersionRow[] = await readVersions(context, transaction, { view, selected: { ...selected, before } });
      rows.push(...page.filter(({ inside }) => inside));
      hasOlder = page.at(-1)?.has_older ?? false;
      before = page.at(-1)?.version ?? null;
      // A cursor must not reveal versions outside of the slice, so the next one inside is looked for.
    } while (isSliced && hasOlder && rows.length <= query.limit);
    const versions = rows.slice(0, query.limit);
    const last = versions.at(-1);
    const isCut = isSliced ? rows.length > query.limit : hasOlder;
    const nextCursor = isCut && last !== undefined ? encodeCursor([last.version]) : null;
    return { versions: await presentVersions(transaction, view, versions), next_cursor: nextCursor };
  });

const get: Operation<'collections.get_record_version'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, 'collections.get_record_version', params.name);
    if (!isUuid(params.version)) {
      throw errors.notFound('record_not_found');
    }
    const externalId = idInPath(params.id);
    const selected = { externalId, version: params.version, before: null, limit: 1 };
    const rows = (await readVersions(context, transaction, { view, selected })).filter(({ inside }) => inside);
    const [row] = rows;
    const [version] = await presentVersions(transaction, view, rows);
    if (row === undefined || version === undefined) {
      throw errors.notFound('record_not_found');
    }
    const record = { ...row, external_id: externalId, attributes: row.attributes ?? {} };
    return { ...presentVersion(record, view), ...version };
  });

/** Reads versions of a record that the caller can see now. Throws `record_not_found`. */
async function readVersions(
  { services }: OperationContext,
  transaction: Transaction,
  { view, selected }: { readonly view: CollectionView; readonly selected: Omit<VersionPage, 'keptSince'> },
): Promise<VersionRow[]> {
  const current = await findCurrent(transaction, view, selected.externalId);
  // A deleted record is in no slice. Callers with `manage` may read its history, to undo the deletion.
  if (current === undefined || !(current.is_live || view.level === 'manage')) {
    throw errors.notFound('record_not_found');
  }
  if (view.config.history_days === 0) {
    return [];
  }
  return listVersions(transaction, view, { ...selected, keptSince: keptSince(view.config, services.clock()) });
}

async function presentVersions(
  transaction: Transaction,
  { collection }: CollectionView,
  rows: readonly VersionRow[],
): Promise<RecordVersion[]> {
  const writers = await findWriters(
    transaction,
    collection.id,
    rows.map(({ version }) => version),
  );
  return rows.map((row) => {
    const writer = writers.get(row.version);
    const status = statusOf(row);
    return {
      version: row.version,
      at: row.updated_at.toISOString(),
      actor: writer === undefined ? null : { kind: writer.actor_kind, id: writer.actor_id, name: writer.actor_name },
      request_id: writer?.request_id ?? null,
      status,
      // The changed fields of a deletion are unknown, as are those of an update whose earlier version was not kept.
      changed: status === 'tombstoned' || (status === 'updated' && !row.has_before) ? [] : [...row.changed],
    };
  });
}

/** The status of a version from the view of the caller's slice. */
function statusOf(row: VersionRow): RecordVersion['status'] {
  if (row.tombstoned) {
    return 'tombstoned';
  }
  if (row.has_before) {
    return !row.before_inside ? 'created' : row.before_tombstoned ? 'revived' : 'updated';
  }
  return row.created_at.getTime() === row.updated_at.getTime() ? 'created' : 'updated';
}

/** Operations on earlier versions of records. */
export const historyOperations = {
  'collections.list_record_versions': list,
  'collections.get_record_version': get,
};
