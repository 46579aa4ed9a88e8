import type { InTransaction, Transaction } from '../../platform/database/database.js';
import type { TestService } from '../../testing/service.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import { type ConfigurationChange, changeConfiguration } from '../collections/configure.js';
import { type CollectionRow, findCollection } from '../collections/queries.js';
import { saveChange } from '../collections/update.js';
import { takeClaims } from '../rekey/prepare.js';
import { type RekeyedPage, rekeyPage } from '../rekey/rekey.js';

/** A change of a collection's ids that goes no further than it is taken. */
export interface IdChangeUnderWay {
  /** Takes the claims of one page of records; returns whether more remain. */
  prepare(pageSize?: number): Promise<boolean>;
  /** Saves it once the claims of all records are known: its ids count, and no record has moved yet. */
  save(): Promise<void>;
  /** Works off one page of what saving leaves to the background; returns what it was about. */
  page(pageSize?: number): Promise<RekeyedPage>;
}

/** Has a collection take its ids from another field, as a process does that is killed on the way. */
export async function beginIdChange(
  { services }: TestService,
  { workspaceId, name }: { readonly workspaceId: string; readonly name: string },
  idField: string | null,
): Promise<IdChangeUnderWay> {
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
      return work(transaction, collection, changeConfiguration(collection, { id_field: idField }));
    });
  return {
    prepare: (pageSize) =>
      alone((transaction, _collection, change) =>
        takeClaims(transaction, place, { fields: change.after, clock: services.clock, pageSize }),
      ),
    save: () =>
      alone(async (transaction, collection, change) => {
        await saveChange(transaction, { place, collection, change, services });
      }),
    page: (pageSize) => rekeyPage(inWorkspace, place, services, pageSize),
  };
}
