import { shownDetails, type ValidationDetail } from '@tessera/contract';
import type { JsonValue } from '@tessera/json';
import type { Operation } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { mapWithPauses } from '../../platform/pauses.js';
import { holdCollection } from '../access/change-mark.js';
import { canonicalId } from '../model/identity.js';
import { idInPath } from '../records/operations.js';
import { type RecordScope, scopeSql } from '../records/queries.js';
import { findStates, tombstoneRecords } from './store.js';

const remove: Operation<'collections.delete_record'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const { view, changeMark } = await holdCollection(transaction, principal, 'collections.delete_record', params.name);
    const externalId = idInPath(params.id);
    const { id: collectionId, name } = view.collection;
    const [held] = await findStates(transaction, {
      collectionId,
      ids: [externalId],
      slice: view.writeSlice,
      withAttributes: false,
    });
    if (held === undefined || !held.inside) {
      throw errors.notFound('record_not_found');
    }
    if (!held.tombstoned) {
      if (view.config.append_only) {
        throw errors.appendOnly('The collection is append-only: its records are never deleted.');
      }
      const now = context.services.clock();
      const version = uuidFrom(context.services.random);
      tombstoneRecords(transaction, { collectionId, changeMark, now, version }, [externalId]);
      context.audit(transaction, {
        action: 'collection.record_deleted',
        target: name,
        detail: { external_id: externalId },
      });
    }
    return { external_id: externalId, status: 'tombstoned', workspace: context.workspaceReference };
  });

const reconcile: Operation<'collections.reconcile_records'> = async (context, principal, { params, body }) => {
  const liveIds = await canonicalIds(body.live_ids as readonly JsonValue[]);
  return context.transaction(async (transaction) => {
    const { view, changeMark } = await holdCollection(
      transaction,
      principal,
      'collections.reconcile_records',
      params.name,
    );
    const { id: collectionId, name } = view.collection;
    const { absent, live } = await compareIds(transaction, { collectionId, slice: view.writeSlice }, liveIds);
    if (view.config.append_only && absent.length > 0) {
      throw errors.appendOnly(
        `The collection is append-only, and ${absent.length} of its records are not among the live ids: nothing was deleted.`,
      );
    }
    if (absent.length > 0) {
      const now = context.services.clock();
      const version = uuidFrom(context.services.random);
      tombstoneRecords(transaction, { collectionId, changeMark, now, version }, absent);
    }
    const counts = { tombstoned: absent.length, live, unknown: liveIds.length - live };
    context.audit(transaction, {
      action: 'collection.reconciled',
      target: name,
      detail: { ...counts, external_ids: absent.slice(0, 100) },
    });
    return { ...counts, workspace: context.workspaceReference };
  });
};

/** Which live records of a scope a list of ids lacks, and how many it names. */
async function compareIds(
  transaction: Transaction,
  scope: RecordScope,
  liveIds: readonly string[],
): Promise<{ readonly absent: string[]; readonly live: number }> {
  const { text, values } = scopeSql(transaction, scope);
  const [row] = await transaction.query<{ absent: string[]; live: number }>(
    prepared(`select coalesce(array_agg(r.external_id order by r.external_id) filter (where l.id is null), '{}') as absent,
       count(l.id)::int as live
     from records r left join json_array_elements_text($${values.length + 1}::json) as l (id) on l.id = r.external_id where ${text}`),
    // One text: half a million of them in an array would hold up other requests on their way to the database.
    [...values, JSON.stringify(liveIds)],
  );
  return row ?? { absent: [], live: 0 };
}

async function canonicalIds(sent: readonly JsonValue[]): Promise<string[]> {
  const ids = new Set<string>();
  const details: ValidationDetail[] = [];
  let problems = 0;
  await mapWithPauses(sent, (value, place) => {
    const canonical = canonicalId(value);
    if ('id' in canonical) {
      ids.add(canonical.id);
      return;
    }
    problems += 1;
    if (details.length < shownDetails) {
      details.push({ path: `live_ids.${place}`, message: canonical.message });
    }
  });
  if (problems > 0) {
    throw errors.invalidRequest(details, problems);
  }
  return [...ids];
}

/** Deleting and reconciling records. */
export const removalOperations = { 'collections.delete_record': remove, 'collections.reconcile_records': reconcile };
