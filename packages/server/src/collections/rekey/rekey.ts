import { ownValue } from '@tessera/resolver';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionConfig, canonicalId, identifierValues, readConfig } from '../domain/index.js';
import type { InTransaction } from '../embedding/pending.js';
import { replaceKeys } from '../write/store.js';
import {
  lockRecordPage,
  lockRekeyState,
  mergeRecord,
  type RekeyRow,
  renameRecord,
  saveRekeyState,
  updateIdentifiers,
} from './queries.js';

const pageSize = 1_000;

/** Whose records to rekey. */
export interface RekeyPlace {
  readonly workspaceId: string;
  readonly collectionId: string;
  readonly now: Date;
}

/**
 * Gives one page of records the keys of the current configuration: their id from `id_field`, their identifiers from
 * `id_match_fields`. Returns whether more remain. Safe to stop and resume anywhere, from any process.
 */
export function rekeyPage(inTransaction: InTransaction, place: RekeyPlace): Promise<boolean> {
  const { collectionId } = place;
  return inTransaction(async (transaction) => {
    const state = await lockRekeyState(transaction, collectionId);
    if (state === undefined || state.rekey_from === null) {
      return false;
    }
    const config = readConfig(state.configuration);
    const rows = await lockRecordPage(transaction, { collectionId, after: state.rekey_from, limit: pageSize });
    const identified: { externalId: string; identifiers: string[] }[] = [];
    for (const row of rows) {
      const externalId = await giveId(transaction, row, { place, config });
      const identifiers = identifierValues(row.attributes, config);
      if (externalId !== undefined && JSON.stringify(identifiers) !== JSON.stringify(row.identifiers)) {
        identified.push({ externalId, identifiers: row.tombstoned ? [] : identifiers });
      }
    }
    await updateIdentifiers(transaction, collectionId, identified);
    await replaceKeys(transaction, place, identified);
    const more = rows.length === pageSize;
    await saveRekeyState(transaction, collectionId, more ? (rows.at(-1)?.external_id ?? null) : null);
    return more;
  });
}

/** The id that a record has now; undefined when it was merged into another. One without a usable id keeps its own. */
async function giveId(
  transaction: Transaction,
  row: RekeyRow,
  { place, config }: { place: RekeyPlace; config: CollectionConfig },
): Promise<string | undefined> {
  const id = canonicalId(ownValue(row.attributes, config.id_field));
  if ('error' in id || id.id === row.external_id) {
    return row.external_id;
  }
  if (await renameRecord(transaction, place.collectionId, row.external_id, id.id)) {
    return id.id;
  }
  await mergeRecord(transaction, {
    collectionId: place.collectionId,
    from: row.external_id,
    into: id.id,
    at: place.now,
  });
  return undefined;
}
