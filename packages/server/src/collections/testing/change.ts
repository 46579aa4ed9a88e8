import type { InTransaction, Transaction } from '../../platform/database/database.js';
import type { TestService } from '../../testing/service.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import { type ConfigurationChange, changeConfiguration, changedKeys } from '../collections/configure.js';
import { type CollectionRow, findCollection } from '../collections/queries.js';
import { saveChange } from '../collections/update.js';
import { takeKeys } from '../keys/prepare.js';
import { takeClaims } from '../rekey/prepare.js';
import { type RekeyedPage, rekeyPage } from '../rekey/rekey.js';

/** A change of a collection's ids or identifiers that goes no further than it is taken. */
export interface ChangeUnderWay {
  /** Works out those of one page of records; returns whether more remain. */
  prepare(pageSize?: number): Promise<boolean>;
  /** Saves it once those of all records are known: they count, and no record has moved yet. */
  save(): Promise<void>;
  /** Works off one page of what saving leaves to the background; returns what it was about. */
  page(pageSize?: number): Promise<RekeyedPage>;
}

/** Configures a collection as a process does that is killed on the way. */
export async function beginChange(
  { services }: TestService,
  { workspaceId, name }: { readonly workspaceId: string; readonly name: string },
  body: Parameters<typeof changeConfiguration>[1],
): Promise<ChangeUnderWay> {
  const inWorkspace: InTransaction = (work) => services.database.inWorkspace(workspaceId, work);
  const id = (await inWorkspace((transaction) => findCollection(transaction, name, [])))?.id ?? '';
  const place = { workspaceId, collectionId: id };
  /** Does what takes the configuration alone, with the change as it is to be made now. */
  const alone = <Result>(
    work: (transaction: Transaction, collection: CollectionRow, change: ConfigurationChange) => Promise<Result>,
  ) =>
    inWorkspace(async (transaction) => {
      await lockConfiguration(transaction, id);
      const collection = await findCollection(transaction, name, []);
      if (collection === undefined) {
        throw new Error(`${name} is gone`);
      }
      return work(transaction, collection, changeConfiguration(collection, body));
    });
  return {
    prepare: (pageSize) =>
      alone(async (transaction, _collection, change) => {
        const { ids, identifiers } = changedKeys(change);
        const { clock } = services;
        const more = identifiers && (await takeKeys(transaction, place, { config: change.after, clock, pageSize }));
        return (
          more || (ids !== undefined && (await takeClaims(transaction, place, { fields: ids.fields, clock, pageSize })))
        );
      }),
    save: () =>
      alone(async (transaction, collection, change) => {
        await saveChange(transaction, { place, collection, change, services });
      }),
    page: (pageSize) => rekeyPage(inWorkspace, place, services, pageSize),
  };
}
