import { createHmac } from 'node:crypto';
import type { StoredChange } from '@tessera/contract';
import type { Operation } from '../../dispatch/operation.js';
import { decodeBase64url } from '../../platform/base64url.js';
import { preparedVariant, type Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { nonceBytes, seal, unseal } from '../../platform/sealing.js';
import type { Services } from '../../platform/services.js';
import type { Principal } from '../../principals/principal.js';
import type { CollectionRow } from '../access/queries.js';
import { type CollectionView, groupIdsOf, openCollection, readableRecords } from '../access/view.js';
import { sliceSql } from '../filters/sql.js';
import { presentRecord } from '../records/present.js';
import { isComparable, type RecordRow, recordColumns } from '../records/queries.js';
import { queryIfReady, readIndexed, UnindexedError } from './in-slice.js';
import { indexTargetOf } from './index/index-target.js';
import type { SearchIndexes } from './index/indexes.js';

/** The change feed of a collection. */
export function changeOperations(indexes: SearchIndexes) {
  const list: Operation<'collections.list_changes'> = (context, principal, { params, query }) =>
    readIndexed(context, indexes, async (transaction, isLast) => {
      const view = await openCollection(transaction, principal, 'collections.list_changes', params.name);
      const key = feedKey(context.services, view.collection);
      const since = positionOf(query.since, key);
      const span = { since, limit: query.limit + 1 };
      const ids = await liveIds(transaction, { indexes, view, isLast }, span);
      const rows = await findChanges(transaction, { view, principal, ids }, span);
      const page = rows.slice(0, query.limit);
      const now = context.services.clock();
      const last = page.at(-1);
      const next =
        last === undefined ? since : { sequenceNumber: Number(last.change_mark), externalId: last.external_id };
      return {
        changes: page.map((row) => presentChange(row, view, now)),
        next: sealMark(next, key),
        more: rows.length > page.length || (ids?.length ?? 0) > query.limit,
      };
    });
  return { 'collections.list_changes': list };
}

function positionOf(since: string | undefined, key: Buffer): Position {
  const position = since === undefined ? { sequenceNumber: 0, externalId: '' } : openMark(since, key);
  if (position === undefined) {
    throw errors.invalidMark();
  }
  return position;
}

type ChangeRow = RecordRow & { readonly change_mark: string; readonly is_live: boolean; readonly changed_at: Date };

/** Changes after a position. */
type Span = { readonly since: Position; readonly limit: number };

/**
 * The ids of the live records of a slice after a position, from the index, so that a rare slice does not read the changes
 * of all records. Undefined for a whole collection, and while the index is being built.
 */
async function liveIds(
  transaction: Transaction,
  { indexes, view, isLast }: { indexes: SearchIndexes; view: CollectionView; isLast: boolean },
  { since, limit }: Span,
): Promise<string[] | undefined> {
  if (view.readSlice === null) {
    return undefined;
  }
  const filters = view.readSlice.compiled;
  const target = indexTargetOf(transaction, view);
  const order = { by: 'mark', direction: 'asc' } as const;
  const after = { value: since.sequenceNumber, id: since.externalId };
  const page = { slice: filters, filter: undefined, order, characters: 0, after, offset: 0, limit };
  const found = await queryIfReady(indexes, { target, filters }, () =>
    indexes.query(transaction, target, (index) => index.call('page', page)),
  );
  if (found === undefined && !isLast && !(await isComparable(transaction, readableRecords(view)))) {
    throw new UnindexedError({ target, filters });
  }
  return found?.map(({ id }) => id);
}

/**
 * Lists the changes of a slice after a position, in order: records inside of it, and records that have left it. Leaves
 * out those after the last write that the index surely contains: a mark beyond it would skip other records.
 */
function findChanges(
  transaction: Transaction,
  { view, principal, ids }: { view: CollectionView; principal: Principal; ids: string[] | undefined },
  { since, limit }: Span,
): Promise<ChangeRow[]> {
  const slice = view.readSlice === null ? { text: 'true', values: [] } : sliceSql(view.readSlice.compiled, 9);
  const inCollection = 'r.workspace_id = $1 and r.collection_id = $2';
  const isLater = (of: string) =>
    `${of}.change_mark between $3 and $7 and (${of}.change_mark, ${of}.external_id) > ($3, $4::text collate "C")`;
  const records = (condition: string) =>
    `(select r.change_mark, r.tombstoned_at is null as is_live, r.updated_at as changed_at, ${recordColumns}
     from records r where ${inCollection} and ${isLater('r')} and ${condition} and ${slice.text}
     order by r.change_mark, r.external_id limit $6)`;
  return transaction.query<ChangeRow>(
    preparedVariant(`select * from (
       ${
         ids === undefined
           ? records('$8::text[] is null')
           : `${records('r.tombstoned_at is null and r.external_id = any($8::text[])')}
              union all ${records('r.tombstoned_at is not null')}`
       }
       union all
       select max(d.change_mark), false, max(d.changed_at), d.external_id, null, null, null, null, null, null
       from record_departures d
       where d.workspace_id = $1 and d.collection_id = $2 and d.group_id = any($5::uuid[]) and ${isLater('d')}
         and not exists (select from records r where ${inCollection} and r.external_id = d.external_id and ${slice.text})
       group by d.external_id
     ) as changes order by change_mark, external_id limit $6`),
    [
      transaction.workspaceId,
      view.collection.id,
      since.sequenceNumber,
      since.externalId,
      view.readSlice === null ? [] : groupIdsOf(principal),
      limit,
      view.collection.change_mark,
      ids ?? null,
      ...slice.values,
    ],
  );
}

function presentChange(row: ChangeRow, view: CollectionView, now: Date): StoredChange {
  const changed = { external_id: row.external_id, changed_at: row.changed_at.toISOString() };
  return row.is_live
    ? { ...changed, status: 'upserted', record: presentRecord(row, view, now) }
    : { ...changed, status: 'tombstoned' };
}

/** A position in the change feed: the sequence number of a write, and the last returned record of that write. */
export interface Position {
  readonly sequenceNumber: number;
  readonly externalId: string;
}

const numberBytes = 8;

/**
 * The key that encrypts a collection's marks. It is derived from a secret of the service, the collection and its id
 * version. A new operator token invalidates all marks.
 */
export function feedKey(
  { operatorTokenHash }: Pick<Services, 'operatorTokenHash'>,
  { id, id_version }: Pick<CollectionRow, 'id' | 'id_version'>,
): Buffer {
  return createHmac('sha256', operatorTokenHash).update(`change feed\n${id}\n${id_version}`).digest();
}

/**
 * Encrypts a position, because sequence numbers would reveal how much is written outside of the caller's slice. The
 * nonce is derived from the position, so that equal positions have equal marks.
 */
export function sealMark({ sequenceNumber, externalId }: Position, key: Buffer): string {
  const number = Buffer.alloc(numberBytes);
  number.writeBigUInt64BE(BigInt(sequenceNumber));
  const position = Buffer.concat([number, Buffer.from(externalId)]);
  const nonce = derived(key, 'nonce').update(position).digest().subarray(0, nonceBytes);
  return seal(position, derived(key, 'encryption').digest(), nonce).toString('base64url');
}

/** Decrypts a mark. Undefined if it was not encrypted with this key. */
export function openMark(mark: string, key: Buffer): Position | undefined {
  const bytes = decodeBase64url(mark);
  const position = bytes && unseal(bytes, derived(key, 'encryption').digest());
  return position === undefined || position.length < numberBytes
    ? undefined
    : {
        sequenceNumber: Number(position.readBigUInt64BE()),
        externalId: position.subarray(numberBytes).toString('utf8'),
      };
}

function derived(key: Buffer, purpose: 'nonce' | 'encryption') {
  return createHmac('sha256', key).update(purpose);
}
