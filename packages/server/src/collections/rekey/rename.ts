import { ownValue } from '@tessera/resolver';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionConfig, canonicalId } from '../domain/index.js';
import { findHeldIds, lockRecord, type RekeyRow, removeRecord, renameRecords } from './queries.js';

/** The id that a record has under a configuration; one without a usable id in the id field keeps its own. */
export function configuredId(row: Pick<RekeyRow, 'external_id' | 'attributes'>, config: CollectionConfig): string {
  const id = canonicalId(ownValue(row.attributes, config.id_field));
  return 'error' in id ? row.external_id : id.id;
}

/** Ids are trimmed and never empty, so no record has this one. */
const betweenIds = ' ';

/** Records exchanged in one transaction before it is time to commit. */
const exchangesPerPage = 2_000;

/** Where a page of records has come: its records by their new id, and the last old id that is dealt with. */
export interface RenamedPage {
  readonly records: ReadonlyMap<string, RekeyRow>;
  readonly through: string | undefined;
}

/** What renaming works on. */
export interface RenamePlace {
  readonly collectionId: string;
  readonly config: CollectionConfig;
}

/**
 * Gives a page of records the ids of the configuration. A record whose id another one still has changes places with
 * it, so that none is lost where old and new ids overlap. Of two records of the same id the live one stays, of two live
 * ones the one written later.
 */
export async function renamePage(
  transaction: Transaction,
  rows: readonly RekeyRow[],
  place: RenamePlace,
): Promise<RenamedPage> {
  const targets = rows.map((row) => configuredId(row, place.config));
  const moving = targets.filter((target, at) => target !== rows[at]?.external_id);
  if (moving.length === 0) {
    return { records: new Map(rows.map((row) => [row.external_id, row])), through: rows.at(-1)?.external_id };
  }
  const held = await findHeldIds(transaction, place.collectionId, moving);
  const wanted = new Map<string, number>();
  for (const target of targets) {
    wanted.set(target, (wanted.get(target) ?? 0) + 1);
  }
  const page = new PageRenaming(transaction, place);
  const contested: RekeyRow[] = [];
  const free: { from: string; to: string }[] = [];
  for (const [at, row] of rows.entries()) {
    const to = targets[at] ?? row.external_id;
    if (to === row.external_id) {
      page.records.set(to, row);
    } else if (!held.has(to) && wanted.get(to) === 1) {
      free.push({ from: row.external_id, to });
      page.records.set(to, { ...row, external_id: to });
    } else {
      contested.push(row);
    }
  }
  await renameRecords(transaction, place.collectionId, free);
  for (const { external_id } of contested) {
    if (!(await page.settle(external_id))) {
      return { records: page.records, through: rows.findLast((row) => row.external_id < external_id)?.external_id };
    }
  }
  return { records: page.records, through: rows.at(-1)?.external_id };
}

/** Puts records into their places one by one, where others stand in the way. */
class PageRenaming {
  readonly records = new Map<string, RekeyRow>();
  private exchanges = 0;

  constructor(
    private readonly transaction: Transaction,
    private readonly place: RenamePlace,
  ) {}

  /** Settles whatever record is at an id, and each one that takes its place there; false when it must go on later. */
  async settle(id: string): Promise<boolean> {
    for (;;) {
      const row = await this.recordAt(id);
      const to = row === undefined ? id : configuredId(row, this.place.config);
      if (row === undefined || to === id) {
        if (row !== undefined) {
          this.records.set(id, row);
        }
        return true;
      }
      const holder = await this.recordAt(to);
      if (holder !== undefined && configuredId(holder, this.place.config) !== to) {
        await this.exchange(row, holder);
        this.exchanges += 1;
        if (this.exchanges >= exchangesPerPage) {
          return false;
        }
      } else {
        await this.moveOnto(row, to, holder);
        return true;
      }
    }
  }

  private recordAt(id: string): Promise<RekeyRow | undefined> {
    return lockRecord(this.transaction, this.place.collectionId, id);
  }

  private async exchange(row: RekeyRow, holder: RekeyRow): Promise<void> {
    const from = row.external_id;
    const to = holder.external_id;
    await this.rename(to, betweenIds);
    await this.rename(from, to);
    await this.rename(betweenIds, from);
    this.records.set(to, { ...row, external_id: to });
  }

  /** Moves a record to its id, which is free or that of its twin; one of twins goes. */
  private async moveOnto(row: RekeyRow, to: string, twin: RekeyRow | undefined): Promise<void> {
    if (twin !== undefined && !outranks(row, twin)) {
      await removeRecord(this.transaction, this.place.collectionId, row.external_id);
      return;
    }
    if (twin !== undefined) {
      await removeRecord(this.transaction, this.place.collectionId, to);
    }
    await this.rename(row.external_id, to);
    this.records.set(to, { ...row, external_id: to });
  }

  private rename(from: string, to: string): Promise<void> {
    return renameRecords(this.transaction, this.place.collectionId, [{ from, to }]);
  }
}

function outranks(row: RekeyRow, twin: RekeyRow): boolean {
  return row.tombstoned === twin.tombstoned ? row.write_date > twin.write_date : !row.tombstoned;
}
