import { type JsonObject, ownValue } from '@tessera/resolver';
import type { Queryable } from '../../platform/database/database.js';
import { canonicalId, readWriteDate } from '../domain/index.js';
import type { CollectionPlace, Preparation } from '../prepared/preparations.js';
import type { WriteFollower } from '../write/follower.js';
import { type IdFields, listPrepared } from './changes.js';
import { homeOf } from './places.js';

/** What a record asks for in a change of ids: another id, or its own where it names none. */
export interface Claim {
  readonly storedId: string;
  readonly earlierId: string;
  readonly newId: string;
  readonly tombstoned: boolean;
  /** Of several records that ask for an id the one written last has the best claim. */
  readonly writtenAt: Date;
}

/** A record, live or tombstoned; of its attributes the fields that matter. */
export interface ClaimRow {
  readonly external_id: string;
  readonly attributes: JsonObject;
  readonly write_date: Date;
  readonly tombstoned: boolean;
  /** The id it had before a change that the version before has begun and left halfway; else null. */
  readonly moved_from: string | null;
}

/** What a record asks for by its id field. One that does not say when it was written keeps the time it is stored with. */
export function claimOf(row: ClaimRow, fields: IdFields): Claim {
  const earlierId = row.moved_from ?? homeOf(row.external_id);
  const claimed = fields.keeps_ids ? { id: row.external_id } : canonicalId(ownValue(row.attributes, fields.id_field));
  return {
    storedId: row.external_id,
    earlierId,
    newId: 'id' in claimed ? claimed.id : earlierId,
    tombstoned: row.tombstoned,
    writtenAt: readWriteDate(ownValue(row.attributes, fields.write_date_field), row.write_date).at,
  };
}

/** One page of records by where they are stored. */
export function listClaimRows(
  transaction: Queryable,
  {
    collectionId,
    fields,
    after,
    limit,
  }: {
    readonly collectionId: string;
    readonly fields: IdFields;
    readonly after: string;
    readonly limit: number;
  },
): Promise<ClaimRow[]> {
  return transaction.query<ClaimRow>(
    `select r.external_id, r.write_date, r.tombstoned_at is not null as tombstoned,
       case when r.moved_in >= coalesce(c.rekeying_since, c.identity_version) then r.moved_from end as moved_from,
       jsonb_build_object($4::text, r.attributes -> $4, $5::text, r.attributes -> $5) as attributes
     from records r join collections c on c.workspace_id = r.workspace_id and c.id = r.collection_id
     where r.collection_id = $1 and r.external_id > $2 collate "C" order by r.external_id limit $3`,
    [collectionId, after, limit, fields.id_field, fields.write_date_field],
  );
}

/** Notes claims, or what has become of them. */
export async function saveClaims(
  transaction: Queryable,
  { workspaceId, collectionId, id }: Preparation,
  claims: readonly Claim[],
): Promise<void> {
  await transaction.query(
    {
      name: 'save_claims',
      text: `insert into new_ids (workspace_id, collection_id, change_id, stored_id, earlier_id, new_id, tombstoned, written_at)
       select $1, $2, $3, c.* from unnest($4::text[], $5::text[], $6::text[], $7::boolean[], $8::timestamptz[]) as c
       on conflict (workspace_id, collection_id, change_id, stored_id) do update set
         new_id = excluded.new_id, tombstoned = excluded.tombstoned, written_at = excluded.written_at`,
    },
    [
      workspaceId,
      collectionId,
      id,
      claims.map((claim) => claim.storedId),
      claims.map((claim) => claim.earlierId),
      claims.map((claim) => claim.newId),
      claims.map((claim) => claim.tombstoned),
      claims.map((claim) => claim.writtenAt),
    ],
  );
}

/**
 * Keeps the claims of changes that are being prepared in step with writes in this transaction, which must hold the
 * configuration: a change that begins waits for them.
 */
export async function followClaims(transaction: Queryable, place: CollectionPlace): Promise<WriteFollower> {
  const { workspaceId, collectionId } = place;
  const changes = await listPrepared(transaction, collectionId);
  return {
    follow: async (queryable, written) => {
      const rows = written.map(({ externalId, record, writeDate }) => ({
        external_id: externalId,
        attributes: record,
        write_date: writeDate,
        tombstoned: false,
        moved_from: null,
      }));
      for (const { id, ...fields } of changes) {
        const claims = rows.map((row) => claimOf(row, fields));
        await saveClaims(queryable, { workspaceId, collectionId, id }, claims);
      }
    },
  };
}

/** Has written records go by the date that they are stored with, and no longer by what a change of dates has noted of them. */
export function followDates({ collectionId }: CollectionPlace, dateChange: string | null): WriteFollower {
  return {
    follow: async (queryable, written) => {
      if (dateChange !== null) {
        await queryable.query(
          {
            name: 'forget_dates',
            text: 'delete from new_ids where collection_id = $1 and change_id = $2 and stored_id = any($3::text[])',
          },
          [collectionId, dateChange, written.map(({ externalId }) => externalId)],
        );
      }
    },
  };
}
