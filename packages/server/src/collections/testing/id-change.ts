import type { TestService } from '../../testing/service.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import { changeConfiguration } from '../collections/configure.js';
import { findCollection } from '../collections/queries.js';
import { saveChange } from '../collections/update.js';
import { type RekeyedPage, rekeyPage } from '../rekey/rekey.js';

/** A change of a collection's ids that goes no further than it is taken. */
export interface IdChangeUnderWay {
  /** Works off one page; returns what it was about. */
  page(size?: number): Promise<RekeyedPage>;
  /** Works off pages until it is known who gets which id, and no record has got its own yet. */
  untilIdsCount(size?: number): Promise<void>;
}

/** Has a collection take its ids from another field, as a process does that is killed right afterwards. */
export async function beginIdChange(
  { services }: TestService,
  { workspaceId, name }: { readonly workspaceId: string; readonly name: string },
  idField: string,
): Promise<IdChangeUnderWay> {
  const inWorkspace = <Result>(work: Parameters<typeof services.database.inWorkspace<Result>>[1]) =>
    services.database.inWorkspace(workspaceId, work);
  const find = () => inWorkspace((transaction) => findCollection(transaction, name, []));
  const { id = '' } = (await find()) ?? {};
  await inWorkspace(async (transaction) => {
    await lockConfiguration(transaction, id);
    const collection = await findCollection(transaction, name, []);
    if (collection !== undefined) {
      const change = changeConfiguration(collection, { id_field: idField });
      await saveChange(transaction, { collection, change, at: services.clock() });
    }
  });
  const page = (size?: number) =>
    rekeyPage(inWorkspace, { workspaceId, collectionId: id }, services, { pageSize: size });
  const isKnown = async () => {
    const collection = await find();
    return collection?.new_ids_version === collection?.identity_version;
  };
  return {
    page,
    untilIdsCount: async (size) => {
      while (!(await isKnown())) {
        await page(size);
      }
    },
  };
}
