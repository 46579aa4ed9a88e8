import { reconcilePath } from '@tessera/contract';
import { requireGroups } from '../../access/groups/assignments.js';
import { endPrevious } from '../../dispatch/end-previous.js';
import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { existing, uuidFrom } from '../../platform/identifiers.js';
import { newSecret } from '../../platform/secrets.js';
import { openCollection } from '../access/view.js';
import { findUrlId } from '../registry/queries.js';
import { deleteUrl, replaceUrl } from './queries.js';

const note =
  'Keep the URL secret: anyone who has it can read the exposed fields of these records. It is shown only now.';

const create: Operation<'collections.create_reconciliation_url'> = (context, principal, { params, body }) =>
  context.transaction(async (transaction) => {
    const operation = 'collections.create_reconciliation_url';
    const { collection } = await openCollection(transaction, principal, operation, params.name);
    const groupIds = body.groups === undefined ? null : await requireGroups(transaction, body.groups);
    const { services } = context;
    const { secret, hash } = newSecret('', services.random);
    const createdAt = services.clock();
    const url = { id: uuidFrom(services.random), collectionId: collection.id, groupIds, hash, createdAt };
    const previous = await replaceUrl(transaction, url, body.overlap_hours);
    context.audit(transaction, {
      action: 'collection.reconciliation_url_created',
      target: collection.name,
      detail: { groups: groupIds, ...previous },
    });
    const address = `${services.baseUrl}${reconcilePath}/${secret}`;
    return { url: address, secret, note, ...previous, workspace: context.workspaceReference };
  });

const remove: Operation<'collections.delete_reconciliation_url'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const operation = 'collections.delete_reconciliation_url';
    const { collection } = await openCollection(transaction, principal, operation, params.name);
    if (!(await deleteUrl(transaction, collection.id))) {
      throw errors.notFound('reconciliation_url_not_found');
    }
    context.audit(transaction, { action: 'collection.reconciliation_url_deleted', target: collection.name });
    return { deleted: true, workspace: context.workspaceReference };
  });

const endEarlier: Operation<'collections.end_previous_reconciliation_url'> = (context, principal, { params }) =>
  context.transaction(async (transaction) => {
    const operation = 'collections.end_previous_reconciliation_url';
    const { collection } = await openCollection(transaction, principal, operation, params.name);
    const id = existing('reconciliation_url_not_found', await findUrlId(transaction, collection.id));
    const kind = 'reconciliation_secret';
    const entry = { action: 'collection.previous_secret_ended', target: collection.name, detail: { kind } } as const;
    return endPrevious(context, transaction, { kind, id }, entry);
  });

/** Operations on the reconciliation URL of a collection. */
export const reconciliationUrlOperations = {
  'collections.create_reconciliation_url': create,
  'collections.delete_reconciliation_url': remove,
  'collections.end_previous_reconciliation_url': endEarlier,
};
