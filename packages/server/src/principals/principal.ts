import type { AccessLevel, Capability, Permission, WorkspaceReference } from '@tessera/contract';
import type { AuditActor } from '../platform/audit.js';
import { type PrincipalKind, type Role, wireKind } from './wire.js';

/** A group of a principal, with the access level in it. */
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
  /** Null for credentials with capabilities or a single purpose instead of a role. */
  readonly role: Role | null;
  readonly access: AccessLevel;
  /** The maximum level of the credential in any collection; `manage` except for pinned tokens. */
  readonly collections: Permission;
  /** Null if not confined. A list confines to its groups, even an empty one. */
  readonly groups: readonly AssignedGroup[] | null;
}

/** The caller. Every credential is resolved to a principal once per request. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** Id of the key, token, session or magic link; for an ingest secret, of its collection. */
  readonly id: string;
  /** Name in the audit log: of the key, of the agent, or of the person in the selected workspace. */
  readonly name: string;
  readonly email?: string;
  /** The person of a personal token, an assistant or a session. */
  readonly personId?: string;
  readonly capabilities?: readonly Capability[];
  /**
   * The scope of a pinned credential, or of an assistant in its writable workspace. For a person's device it is set
   * when the workspace is selected.
   */
  readonly scope: WorkspaceScope | null;
}

/** The caller without a credential. */
export const anonymous: Principal = { kind: 'anonymous', id: 'anonymous', name: 'anonymous', scope: null };

/** Returns a principal as the audit log names it: the person, if any, and the device. */
export function actorOf(principal: Principal): AuditActor {
  const { kind, id, personId, name } = principal;
  return { kind: wireKind(kind), id: personId ?? id, name, ...(isDevice(principal) ? { deviceId: id } : {}) };
}

/** Returns a principal as log lines name it. */
export function logName({ kind, id }: Principal): string {
  return `${wireKind(kind)}:${id}`;
}

/** Whether the caller is a person's device: their machine or an assistant that they connected. */
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

/** Returns the workspace as responses name it. */
export function referenceOf(workspace: WorkspaceReference): WorkspaceReference {
  return { id: workspace.id, slug: workspace.slug, name: workspace.name };
}
