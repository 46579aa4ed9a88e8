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
import { type CollectionView, groupIdsOf, openCollection } from '../access/view.js';
import { sliceSql } from '../filters/sql.js';
import { presentRecord } from './present.js';
import { type RecordRow, recordColumns } from './queries.js';

const list: Operation<'collections.list_changes'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const view = await openCollection(transaction, principal, 'collections.list_changes', params.name);
    const key = feedKey(context.services, view.collection);
    const since = positionOf(query.since, key);
    const rows = await findChanges(transaction, { view, principal }, { since, limit: query.limit + 1 });
    const page = rows.slice(0, query.limit);
    const now = context.services.clock();
    const last = page.at(-1);
    const next =
      last === undefined ? since : { sequenceNumber: Number(last.change_mark), externalId: last.external_id };
    return {
      changes: page.map((row) => presentChange(row, view, now)),
      next: sealMark(next, key),
      more: rows.length > page.length,
    };
  });

function positionOf(since: string | undefined, key: Buffer): Position {
  const position = since === undefined ? { sequenceNumber: 0, externalId: '' } : openMark(since, key);
  if (position === undefined) {
    throw errors.invalidMark();
  }
  return position;
}

type ChangeRow = RecordRow & { readonly change_mark: string; readonly is_live: boolean; readonly changed_at: Date };

/** Lists the changes of a slice after a position, in order: records inside of it, and records that have left it. */
function findChanges(
  transaction: Transaction,
  { view, principal }: { readonly view: CollectionView; readonly principal: Principal },
  { since, limit }: { readonly since: Position; readonly limit: number },
): Promise<ChangeRow[]> {
  const slice = view.readSlice === null ? { text: 'true', values: [] } : sliceSql(view.readSlice.compiled, 7);
  const inCollection = 'r.workspace_id = $1 and r.collection_id = $2';
  const isLater = (of: string) =>
    `${of}.change_mark >= $3 and (${of}.change_mark, ${of}.external_id) > ($3, $4::text collate "C")`;
  return transaction.query<ChangeRow>(
    preparedVariant(`select * from (
       (select r.change_mark, r.tombstoned_at is null as is_live, r.updated_at as changed_at, ${recordColumns}
       from records r where ${inCollection} and ${isLater('r')} and ${slice.text}
       order by r.change_mark, r.external_id limit $6)
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

/** The change feed of a collection. */
export const changeOperations = { 'collections.list_changes': list };

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
