import { limits } from '@tessera/contract';
import type { JsonObject } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { renameKeys } from '../records/keys.js';
import { renameListed } from '../slices/queries.js';

/** How far a collection's records have the keys of its configuration. */
export interface RekeyState {
  readonly name: string;
  readonly rekey_from: string | null;
  /** Whether they are being given other ids, too. */
  readonly rekeys_ids: boolean;
  /** That of the change of ids under way, if there is one. */
  readonly identity_version: number;
  /** The identity_version with which the change of ids under way began. */
  readonly since: number;
  readonly configuration: JsonObject;
}

/** A record, live or tombstoned, as giving it other keys needs it. */
export interface RekeyRow {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly identifiers: readonly string[];
  readonly content_hash: Buffer;
  readonly write_date: Date;
  readonly tombstoned: boolean;
  /** The id it had before the change of ids under way; null while that has not concerned it. */
  readonly moved_from: string | null;
}

/** How far a collection has come; undefined when it is gone. */
export async function findRekeyState(transaction: Queryable, collectionId: string): Promise<RekeyState | undefined> {
  const [state] = await transaction.query<RekeyState>(
    `select name, rekey_from, rekeys_ids, identity_version, coalesce(rekeying_since, identity_version) as since, configuration
     from collections where id = $1`,
    [collectionId],
  );
  return state;
}

/** Notes how far it has come. */
export async function saveProgress(transaction: Queryable, collectionId: string, from: string): Promise<void> {
  await transaction.query('update collections set rekey_from = $2 where id = $1', [collectionId, from]);
}

/** Notes that all records have their keys; indexes that met some of them under other ids are built anew. */
export async function saveDone(transaction: Queryable, collectionId: string): Promise<void> {
  await transaction.query(
    `update collections set rekey_from = null, rekeys_ids = false, rekeys_identifiers = false, rekeying_since = null,
       new_ids_version = null,
       identity_version = identity_version + case when rekeys_ids then 1 else 0 end
     where id = $1`,
    [collectionId],
  );
}

/** The earlier id of records that the change of ids under way has concerned, as SQL; it began with version `$2`. */
export const movedFrom = 'case when moved_in >= $2 then moved_from end';

const columns = `external_id, attributes, identifiers, content_hash, write_date, tombstoned_at is not null as tombstoned,
  ${movedFrom} as moved_from`;

interface PageOf {
  readonly collectionId: string;
  readonly since: number;
  readonly limit: number;
}

/** Locks one page of records by id. */
export function lockRecordPage(transaction: Queryable, page: PageOf & { readonly after: string }): Promise<RekeyRow[]> {
  return transaction.query<RekeyRow>(
    `select ${columns} from records
     where collection_id = $1 and external_id > $3 collate "C" order by external_id limit $4 for update`,
    [page.collectionId, page.since, page.after, page.limit],
  );
}

/** Locks one page of the records that wait for a place (see `waitingPlace`). */
export function lockWaitingPage(transaction: Queryable, page: PageOf): Promise<RekeyRow[]> {
  return transaction.query<RekeyRow>(
    `select ${columns} from records
     where collection_id = $1 and external_id > ' ' collate "C" and external_id < ' ~' collate "C"
     order by external_id limit $3 for update`,
    [page.collectionId, page.since, page.limit],
  );
}

/** Locks the records of the given ids, live or tombstoned. */
export function lockRecords(
  transaction: Queryable,
  which: { readonly collectionId: string; readonly since: number; readonly ids: readonly string[] },
): Promise<RekeyRow[]> {
  return transaction.query<RekeyRow>(
    `select ${columns} from records where collection_id = $1 and external_id = any($3) order by external_id for update`,
    [which.collectionId, which.since, which.ids],
  );
}

/** Gives records other ids, which nothing may have yet; their keys and slices follow. */
export async function moveRecords(
  transaction: Queryable,
  { collectionId, identityVersion }: { readonly collectionId: string; readonly identityVersion: number },
  moves: readonly { readonly from: string; readonly to: string; readonly movedFrom: string | null }[],
): Promise<void> {
  if (moves.length > 0) {
    await transaction.query(
      `update records set external_id = m.new_id, moved_from = m.moved_from,
         moved_in = case when m.moved_from is not null then $5::int end
       from unnest($2::text[], $3::text[], $4::text[]) as m (old_id, new_id, moved_from)
       where records.collection_id = $1 and records.external_id = m.old_id`,
      [
        collectionId,
        moves.map(({ from }) => from),
        moves.map(({ to }) => to),
        moves.map(({ movedFrom: earlier }) => earlier),
        identityVersion,
      ],
    );
    await renameKeys(transaction, collectionId, moves);
    await renameListed(transaction, collectionId, moves);
  }
}

/** What became of the ids of live records. */
export interface ChangedIds {
  readonly records: number;
  readonly renamed: number;
  /** Those that keep their id because another record has the one they ask for, and some of them. */
  readonly kept: number;
  readonly kept_ids: string[];
}

/** Counts what a finished change of ids has done; it began with the given version. */
export async function countChangedIds(
  transaction: Queryable,
  collectionId: string,
  since: number,
): Promise<ChangedIds> {
  const [row] = await transaction.query<ChangedIds>(
    `with live as materialized (
       select external_id, ${movedFrom} <> external_id as renamed from records
       where collection_id = $1 and tombstoned_at is null)
     select count(*)::int as records, count(*) filter (where renamed)::int as renamed,
       count(*) filter (where not renamed)::int as kept,
       array(select external_id from live where not renamed order by external_id limit ${limits.keptIdsShown}) as kept_ids
     from live`,
    [collectionId, since],
  );
  return row ?? { records: 0, renamed: 0, kept: 0, kept_ids: [] };
}

/** What a record derives from its configuration besides its id and text. */
export interface DerivedKeys {
  readonly externalId: string;
  readonly identifiers: readonly string[];
  readonly contentHash: Buffer;
  readonly writeDate: Date;
}

/** Stores what records derive from their configuration. */
export async function updateDerived(
  transaction: Queryable,
  collectionId: string,
  records: readonly DerivedKeys[],
): Promise<void> {
  await transaction.query(
    `update records set identifiers = array(select jsonb_array_elements_text(d.identifiers)),
       content_hash = d.content_hash, write_date = d.write_date
     from unnest($2::text[], $3::jsonb[], $4::bytea[], $5::timestamptz[]) as d (external_id, identifiers, content_hash, write_date)
     where records.collection_id = $1 and records.external_id = d.external_id`,
    [
      collectionId,
      records.map((record) => record.externalId),
      records.map((record) => JSON.stringify(record.identifiers)),
      records.map((record) => record.contentHash),
      records.map((record) => record.writeDate),
    ],
  );
}
