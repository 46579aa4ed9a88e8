import { stringifyJson } from '@tessera/resolver';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Principal } from '../../principals/principal.js';
import { declaredFields } from '../domain/index.js';
import type { Embedding } from '../embedding/embedding.js';
import { clearFindings } from '../findings/store.js';
import { endOfPatience } from '../patience.js';
import type { SearchIndexes } from '../query/indexes.js';
import { isReindexRequired } from '../reindex/reindex.js';
import { beginRekeying } from '../rekey/rekey.js';
import { definitionOf } from '../slices/definition.js';
import { giveSlices, prepareSlices } from '../slices/keep.js';
import { listSlicedGrants, type SlicedGrant } from '../slices/queries.js';
import { type CollectionView, openCollection } from '../view.js';
import { lockConfiguration } from './configuration-lock.js';
import { type ConfigurationChange, changeConfiguration, changedKeys, retypedFields } from './configure.js';
import { describeCollection } from './describe.js';
import { type CollectionRow, updateConfiguration } from './queries.js';

/** What collections are described and configured with. */
export interface ConfigurationParts {
  readonly embedding: Embedding;
  readonly indexes: SearchIndexes;
  readonly wakeMaintenance: () => void;
}

/** Describing and configuring collections. */
export function configurationOperations({ embedding, indexes, wakeMaintenance }: ConfigurationParts) {
  const describe: Operation<'collections.describe'> = (context, principal, { params }) =>
    context.transaction(async (transaction) => {
      const view = await openCollection(transaction, principal, {
        name: params.name,
        level: 'read',
        operation: 'collections.describe',
      });
      return describeCollection(transaction, principal, { indexes, context, view });
    });

  const update: Operation<'collections.update'> = async (context, principal, { params, body }) => {
    const open = (transaction: Transaction) =>
      openCollection(transaction, principal, { name: params.name, level: 'manage', operation: 'collections.update' });
    await prepareRetyped(context, open, body);
    const saved = await context.transaction(async (transaction) => {
      const { collection } = await open(transaction);
      await lockConfiguration(transaction, collection.id);
      // As it is now that nobody else can change it.
      return save(context, transaction, { view: await open(transaction), body, wakeMaintenance });
    });
    if (saved.rekey && (await beginRekeying(context, saved.collectionId, endOfPatience()))) {
      wakeMaintenance();
    }
    return context.transaction((transaction) =>
      answer(context, transaction, { principal, view: open, embedding, indexes }),
    );
  };

  return { 'collections.describe': describe, 'collections.update': update };
}

type UpdateBody = Parameters<typeof changeConfiguration>[1];

/** Lists what is in the slices as other types of their fields will make them, before these types count. */
async function prepareRetyped(
  context: OperationContext,
  open: (transaction: Transaction) => Promise<CollectionView>,
  body: UpdateBody,
): Promise<void> {
  const { change, collection, grants } = await context.transaction(async (transaction) => {
    const view = await open(transaction);
    const change = changeConfiguration(view.collection, body);
    const grants = retypedFields(change).length === 0 ? [] : await listSlicedGrants(transaction, view.collection.id);
    return { ...view, change, grants };
  });
  const place = { workspaceId: context.workspace.id, collectionId: collection.id };
  const filters = grants.filter(meansSomethingElse(change)).map(({ filter }) => filter);
  const wanted = { filters, config: change.after, clock: context.services.clock };
  await prepareSlices(context.transaction, place, wanted, endOfPatience());
}

/** Whether a grant has another slice after a change of types. */
function meansSomethingElse({ before, after }: Pick<ConfigurationChange, 'before' | 'after'>) {
  return ({ filter }: SlicedGrant): boolean =>
    stringifyJson(definitionOf(filter, before)) !== stringifyJson(definitionOf(filter, after));
}

async function save(
  context: OperationContext,
  transaction: Transaction,
  { view, body, wakeMaintenance }: { view: CollectionView; body: UpdateBody; wakeMaintenance: () => void },
): Promise<{ collectionId: string; rekey: boolean }> {
  const { collection } = view;
  const change = changeConfiguration(collection, body);
  const rekey = await saveChange(transaction, { collection, change, at: context.services.clock() });
  if (!(await giveSlices(transaction, collection.id, { config: change.after, to: meansSomethingElse(change) }))) {
    transaction.afterCommit(wakeMaintenance);
  }
  await clearFindings(transaction, collection.id, {
    declared: [...declaredFields(change.after)],
    retyped: retypedFields(change),
  });
  await context.audit(transaction, { action: 'collection.configured', target: collection.name, detail: body });
  return { collectionId: collection.id, rekey };
}

/** Stores a changed configuration, and starts giving records the keys it asks for; returns whether there are any. */
export async function saveChange(
  transaction: Transaction,
  {
    collection,
    change,
    at,
  }: { readonly collection: CollectionRow; readonly change: ConfigurationChange; readonly at: Date },
): Promise<boolean> {
  const rekey = changedKeys(collection, change);
  const { description, stored } = change;
  await updateConfiguration(transaction, {
    id: collection.id,
    description,
    configuration: stringifyJson(stored),
    rekey,
    at,
  });
  return rekey.keys;
}

interface AnswerParts {
  readonly principal: Principal;
  readonly view: (transaction: Transaction) => Promise<CollectionView>;
  readonly embedding: Embedding;
  readonly indexes: SearchIndexes;
}

async function answer(
  context: OperationContext,
  transaction: Transaction,
  { principal, view: open, embedding, indexes }: AnswerParts,
) {
  const view = await open(transaction);
  const reindexRequired = await isReindexRequired(transaction, {
    collectionId: view.collection.id,
    config: view.config,
    embedderId: embedding.embedderId,
  });
  return {
    ...(await describeCollection(transaction, principal, { indexes, context, view })),
    reindex_required: reindexRequired,
    workspace: context.workspaceReference,
  };
}
