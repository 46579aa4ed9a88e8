import { stringifyJson } from '@tessera/resolver';
import type { Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Services } from '../../platform/services.js';
import type { Principal } from '../../principals/principal.js';
import { type CollectionConfig, declaredFields } from '../domain/index.js';
import type { Embedding } from '../embedding/embedding.js';
import { clearFindings } from '../findings/store.js';
import { keepReadable } from '../grants/filters.js';
import { countKeys, prepareKeys } from '../keys/prepare.js';
import type { CollectionPlace } from '../prepared/preparations.js';
import { NotPreparedError, savePrepared } from '../prepared/save.js';
import type { SearchIndexes } from '../query/indexes.js';
import { isReindexRequired } from '../reindex/reindex.js';
import { countIds, prepareIds } from '../rekey/prepare.js';
import { beginRekeying, finishMoving, tellChanged } from '../rekey/rekey.js';
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
    const saved = await savePrepared(
      (signal) => prepare(context, { open, body, signal }),
      () =>
        context.transaction(async (transaction) => {
          const { collection } = await open(transaction);
          await lockConfiguration(transaction, collection.id);
          // As it is now that nobody else can change it.
          return save(context, transaction, { view: await open(transaction), body });
        }),
    );
    if (saved.rekey && (await beginRekeying(context.transaction, saved.place, context.services))) {
      wakeMaintenance();
    }
    return context.transaction((transaction) =>
      answer(context, transaction, { principal, view: open, before: saved.before, embedding, indexes }),
    );
  };

  return { 'collections.describe': describe, 'collections.update': update };
}

type UpdateBody = Parameters<typeof changeConfiguration>[1];

/**
 * Works out what other types put into the slices of grants, and what other fields give as ids, dates and identifiers, before
 * these count.
 */
async function prepare(
  context: OperationContext,
  {
    open,
    body,
    signal,
  }: { open: (transaction: Transaction) => Promise<CollectionView>; body: UpdateBody; signal: AbortSignal },
): Promise<void> {
  const { services } = context;
  const { change, collection, filters } = await context.transaction(async (transaction) => {
    const view = await open(transaction);
    const change = changeConfiguration(view.collection, body);
    const grants = await otherSlices(transaction, view.collection.id, change);
    return { ...view, change, filters: grants.map(({ filter }) => filter) };
  });
  const { ids, identifiers } = changedKeys(change);
  const place = { workspaceId: context.workspace.id, collectionId: collection.id };
  const finishFirst = (also?: 'dates') => finishMoving(context.transaction, place, { services, signal, also });
  const { clock } = services;
  await prepareSlices(context.transaction, place, { filters, config: change.after, clock, finishFirst }, signal);
  if (identifiers && change.after.id_match_fields.length > 0) {
    await finishFirst();
    await prepareKeys(context.transaction, place, { config: change.after, clock }, signal);
  }
  if (ids !== undefined) {
    await finishFirst('dates');
    await prepareIds(context.transaction, place, { fields: ids.fields, clock }, signal);
  }
}

/** The grants that have another slice after a change of types. Throws `invalid_request` where one would lose what it gives. */
async function otherSlices(
  transaction: Transaction,
  collectionId: string,
  change: ConfigurationChange,
): Promise<SlicedGrant[]> {
  if (retypedFields(change).length === 0) {
    return [];
  }
  const grants = (await listSlicedGrants(transaction, collectionId)).filter(meansSomethingElse(change));
  keepReadable(grants, change);
  return grants;
}

/** Whether a grant has another slice after a change of types. */
function meansSomethingElse({ before, after }: Pick<ConfigurationChange, 'before' | 'after'>) {
  return ({ filter }: SlicedGrant): boolean =>
    stringifyJson(definitionOf(filter, before)) !== stringifyJson(definitionOf(filter, after));
}

async function save(
  context: OperationContext,
  transaction: Transaction,
  { view: { collection }, body }: { view: CollectionView; body: UpdateBody },
): Promise<{ place: CollectionPlace; rekey: boolean; before: CollectionConfig }> {
  const change = changeConfiguration(collection, body);
  // Again, for grants that were made since it was prepared.
  await otherSlices(transaction, collection.id, change);
  const place = { workspaceId: context.workspace.id, collectionId: collection.id };
  const rekey = await saveChange(transaction, { place, collection, change, services: context.services });
  if (!(await giveSlices(transaction, collection.id, { config: change.after, to: meansSomethingElse(change) }))) {
    throw new NotPreparedError();
  }
  await clearFindings(transaction, collection.id, {
    declared: change.after.unknown_policy === 'accept' ? 'all' : [...declaredFields(change.after)],
    retyped: retypedFields(change),
  });
  await context.audit(transaction, { action: 'collection.configured', target: collection.name, detail: body });
  return { place, rekey, before: change.before };
}

/**
 * Stores a changed configuration, and starts giving records the keys it asks for; returns whether there are any. Throws
 * `NotPreparedError` where it asks for ids, dates or identifiers that have not been prepared.
 */
export async function saveChange(
  transaction: Transaction,
  {
    place,
    collection,
    change,
    services,
  }: {
    readonly place: CollectionPlace;
    readonly collection: CollectionRow;
    readonly change: ConfigurationChange;
    readonly services: Pick<Services, 'clock' | 'log'>;
  },
): Promise<boolean> {
  const { ids, identifiers } = changedKeys(change);
  const { description, stored, after } = change;
  const { id, name } = collection;
  const at = services.clock();
  await updateConfiguration(transaction, { id, description, configuration: stringifyJson(stored), at });
  if (identifiers && !(await countKeys(transaction, place, { config: after, at }))) {
    throw new NotPreparedError();
  }
  if (ids !== undefined) {
    const changed = await countIds(transaction, place, { ...ids, at });
    if (changed === undefined) {
      throw new NotPreparedError();
    }
    await tellChanged(transaction, place, { name, idField: after.id_field, changed, services });
  }
  return ids !== undefined;
}

interface AnswerParts {
  readonly principal: Principal;
  readonly view: (transaction: Transaction) => Promise<CollectionView>;
  /** The configuration before the change. */
  readonly before: CollectionConfig;
  readonly embedding: Embedding;
  readonly indexes: SearchIndexes;
}

async function answer(
  context: OperationContext,
  transaction: Transaction,
  { principal, view: open, before, embedding, indexes }: AnswerParts,
) {
  const view = await open(transaction);
  const reindexRequired = await isReindexRequired(transaction, {
    collectionId: view.collection.id,
    config: view.config,
    before,
    embedderId: embedding.embedderId,
  });
  return {
    ...(await describeCollection(transaction, principal, { indexes, context, view })),
    reindex_required: reindexRequired,
    workspace: context.workspaceReference,
  };
}
