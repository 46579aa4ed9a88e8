import type { AccessLevel, Capability, OperatorScope, Permission, WorkspaceReference } from '@tessera/contract';
import type { AuditActor } from '../platform/audit.js';
import { type PrincipalKind, type Role, wireKind } from './wire.js';

/** A group of a principal, with the principal's access level in it. */
export interface AssignedGroup {
  readonly id: string;
  readonly access: AccessLevel;
}

/** A workspace and its state. */
export interface PrincipalWorkspace extends WorkspaceReference {
  readonly suspended: boolean;
}

/** The role, access level and groups of a principal in the workspace of a call. */
export interface WorkspaceScope {
  readonly workspace: PrincipalWorkspace;
  /** Null for credentials that have capabilities or a single purpose instead of a role. */
  readonly role: Role | null;
  readonly access: AccessLevel;
  /** The maximum level of the credential in any collection. It is `manage` except for pinned tokens. */
  readonly collections: Permission;
  /** Null if the principal is not confined. A list confines it to these groups, even if the list is empty. */
  readonly groups: readonly AssignedGroup[] | null;
}

/** The caller. Every credential is resolved to a principal once per request. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** Id of the key, token, session or magic link. For an ingest secret, the id of its collection. */
  readonly id: string;
  /** Name in the audit log: that of the key, of the agent, or of the person in the selected workspace. */
  readonly name: string;
  readonly email?: string;
  /** The person of a personal token, an assistant or a session. */
  readonly personId?: string;
  readonly capabilities?: readonly Capability[];
  /** The scopes of a named operator token; absent for the operator token itself, which may do everything. */
  readonly operatorScopes?: readonly OperatorScope[];
  /** Set for a person's device that reaches several workspaces. */
  readonly reachesOthers?: true;
  /**
   * The scope of a pinned credential, or of an assistant in the workspace where it may write. For a person's device it
   * is null until the workspace is selected.
   */
  readonly scope: WorkspaceScope | null;
}

/** The caller without a credential. */
export const anonymous: Principal = { kind: 'anonymous', id: 'anonymous', name: 'anonymous', scope: null };

/** The operator as the actor of audit entries. */
export const operator = { kind: 'operator', id: 'operator', name: 'operator' } as const;

/** The fields of a principal in the audit log: the person, if there is one, and the device. */
export function actorOf(principal: Principal): AuditActor {
  const { kind, id, personId, name } = principal;
  return { kind: wireKind(kind), id: personId ?? id, name, ...(isDevice(principal) ? { deviceId: id } : {}) };
}

/** The fields of a principal in log lines. */
export function logName({ kind, id }: Principal): string {
  return `${wireKind(kind)}:${id}`;
}

/** Whether the caller is a device of a person: their own machine, or an assistant that they connected. */
export function isDevice({ kind }: Pick<Principal, 'kind'>): boolean {
  return kind === 'personal_token' || kind === 'assistant';
}

/** Whether a scope allows writes: depends on role, access level, groups and workspace state. */
export function canWrite(scope: WorkspaceScope): boolean {
  if (scope.workspace.suspended || scope.access === 'read_only' || scope.role === 'member') {
    return false;
  }
  return scope.groups === null || scope.groups.some((group) => group.access === 'read_write');
}

/** The fields of a workspace in responses. */
export function referenceOf(workspace: WorkspaceReference): WorkspaceReference {
  return { id: workspace.id, slug: workspace.slug, name: workspace.name };
}
