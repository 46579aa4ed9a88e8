import { type Policy, uuid, type WorkspaceReference } from '@tessera/contract';
import type { Queryable } from '../platform/database/database.js';
import { errors } from '../platform/errors.js';
import { canWrite, isDevice, type Principal, referenceOf, type WorkspaceScope } from './principal.js';
import { findPersonInWorkspace, listOpened, listScopes } from './queries.js';

/** The workspace that a call names, if any. */
export interface NamedWorkspace {
  /** The id from the header, or from an argument of an agent's read. */
  readonly header?: string | undefined;
  /** The slug, from the URL. */
  readonly slug?: string | undefined;
}

/** The workspace that a call names, and the policy. */
export interface WorkspaceSelection extends NamedWorkspace {
  readonly policy: Policy;
  /** Time of the call, recorded as the last use of a device. */
  readonly at: Date;
}

/**
 * Selects the workspace of a call, before the operation runs. Returns the principal with its scope there. A pinned
 * credential has one workspace; with a personal credential, the call must name one. Throws the workspace errors.
 */
export async function selectWorkspace(
  transaction: Queryable,
  principal: Principal,
  selection: WorkspaceSelection,
): Promise<Principal> {
  const { slug, policy, at } = selection;
  // Routes that only the operator may call ignore the header. On other routes, the header is validated for every
  // caller.
  if (principal.kind === 'anonymous' || (principal.kind === 'operator' && policy.credentials.length === 1)) {
    return principal;
  }
  const header = slug === undefined ? selection.header : await idOf(transaction, principal, slug);
  if (header !== undefined && !uuid.safeParse(header).success) {
    throw errors.invalidWorkspaceId(await writableWorkspaces(transaction, principal));
  }
  if (principal.kind === 'operator') {
    return principal;
  }
  if (principal.kind === 'personal_token') {
    return selectForPerson(transaction, principal, { header, required: policy.workspace === 'one', at });
  }
  if (principal.kind === 'assistant') {
    return selectForAssistant(transaction, principal, { header, required: policy.workspace === 'one', at });
  }
  const pinned = principal.scope?.workspace.id;
  if (header !== undefined && pinned !== undefined && header.toLowerCase() !== pinned) {
    throw errors.workspaceConflict(await writableWorkspaces(transaction, principal));
  }
  if (policy.workspace === 'one' && pinned === undefined) {
    const scopes = await reachableScopes(transaction, principal);
    throw scopes.length === 0 ? errors.belongsNowhere() : errors.workspaceNotChosen(writableOf(scopes));
  }
  return principal;
}

async function idOf(transaction: Queryable, principal: Principal, slug: string): Promise<string> {
  const scopes = await reachableScopes(transaction, principal);
  const named = scopes.find(({ workspace }) => workspace.slug === slug);
  if (named === undefined) {
    throw errors.notAMember(writableOf(scopes));
  }
  return named.workspace.id;
}

interface DeviceSelection {
  readonly header: string | undefined;
  readonly required: boolean;
  readonly at: Date;
}

async function selectForPerson(
  transaction: Queryable,
  principal: Principal,
  { header, required, at }: DeviceSelection,
): Promise<Principal> {
  if (header === undefined) {
    if (required) {
      throw errors.workspaceRequired(await writableWorkspaces(transaction, principal));
    }
    return principal;
  }
  const device = { personId: principal.personId ?? principal.id, tokenId: principal.id };
  const there = await findPersonInWorkspace(transaction, device, { workspaceId: header, at });
  if (there === undefined) {
    throw errors.notAMember(await writableWorkspaces(transaction, principal));
  }
  return { ...principal, ...there };
}

/** Selects one of the workspaces opened to an assistant. The default is the one where it may write. */
async function selectForAssistant(
  transaction: Queryable,
  principal: Principal,
  selection: DeviceSelection,
): Promise<Principal> {
  const opened = await listOpened(transaction, principal.id);
  const only = opened.size === 1 ? [...opened.keys()][0] : undefined;
  const header =
    selection.header?.toLowerCase() ?? principal.scope?.workspace.id ?? (selection.required ? only : undefined);
  if (header !== undefined && !opened.has(header)) {
    throw errors.notAMember(await writableWorkspaces(transaction, principal));
  }
  const there = await selectForPerson(transaction, principal, { ...selection, header });
  return there.scope === null ? there : { ...there, scope: openedScope(there.scope, opened) };
}

function openedScope(scope: WorkspaceScope, opened: ReadonlyMap<string, boolean>): WorkspaceScope {
  return opened.get(scope.workspace.id) ? scope : { ...scope, access: 'read_only' };
}

/** Lists the scopes of a principal: all workspaces of a person, or the one of a pinned credential. */
export async function reachableScopes(transaction: Queryable, principal: Principal): Promise<WorkspaceScope[]> {
  // A browser session is pinned to a workspace, but its person can choose any other, so all are listed.
  if (principal.personId !== undefined) {
    const device = isDevice(principal) ? principal.id : undefined;
    const scopes = await listScopes(transaction, principal.personId, device);
    if (principal.kind !== 'assistant') {
      return scopes;
    }
    const opened = await listOpened(transaction, principal.id);
    return scopes.filter(({ workspace }) => opened.has(workspace.id)).map((scope) => openedScope(scope, opened));
  }
  return principal.scope === null ? [] : [principal.scope];
}

/** Lists the workspaces that the principal can write to, for workspace errors. */
export async function writableWorkspaces(transaction: Queryable, principal: Principal): Promise<WorkspaceReference[]> {
  return writableOf(await reachableScopes(transaction, principal));
}

function writableOf(scopes: readonly WorkspaceScope[]): WorkspaceReference[] {
  return scopes.filter(canWrite).map((scope) => referenceOf(scope.workspace));
}
