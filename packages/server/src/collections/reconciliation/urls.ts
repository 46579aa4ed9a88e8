import { reconcilePath } from '@tessera/contract';
import { requireGroups } from '../../access/groups/assignments.js';
import type { Operation } from '../../dispatch/operation.js';
import { errors } from '../../platform/errors.js';
import { uuidFrom } from '../../platform/identifiers.js';
import { newSecret } from '../../platform/secrets.js';
import { openCollection } from '../access/view.js';
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
    await replaceUrl(transaction, {
      ...{ id: uuidFrom(services.random), collectionId: collection.id },
      ...{ groupIds, hash, createdAt },
    });
    context.audit(transaction, {
      action: 'collection.reconciliation_url_created',
      target: collection.name,
      detail: { groups: groupIds },
    });
    const url = `${services.baseUrl}${reconcilePath}/${secret}`;
    return { url, secret, note, workspace: context.workspaceReference };
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

/** Operations on the reconciliation URL of a collection. */
export const reconciliationUrlOperations = {
  'collections.create_reconciliation_url': create,
  'collections.delete_reconciliation_url': remove,
};
