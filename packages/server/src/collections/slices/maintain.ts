import type { InTransaction, Queryable } from '../../platform/database/database.js';
import { deleteRows } from '../../platform/database/delete-rows.js';
import { describeError } from '../../platform/log.js';
import type { Services } from '../../platform/services.js';
import { lockConfiguration } from '../collections/configuration-lock.js';
import { findCollectionById } from '../collections/queries.js';
import { type CollectionConfig, readConfig } from '../domain/index.js';
import type { CollectionPlace } from '../prepared/preparations.js';
import { forgetDepartures, withForgettable } from './departures.js';
import { giveSlices, prepareSlices } from './keep.js';
import { deleteRetiredSlices, listedByRetired, listSlicedGrants, retireSlices, type SlicedGrant } from './queries.js';

/** For how long nobody must have asked for a slice to retire it: it may be about to be given to a grant. */
const untouchedMs = 900_000;
/** How long a retired slice stays, for requests that met it just before. It is no longer kept. */
const retiredMs = 600_000;

type SliceServices = Pick<Services, 'database' | 'log' | 'clock'>;

/**
 * Gives grants their slices that have none, as after an upgrade, and removes slices that no grant names any more. Stops
 * after its current page once the signal says so, and goes on there the next time. A collection that fails does not hold up
 * the others.
 */
export async function maintainSlices(services: SliceServices, signal: AbortSignal): Promise<void> {
  for (const place of await listPlaces(services, withoutSlice)) {
    await unlessStopped(services, signal, () => giveMissing(services, place, signal));
  }
  for (const { workspaceId, collectionId } of await listPlaces(services, withForgettable)) {
    const inTransaction: InTransaction = (work) => services.database.inWorkspace(workspaceId, work);
    await unlessStopped(services, signal, () => forgetDepartures(inTransaction, collectionId, signal));
  }
  const now = services.clock().getTime();
  const before = { touched: new Date(now - untouchedMs), retired: new Date(now - retiredMs) };
  for (const place of await listPlaces(services, withUnused, [before.touched, before.retired])) {
    await unlessStopped(services, signal, () => removeUnused(services, place, { before, signal }));
  }
}

const withoutSlice = `select distinct g.workspace_id as "workspaceId", g.collection_id as "collectionId"
  from collection_grants g join collections c on c.workspace_id = g.workspace_id and c.id = g.collection_id
  where g.filter is not null and g.slice_id is null and not c.rekeys_ids`;

const withUnused = `select distinct s.workspace_id as "workspaceId", s.collection_id as "collectionId" from slices s
  where s.retired_at < $2 or s.retired_at is null and s.touched_at < $1 and not exists (
    select from collection_grants g
    where g.workspace_id = s.workspace_id and g.collection_id = s.collection_id and g.slice_id = s.id)`;

function listPlaces({ database }: SliceServices, statement: string, values: readonly unknown[] = []) {
  return database.asSystem((transaction) => transaction.query<CollectionPlace>(statement, values));
}

async function unlessStopped({ log }: SliceServices, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      log.warn({ error: describeError(error) }, 'keeping slices failed and goes on later');
    }
  }
}

async function giveMissing(
  { database, clock }: SliceServices,
  place: CollectionPlace,
  signal: AbortSignal,
): Promise<void> {
  const { workspaceId, collectionId } = place;
  const inTransaction: InTransaction = (work) => database.inWorkspace(workspaceId, work);
  const config = await inTransaction((transaction) => findConfig(transaction, collectionId));
  const grants = await inTransaction((transaction) => listSlicedGrants(transaction, collectionId));
  if (config === undefined) {
    return;
  }
  const isMissing = (grant: SlicedGrant) => grant.slice_id === null;
  const filters = grants.filter(isMissing).map(({ filter }) => filter);
  await prepareSlices(inTransaction, place, { filters, config, clock }, signal);
  await inTransaction(async (transaction) => {
    await lockConfiguration(transaction, collectionId);
    const current = await findConfig(transaction, collectionId);
    if (current !== undefined) {
      await giveSlices(transaction, collectionId, { config: current, to: isMissing });
    }
  });
}

async function findConfig(transaction: Queryable, collectionId: string): Promise<CollectionConfig | undefined> {
  const collection = await findCollectionById(transaction, collectionId);
  return collection === undefined ? undefined : readConfig(collection.configuration);
}

async function removeUnused(
  { database, clock }: SliceServices,
  { workspaceId, collectionId }: CollectionPlace,
  { before, signal }: { before: { readonly touched: Date; readonly retired: Date }; signal: AbortSignal },
): Promise<void> {
  await database.inWorkspace(workspaceId, async (transaction) => {
    await lockConfiguration(transaction, collectionId);
    await retireSlices(transaction, collectionId, { touchedBefore: before.touched, at: clock() });
  });
  const retired = { collectionId, retiredBefore: before.retired };
  const inTransaction: InTransaction = (work) => database.inWorkspace(workspaceId, work);
  for (const rows of listedByRetired(retired)) {
    if (!(await deleteRows(inTransaction, rows, signal))) {
      return;
    }
  }
  await inTransaction((transaction) => deleteRetiredSlices(transaction, retired));
}
