import { stringifyJson } from '@tessera/resolver';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { type HeldCollection, holdCollection } from '../access/change-mark.js';
import { openCollection } from '../access/view.js';
import type { Embedding } from '../embedding/embedding.js';
import { clearFindings } from '../findings/store.js';
import { type CollectionConfig, declaredFields } from '../model/config.js';
import { describeCollection } from '../registry/describe.js';
import type { SearchIndexes } from '../search/index/indexes.js';
import { keepReadable } from '../sharing/filters.js';
import { listSlicedGrants } from '../sharing/queries.js';
import { changeConfiguration, changedKeys, retypedFields } from './configure.js';
import { updateConfiguration } from './queries.js';
import { isReindexRequired } from './reindex/reindex.js';
import { rekeyRecords } from './rekey.js';

/** What collections are configured with. */
export interface ConfigurationParts {
  readonly embedding: Embedding;
  readonly indexes: SearchIndexes;
}

/** Configuring collections. */
export function configurationOperations({ embedding, indexes }: ConfigurationParts) {
  const update: Operation<'collections.update'> = async (context, principal, { params, body }) => {
    const open = (transaction: Transaction) =>
      openCollection(transaction, principal, { name: params.name, level: 'manage', operation: 'collections.update' });
    const before = await context.transaction(async (transaction) =>
      save(context, transaction, { held: await holdCollection(transaction, open), body }),
    );
    return context.transaction(async (transaction) => {
      const view = await open(transaction);
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
  return { 'collections.update': update };
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
    keepReadable(await listSlicedGrants(transaction, collection.id), change);
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
  context.audit(transaction, { action: 'collection.configured', target: collection.name, detail: body });
  return before;
}
