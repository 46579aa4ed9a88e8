import { routes } from '@tessera/contract';
import { readConfig } from '@tessera/records';
import { endPrevious } from '../../dispatch/end-previous.js';
import type { InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import { rotateSecret } from '../../platform/credentials.js';
import type { Transaction } from '../../platform/database/database.js';
import { isUniqueViolation } from '../../platform/database/sqlstate.js';
import { errors } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import { decodeCursor, toPage } from '../../platform/paging.js';
import { newSecret } from '../../platform/secrets.js';
import { refusalFor } from '../../principals/authorize.js';
import type { Principal } from '../../principals/principal.js';
import { listCollections, listDeletedCollections } from '../access/queries.js';
import { lockCollection } from '../access/sequence-number.js';
import { groupIdsOf, openCollection, viewOf } from '../access/view.js';
import { readIndexed } from '../search/in-slice.js';
import type { SearchIndexes } from '../search/index/indexes.js';
import { describeCollection } from './describe.js';
import { numbersOf } from './numbers.js';
import { deleteCollection, markDeleted, restoreCollection } from './queries.js';

const note =
  'Keep the ingest URL secret: anyone who has it can write records to this collection. It is shown only now.';

/** The part of a response that shows a new ingest URL. */
export function ingestUrl(context: OperationContext, secret: string) {
  return {
    ingest_url: `${context.services.baseUrl}/ingest/${secret}`,
    secret,
    note,
    workspace: context.workspaceReference,
  };
}

const list =
  (indexes: SearchIndexes): Operation<'collections.list'> =>
  (context, principal, { query }) =>
    readIndexed(context, indexes, async (transaction) => {
      const at = context.services.clock();
      const isConfined = principal.scope?.groups !== null;
      const deleted = query.deleted ? await restorableAt(transaction, principal, at) : undefined;
      const rows = deleted?.rows ?? (await listCollections(transaction, isConfined ? groupIdsOf(principal) : null));
      const views = rows.map((row) => viewOf(row, principal.scope)).filter((view) => view !== undefined);
      const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, ['text'])[0];
      const rest = after === undefined ? views : views.filter((view) => view.collection.name > after);
      const page = toPage(rest, query.limit ?? rest.length, (view) => [view.collection.name]);
      const numbers = await numbersOf(transaction, indexes, { views: page.rows, at });
      const collections = page.rows.map((view) => {
        const { id, name, description } = view.collection;
        return { id, name, description, access: view.level, ...numbers(view), ...deleted?.times.get(id) };
      });
      const count = views.length;
      return { collections, count, ...(query.limit === undefined ? {} : { next_cursor: page.nextCursor }) };
    });

/** The deleted collections that can be restored, with their times. Throws the refusal of a caller who may restore none. */
async function restorableAt(transaction: Transaction, principal: Principal, at: Date) {
  const { policy, operation } = routes['collections.restore'];
  const refusal = refusalFor(principal, policy, operation);
  if (refusal !== undefined) {
    throw refusal;
  }
  const rows = await listDeletedCollections(transaction);
  const untilOf = (row: (typeof rows)[number]) => restorableUntil(row.deleted_at, readConfig(row.configuration));
  const times = rows.map((row) => [row, untilOf(row)] as const).filter(([, until]) => until > at);
  return {
    rows: times.map(([row]) => row),
    times: new Map(
      times.map(([{ id, deleted_at }, until]) => {
        return [id, { deleted_at: deleted_at.toISOString(), restorable_until: until.toISOString() }] as const;
      }),
    ),
  };
}

/** Until when a deleted collection can be restored. */
function restorableUntil(deletedAt: Date, { history_days: days }: { readonly history_days: number }): Date {
  return new Date(deletedAt.getTime() + days * 86_400_000);
}

const describe =
  (indexes: SearchIndexes): Operation<'collections.describe'> =>
  (context, principal, { params }) =>
    readIndexed(context, indexes, async (transaction, isLast) => {
      const view = await openCollection(transaction, principal, 'collections.describe', params.name);
      return describeCollection(transaction, principal, { view, indexes, now: context.services.clock(), isLast });
    });

const rotate: Operation<'collections.rotate_secret'> = (context, principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const { collection } = await openCollection(transaction, principal, 'collections.rotate_secret', params.name);
    const { secret, hash } = newSecret('', context.services.random);
    const { workspaceId } = transaction;
    const rotation = { at: context.services.clock(), overlapHours: body.overlap_hours };
    const stored = { kind: 'ingest_secret', workspaceId, id: collection.id, hash } as const;
    const previous = await rotateSecret(transaction, stored, rotation);
    context.audit(transaction, {
      action: 'collection.ingest_url_regenerated',
      target: collection.name,
      detail: { ...previous },
    });
    return { id: collection.id, name: collection.name, ...ingestUrl(context, secret), ...previous };
  });

/** Creates the operation that ends the earlier secret of one kind of a collection. */
const endPreviousOf =
  <Id extends 'collections.end_previous_url' | 'collections.end_previous_mapping_secret'>(
    operation: Id,
    kind: 'ingest_secret' | 'mapping_secret',
  ) =>
  (context: OperationContext, principal: Principal, { params }: InputOf<Id>) =>
    context.transaction(async (transaction) => {
      const { collection } = await openCollection(transaction, principal, operation, params.name);
      const entry = { action: 'collection.previous_secret_ended', target: collection.name, detail: { kind } } as const;
      return endPrevious(context, transaction, { kind, id: collection.id }, entry);
    });

const remove: Operation<'collections.delete'> = (context, principal, { params, query }) =>
  context.transaction(async (transaction) => {
    const { view } = await lockCollection(transaction, principal, 'collections.delete', params.name);
    const { id, name } = view.collection;
    if (query.confirm !== undefined && query.confirm !== name) {
      throw errors.invalidRequest([{ path: 'confirm', message: `must repeat the name of the collection, ${name}` }]);
    }
    const at = context.services.clock();
    const until = view.config.history_days === 0 ? null : restorableUntil(at, view.config).toISOString();
    if (until === null) {
      await deleteCollection(transaction, { workspaceId: transaction.workspaceId, id });
    } else {
      await markDeleted(transaction, id, at);
    }
    const detail = { id, restorable_until: until };
    context.audit(transaction, { action: 'collection.deleted', target: name, detail });
    return { id, name, deleted: true, restorable_until: until, workspace: context.workspaceReference };
  });

const restore: Operation<'collections.restore'> = async (context, _principal, { params: { name } }) => {
  const restored = context.transaction(async (transaction) => {
    const id = existing('collection_not_found', await restoreCollection(transaction, name));
    context.audit(transaction, { action: 'collection.restored', target: name, detail: { id } });
    return { id, name, restored: true as const, workspace: context.workspaceReference };
  });
  return restored.catch((error) => {
    throw isUniqueViolation(error, 'collections_name') ? errors.collectionExists(name) : error;
  });
};

/** Operations that list, describe and delete collections. */
export function collectionOperations(indexes: SearchIndexes) {
  return {
    'collections.list': list(indexes),
    'collections.describe': describe(indexes),
    'collections.rotate_secret': rotate,
    'collections.end_previous_url': endPreviousOf('collections.end_previous_url', 'ingest_secret'),
    'collections.end_previous_mapping_secret': endPreviousOf(
      'collections.end_previous_mapping_secret',
      'mapping_secret',
    ),
    'collections.delete': remove,
    'collections.restore': restore,
  };
}
