import type { AnswerOf, Operation, OperationContext } from '../../dispatch/operation.js';
import { findWorkspaceOfDomain } from '../../http/domain.js';
import { hostOf, hostsOfService } from '../../http/host.js';
import { isUniqueViolation } from '../../platform/database/sqlstate.js';
import { errors } from '../../platform/errors.js';
import { existing } from '../../platform/identifiers.js';
import { findTexts } from '../../platform/outgoing/text-records.js';
import { checkDomain, type DomainRow, findDomain, removeDomain, setDomain } from './queries.js';

const put: Operation<'settings.put_domain'> = async (context, _principal, { body }) => {
  const { services, workspace } = context;
  const { host } = body;
  if (hostsOfService(services).includes(host)) {
    throw errors.hostTaken(host);
  }
  const named = await context.transaction(async (transaction) => {
    const [before, holder] = [await findDomain(transaction), await findWorkspaceOfDomain(transaction, host)];
    // Only a proof keeps others out. Any number of workspaces can name a host that none of them has proved.
    if (holder !== undefined && holder.id !== workspace.id) {
      throw errors.hostTaken(host);
    }
    await setDomain(transaction, host);
    if (before?.host !== host) {
      const detail = { host, before: before?.host ?? null };
      context.audit(transaction, { action: 'workspace.domain_set', target: workspace.slug, detail });
    }
    return findDomain(transaction);
  });
  const { name, value } = recordOf(host, workspace.id);
  const isProved = (await findTexts(services.settings, name)).includes(value);
  if (!isProved || named?.checked_at) {
    return present(context, named);
  }
  const proved = context.transaction(async (transaction) => {
    if (await checkDomain(transaction, host, services.clock())) {
      context.audit(transaction, { action: 'workspace.domain_checked', target: workspace.slug, detail: { host } });
    }
    return present(context, await findDomain(transaction));
  });
  return proved.catch((error) => {
    throw isUniqueViolation(error, 'workspaces_domain') ? errors.hostTaken(host) : error;
  });
};

const get: Operation<'settings.get_domain'> = async (context) =>
  present(context, await context.transaction((transaction) => findDomain(transaction)));

const remove: Operation<'settings.delete_domain'> = (context) =>
  context.transaction(async (transaction) => {
    const { workspace, workspaceReference } = context;
    const before = existing('domain_not_found', await findDomain(transaction));
    await removeDomain(transaction);
    const { host } = before;
    context.audit(transaction, { action: 'workspace.domain_removed', target: workspace.slug, detail: { host } });
    return { host, deleted: true, workspace: workspaceReference };
  });

/** The DNS record that proves a workspace's control of a host: it contains the workspace's id. */
function recordOf(host: string, workspaceId: string) {
  return { type: 'TXT', name: `_tessera.${host}`, value: `tessera-workspace=${workspaceId}` } as const;
}

function present(context: OperationContext, row: DomainRow | undefined): AnswerOf<'settings.get_domain'> {
  const { host, checked_at: checkedAt } = existing('domain_not_found', row);
  return {
    host,
    status: checkedAt === null ? 'pending' : 'active',
    checked_at: checkedAt?.toISOString() ?? null,
    record: recordOf(host, context.workspace.id),
    points_to: hostOf(context.services.baseUrl),
    workspace: context.workspaceReference,
  };
}

/** The operations on a workspace's own host. */
export const domainOperations = {
  'settings.put_domain': put,
  'settings.get_domain': get,
  'settings.delete_domain': remove,
};
