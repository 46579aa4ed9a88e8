import { stringifyJson } from '@tessera/json';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { listFilteredGrants } from '../access/collections.js';
import { type HeldCollection, holdCollection } from '../access/sequence-number.js';
import { openCollection } from '../access/view.js';
import { clearFindings, recordFindings } from '../findings/store.js';
import { type CollectionConfig, declaredFields } from '../model/config.js';
import { describeCollection } from '../registry/describe.js';
import { keepReadable } from '../sharing/filters.js';
import type { WriteParts } from '../writing/write.js';
import { changeConfiguration, changedKeys, retypedFields } from './configure.js';
import { updateConfiguration } from './queries.js';
import { isReindexRequired } from './reindex/reindex.js';
import { rekeyRecords } from './rekey.js';
import { findUnfitValues } from './unfit-values.js';

const operation = 'collections.update';

/** Configuring collections. */
export function configurationOperations({ embedding, indexes }: WriteParts) {
  const update: Operation<typeof operation> = async (context, principal, { params, body }) => {
    const before = await context.transaction(async (transaction) =>
      save(context, transaction, { held: await holdCollection(transaction, principal, operation, params.name), body }),
    );
    return context.read(async (transaction) => {
      const view = await openCollection(transaction, principal, operation, params.name);
      const reindexRequired = await isReindexRequired(transaction, {
        collectionId: view.collection.id,
        config: view.config,
        before,
        embedderId: embedding.embedderId,
      });
      return {
        ...(await describeCollection(transaction, principal, { view, indexes })),
        reindex_required: reindexRequired,
        workspace: context.workspaceReference,
      };
    });
  };
  return { [operation]: update };
}

/** Stores a changed configuration and what follows from it; returns the one before. */
async function save(
  context: OperationContext,
  transaction: Transaction,
  { held, body }: { readonly held: HeldCollection; readonly body: Parameters<typeof changeConfiguration>[1] },
): Promise<CollectionConfig> {
  const { collection } = held.view;
  const change = changeConfiguration(collection, body);
  const { before, after, description, stored } = change;
  const retyped = retypedFields(change);
  if (retyped.length > 0) {
    keepReadable(await listFilteredGrants(transaction, collection.id), after);
  }
  const at = context.services.clock();
  await updateConfiguration(transaction, { id: collection.id, description, configuration: stringifyJson(stored), at });
  const changed = changedKeys(change);
  if (changed.ids || changed.dates || changed.identifiers) {
    await rekeyRecords(transaction, held, { config: after, changed });
  }
  clearFindings(transaction, collection.id, {
    declared: after.unknown_policy === 'accept' ? 'all' : [...declaredFields(after)],
    retyped,
  });
  for (const field of retyped) {
    const type = after.field_types.get(field);
    // Strings always compare; what is not a number or date is found by no range.
    if (type === 'number' || type === 'date') {
      const unfit = await findUnfitValues(transaction, collection.id, { field, type });
      recordFindings(transaction, { collectionId: collection.id, now: at }, unfit);
    }
  }
  context.audit(transaction, { action: 'collection.configured', target: collection.name, detail: body });
  return before;
}
