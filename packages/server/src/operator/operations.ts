import { canonicalHost } from '@tessera/contract';
import { createApiKey } from '../access/api-keys/operations.js';
import { addPerson, sendInvite } from '../access/memberships/admission.js';
import type { NotifyContext } from '../access/notify.js';
import { createToken } from '../access/tokens/operations.js';
import type { Operation, OperationContext } from '../dispatch/operation.js';
import { findWorkspaceOfDomain } from '../http/domain.js';
import { recordAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { errors } from '../platform/errors.js';
import { existing, requireById, uuidFrom } from '../platform/identifiers.js';
import { recordOperatorEvent } from '../platform/operator-events.js';
import { decodeCursor, toPage } from '../platform/paging.js';
import { actorOf, type Principal, type PrincipalWorkspace, referenceOf } from '../principals/principal.js';
import {
  countWorkspaces,
  findWorkspace,
  insertWorkspace,
  listWorkspaces,
  updateWorkspace,
} from '../workspaces/queries.js';
import { deletionOperations } from './deletion/operations.js';
import { lockWorkspace } from './deletion/queries.js';
import { erasureOperations } from './erasure/operations.js';
import { operatorLists } from './events.js';
import { listUsage, presentUsage } from './usage.js';

/** An action of an operator in the workspace that the path names. */
interface NamedAction {
  readonly action: string;
  readonly workspaceId: string;
  readonly actor: Principal;
}

/** Runs `work` in the workspace that the operator's path names, and records it. Throws `workspace_not_found`. */
async function inNamedWorkspace<Result>(
  context: OperationContext,
  { action, workspaceId, actor }: NamedAction,
  work: (inside: NotifyContext, transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { services, requestId } = context;
  return requireById('workspace_not_found', workspaceId, (id) =>
    services.database.asSystem(async (system) => {
      const transaction = { ...system, workspaceId: id };
      // The owner also sees workspaces that are deleted or being imported.
      const locked = await lockWorkspace(system, id);
      const found = locked?.isDeleted === false ? await findWorkspace(transaction, id) : undefined;
      if (found === undefined) {
        return undefined;
      }
      recordOperatorEvent(system, services, { action, actor, target: id, detail: {}, requestId });
      return work(operatorContext(context, found, actor), transaction);
    }),
  );
}

function operatorContext(context: OperationContext, workspace: PrincipalWorkspace, actor: Principal): NotifyContext {
  const { services, requestId } = context;
  return {
    services,
    requestId,
    workspace,
    workspaceReference: referenceOf(workspace),
    audit: (transaction, entry) =>
      recordAudit(transaction, {
        ...entry,
        workspaceId: workspace.id,
        at: services.clock(),
        actor: actorOf(actor),
        requestId,
      }),
  };
}

const createWorkspace: Operation<'operator.create_workspace'> = (context, principal, { body }) => {
  const { services } = context;
  return services.database.asSystem(async (transaction) => {
    const workspace = await insertWorkspace(transaction, {
      id: uuidFrom(services.random),
      slug: body.slug,
      name: body.name,
      reader_seats: body.reader_seats ?? services.settings.SVC_READER_SEATS,
      billing_active: body.billing_active,
      created_at: services.clock(),
    });
    if (workspace === undefined) {
      throw errors.workspaceExists(body.slug);
    }
    const inside = operatorContext(context, workspace, principal);
    const event = {
      action: 'workspace.created',
      actor: principal,
      target: workspace.id,
      detail: { slug: workspace.slug },
    };
    recordOperatorEvent(transaction, context.services, { ...event, requestId: context.requestId });
    inside.audit(transaction, {
      action: 'workspace.created',
      target: workspace.slug,
      detail: { name: workspace.name },
    });
    if (body.admin_email === undefined) {
      return { workspace, admin: null };
    }
    const within = { ...transaction, workspaceId: workspace.id };
    const person = { email: body.admin_email, role: 'admin' } as const;
    const { id, email, name, pending } = await addPerson(inside, within, { person, by: 'operator' });
    await sendInvite(inside, within, { email, name });
    return { workspace, admin: { id, email, pending } };
  });
};

const list: Operation<'operator.list_workspaces'> = ({ services }, _principal, { query }) =>
  services.database.asSystem(async (transaction) => {
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['text', 'uuid']);
    const found = await listWorkspaces(transaction, { after, limit: query.limit + 1 });
    const page = toPage(found, query.limit, (row) => [row.name, row.id]);
    const usage = await listUsage(
      transaction,
      services.storage,
      page.rows.map(({ id }) => id),
    );
    return {
      workspaces: page.rows.flatMap((row) =>
        // None for a workspace that was deleted between the two statements.
        usage.filter(({ id }) => id === row.id).map((found) => ({ ...row, usage: presentUsage(found) })),
      ),
      count: await countWorkspaces(transaction),
      next_cursor: page.nextCursor,
    };
  });

const update: Operation<'operator.update_workspace'> = (context, actor, { params, body }) =>
  inNamedWorkspace(
    context,
    { action: 'workspace.updated', workspaceId: params.id, actor },
    async (inside, transaction) => {
      await updateWorkspace(transaction, transaction.workspaceId, body);
      const workspace = existing('workspace_not_found', await findWorkspace(transaction, transaction.workspaceId));
      inside.audit(transaction, { action: 'workspace.updated', target: workspace.slug, detail: body });
      return { workspace };
    },
  );

const addPersonTo: Operation<'operator.add_person'> = (context, actor, { params, body }) =>
  inNamedWorkspace(
    context,
    { action: 'workspace.person_added', workspaceId: params.id, actor },
    async (inside, transaction) => {
      const added = await addPerson(inside, transaction, { person: body, by: 'operator' });
      await sendInvite(inside, transaction, added);
      return added;
    },
  );

const createTokenFor: Operation<'operator.create_token'> = (context, actor, { params, body }) =>
  inNamedWorkspace(
    context,
    { action: 'workspace.token_created', workspaceId: params.id, actor },
    (inside, transaction) => createToken(inside, transaction, body, null),
  );

const createApiKeyFor: Operation<'operator.create_api_key'> = (context, actor, { params, body }) =>
  inNamedWorkspace(
    context,
    { action: 'workspace.api_key_created', workspaceId: params.id, actor },
    (inside, transaction) => createApiKey(inside, transaction, body, null),
  );

const getDomain: Operation<'operator.get_domain'> = async ({ services }, _principal, { params }) => {
  const host = canonicalHost(params.host) ?? params.host;
  const workspace = await services.database.withoutWorkspace((queryable) => findWorkspaceOfDomain(queryable, host));
  return { host, workspace: existing('domain_not_found', workspace) };
};

/** The operations of the operator. */
export const operatorOperations = {
  'operator.create_workspace': createWorkspace,
  'operator.list_workspaces': list,
  'operator.update_workspace': update,
  'operator.create_api_key': createApiKeyFor,
  'operator.add_person': addPersonTo,
  'operator.create_token': createTokenFor,
  'operator.get_domain': getDomain,
  ...operatorLists,
  ...deletionOperations,
  ...erasureOperations,
};
