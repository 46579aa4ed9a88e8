import { ownValue } from '@tessera/json';
import {
  attributesOf,
  type CollectionConfig,
  canonicalId,
  contentHash,
  identifierFields,
  readWriteDate,
} from '@tessera/records';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { LockedCollection } from '../access/sequence-number.js';
import { listCorrectedIds, renameCorrected } from '../corrections/queries.js';
import { listExampleIds, renameExamples } from '../findings/store.js';
import { insertKeys } from '../writing/keys.js';
import type { ChangedKeys } from './configure.js';
import {
  deleteAll,
  deleteRecords,
  endMarks,
  type KeyedRow,
  listKeyedRows,
  moveRecordParts,
  moveRecords,
  type RekeyedRecord,
  raiseKeyVersion,
  settleRecords,
} from './queries.js';

const pageSize = 500;
const examplesShown = 20;

/**
 * Derives the id, date, content hash and identifiers of every record again, with a new configuration. Includes deleted
 * records. Other transactions see the earlier values until this one ends. The collection must be locked. Throws
 * `id_conflict` if live records would share an id or have none.
 */
export async function rekeyRecords(
  transaction: Transaction,
  { view, sequenceNumber }: LockedCollection,
  { config, changed }: { readonly config: CollectionConfig; readonly changed: ChangedKeys },
): Promise<void> {
  const collectionId = view.collection.id;
  if (changed.ids) {
    await checkIds(transaction, collectionId, config);
    await endMarks(transaction, collectionId);
    await deleteAll(transaction, 'record_matches', collectionId);
  }
  await raiseKeyVersion(transaction, collectionId);
  await deleteAll(transaction, 'record_keys', collectionId);
  const named = new Set([
    ...(await listExampleIds(transaction, collectionId)),
    ...(await listCorrectedIds(transaction, collectionId)),
  ]);
  const renamed = new Map<string, string>();
  const fields = changed.ids || changed.dates ? null : identifierFields(config);
  for await (const rows of pagesOf(transaction, collectionId, fields)) {
    const records = rows.map((row) => rekeyed(row, config, changed));
    if (changed.ids || changed.dates) {
      await moveRecords(transaction, { collectionId, sequenceNumber }, records);
    }
    if (changed.ids) {
      await moveRecordParts(transaction, collectionId, records);
    }
    const live = rows.flatMap(({ attributes, tombstoned }, index) =>
      tombstoned ? [] : [{ externalId: records[index]?.newId ?? '', record: attributes }],
    );
    insertKeys(transaction, { collectionId, config }, live);
    for (const { externalId, newId } of records.filter((record) => named.has(record.externalId))) {
      renamed.set(externalId, newId);
    }
  }
  if (changed.ids) {
    await settleRecords(transaction, collectionId);
    renameExamples(transaction, collectionId, renamed);
    await renameCorrected(transaction, collectionId, renamed);
  }
}

function rekeyed(row: KeyedRow, config: CollectionConfig, changed: ChangedKeys): RekeyedRecord {
  const { external_id, attributes, write_date, write_order } = row;
  // If the record has no readable date, its stored date is kept.
  const clock = readWriteDate(ownValue(attributes, config.write_date_field));
  const isKept = clock.at === null || (clock.order === null && clock.at === write_date);
  const id = changed.ids ? canonicalId(ownValue(attributes, config.id_field)) : { id: external_id };
  return {
    externalId: external_id,
    newId: 'id' in id ? id.id : external_id,
    contentHash: contentHash(attributesOf(attributes, config)),
    writeDate: clock.at ?? write_date,
    writeOrder: isKept ? write_order : clock.order,
  };
}

/**
 * Deletes tombstones whose new id is not unique. Throws `id_conflict` if a live record would have no id or share one.
 */
async function checkIds(transaction: Transaction, collectionId: string, config: CollectionConfig): Promise<void> {
  const claims = new IdClaims();
  for await (const rows of pagesOf(transaction, collectionId, [config.id_field])) {
    for (const row of rows) {
      const id = canonicalId(ownValue(row.attributes, config.id_field));
      claims.add(row, 'id' in id ? id.id : undefined);
    }
  }
  if (claims.conflicts > 0) {
    throw errors.idConflict(config.id_field, { count: claims.conflicts, examples: claims.examples });
  }
  await deleteRecords(transaction, collectionId, claims.tombstonesToDrop());
}

/** Tracks the new ids of records to find conflicts. */
class IdClaims {
  /** The number of live records that would share an id or have none. `examples` contains the first of their ids. */
  conflicts = 0;
  readonly examples: string[] = [];
  /** The live record that gets each new id. Null if several records would get it. */
  private readonly live = new Map<string, string | null>();
  private readonly tombstones: { readonly row: KeyedRow; readonly newId: string | undefined }[] = [];

  add(row: KeyedRow, newId: string | undefined): void {
    if (row.tombstoned) {
      this.tombstones.push({ row, newId });
    } else if (newId === undefined) {
      this.note(row.external_id);
    } else if (!this.live.has(newId)) {
      this.live.set(newId, row.external_id);
    } else {
      const first = this.live.get(newId) ?? null;
      this.live.set(newId, null);
      if (first !== null) {
        this.note(first);
      }
      this.note(row.external_id);
    }
  }

  /** The tombstones to delete: they have no id, or their id belongs to a live record or a newer tombstone. */
  tombstonesToDrop(): string[] {
    const taken = new Set(this.live.keys());
    const latestFirst = this.tombstones.sort(({ row: a }, { row: b }) => compareMoments(b.write_date, a.write_date));
    return latestFirst.flatMap(({ row, newId }) => {
      const isIdFree = newId !== undefined && !taken.has(newId);
      taken.add(newId ?? '');
      return isIdFree ? [] : [row.external_id];
    });
  }

  private note(externalId: string): void {
    this.conflicts += 1;
    if (this.examples.length < examplesShown) {
      this.examples.push(externalId);
    }
  }
}

/** Compares two moments. Null is earlier than any moment. */
function compareMoments(left: string | null, right: string | null): number {
  const [one, other] = [left ?? '', right ?? ''];
  return one < other ? -1 : Number(one > other);
}

async function* pagesOf(
  transaction: Transaction,
  collectionId: string,
  fields: readonly string[] | null,
): AsyncGenerator<KeyedRow[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: KeyedRow[] = await listKeyedRows(transaction, { collectionId, after, limit: pageSize }, fields);
    yield rows;
    after = rows.length < pageSize ? undefined : rows.at(-1)?.external_id;
  }
}
