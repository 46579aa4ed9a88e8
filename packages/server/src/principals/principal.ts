import type { AccessLevel, Capability, Permission, WorkspaceReference } from '@tessera/contract';
import type { AuditActor } from '../platform/audit.js';
import { type PrincipalKind, type Role, wireKind } from './wire.js';

/** A group of a principal, with the access level. */
export interface HeldGroup {
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
  /** The most that the credential may do in any collection; `manage` for all but pinned tokens. */
  readonly collections: Permission;
  /** Null: unconfined. A list, even an empty one, confines to those groups. */
  readonly groups: readonly HeldGroup[] | null;
}

/** The caller. Every credential becomes a principal, once per request, before anything else happens. */
export interface Principal {
  readonly kind: PrincipalKind;
  /** The id of the key, token, session or magic link. For an ingest secret, the id of its collection. */
  readonly id: string;
  /** Name in the audit log: of the key, of the agent, or of the person in the chosen workspace. */
  readonly name: string;
  readonly email?: string;
  /** The person behind a personal token, an assistant or a session. */
  readonly personId?: string;
  readonly capabilities?: readonly Capability[];
  /**
   * The scope of a pinned credential, and of an assistant in the workspace that it may write to; otherwise it is set for a
   * person's device once the workspace has been chosen.
   */
  readonly scope: WorkspaceScope | null;
}

/** The caller of a call without a credential. */
export const anonymous: Principal = { kind: 'anonymous', id: 'anonymous', name: 'anonymous', scope: null };

/** A principal as the audit log names it: the person, if there is one, with the device if it called. */
export function actorOf(principal: Principal): AuditActor {
  const { kind, id, personId, name } = principal;
  return { kind: wireKind(kind), id: personId ?? id, name, ...(isDevice(principal) ? { deviceId: id } : {}) };
}

/** A principal as log lines name it. */
export function logName({ kind, id }: Principal): string {
  return `${wireKind(kind)}:${id}`;
}

/** Whether the caller is a person's device: their machine, or an assistant that they connected. */
export function isDevice({ kind }: Pick<Principal, 'kind'>): boolean {
  return kind === 'personal_token' || kind === 'assistant';
}

/** Whether a scope allows writes, by role, access level, groups and the state of the workspace. */
export function canWrite(scope: WorkspaceScope): boolean {
  if (scope.workspace.suspended || scope.access === 'read_only' || scope.role === 'member') {
    return false;
  }
  return scope.groups === null || scope.groups.some((group) => group.access === 'read_write');
}

/** The workspace as responses name it. */
export function referenceOf(workspace: WorkspaceReference): WorkspaceReference {
  return { id: workspace.id, slug: workspace.slug, name: workspace.name };
}
