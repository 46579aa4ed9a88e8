import { ownValue } from '@tessera/resolver';
import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import {
  attributesOf,
  type CollectionConfig,
  contentHash,
  identifierValues,
  readConfig,
  readWriteDate,
} from '../domain/index.js';
import type { InTransaction } from '../embedding/pending.js';
import { replaceKeys } from '../write/store.js';
import {
  type DerivedKeys,
  findRekeyState,
  lockParkedPage,
  lockRecordPage,
  type RekeyRow,
  saveDone,
  saveProgress,
  updateDerived,
} from './queries.js';
import { renamePage } from './rename.js';

const pageSize = 1_000;

/** Pages that a request works off itself before it leaves the rest to the background. */
const pagesPerRequest = 5;

/** Whose records to rekey. */
export interface RekeyPlace {
  readonly workspaceId: string;
  readonly collectionId: string;
}

/** Works off some pages of a collection within a request; returns whether more remain. */
export async function rekeyPages(
  context: Pick<OperationContext, 'transaction' | 'workspace'>,
  collectionId: string,
): Promise<boolean> {
  let more = true;
  for (let page = 0; page < pagesPerRequest && more; page += 1) {
    more = await rekeyPage(context.transaction, { workspaceId: context.workspace.id, collectionId });
  }
  return more;
}

/**
 * Gives one page of records what the current configuration derives: their id from `id_field`, their identifiers from
 * `id_match_fields`, their clock from `write_date_field`. Returns whether more remain. Safe to stop and resume anywhere,
 * from any process.
 */
export function rekeyPage(inTransaction: InTransaction, place: RekeyPlace): Promise<boolean> {
  const { collectionId } = place;
  return inTransaction(async (transaction) => {
    await lockConfiguration(transaction, collectionId);
    const state = await findRekeyState(transaction, collectionId);
    if (state === undefined || state.rekey_from === null) {
      return false;
    }
    const config = readConfig(state.configuration);
    const page = await lockRecordPage(transaction, { collectionId, after: state.rekey_from, limit: pageSize });
    // Those put aside come last: by then whatever had their ids has its own.
    const rows = page.length > 0 ? page : await lockParkedPage(transaction, collectionId, pageSize);
    if (rows.length === 0) {
      await saveDone(transaction, collectionId);
      return false;
    }
    const records = await renamePage(transaction, rows, { collectionId, config });
    await deriveKeys(transaction, place, { records, config });
    await saveProgress(transaction, collectionId, page.at(-1)?.external_id ?? state.rekey_from);
    return true;
  });
}

async function deriveKeys(
  transaction: Transaction,
  place: RekeyPlace,
  { records, config }: { records: ReadonlyMap<string, RekeyRow>; config: CollectionConfig },
): Promise<void> {
  const derived = [...records].map(([externalId, row]) => ({ row, keys: derive(externalId, row, config) }));
  const changed = derived.filter(({ row, keys }) => !isDerived(row, keys)).map(({ keys }) => keys);
  if (changed.length > 0) {
    await updateDerived(transaction, place.collectionId, changed);
    await replaceKeys(transaction, place, changed);
  }
}

function derive(externalId: string, row: RekeyRow, config: CollectionConfig): DerivedKeys {
  const clock = ownValue(row.attributes, config.write_date_field);
  return {
    externalId,
    // Tombstoned records are found by nothing.
    identifiers: row.tombstoned ? [] : identifierValues(row.attributes, config),
    contentHash: contentHash(attributesOf(row.attributes, config)),
    // A record that does not say keeps the time it arrived.
    writeDate: readWriteDate(clock, row.write_date).at,
  };
}

function isDerived(row: RekeyRow, keys: DerivedKeys): boolean {
  return (
    JSON.stringify(row.identifiers) === JSON.stringify(keys.identifiers) &&
    row.content_hash.equals(keys.contentHash) &&
    row.write_date.getTime() === keys.writeDate.getTime()
  );
}
