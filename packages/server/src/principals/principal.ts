import type { AccessLevel, Capability, CredentialKind, Permission, Role, WorkspaceReference } from '@tessera/contract';
import type { AuditActor } from '../platform/audit.js';

/** A group that a principal holds, and at which level. */
export interface HeldGroup {
  readonly id: string;
  readonly access: AccessLevel;
}

/** A workspace as its principal finds it. */
export interface PrincipalWorkspace extends WorkspaceReference {
  readonly suspended: boolean;
}

/** What a principal may be and do in the workspace that a call goes to. */
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

/** Who is calling. Every credential kind becomes one of these, once per request, before anything else happens. */
export interface Principal {
  readonly kind: CredentialKind;
  /** The credential's own id: of the key, token, session or reader; an ingest secret's is its collection's. */
  readonly id: string;
  /** Name in the audit log: the key's, the agent's or, where a workspace was chosen, the one that the person has there. */
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

/** Nobody: a call without a credential. */
export const anonymous: Principal = { kind: 'anonymous', id: 'anonymous', name: 'anonymous', scope: null };

/** A principal as the audit log names it: a person, whatever they used, with the device where it was one. */
export function actorOf(principal: Principal): AuditActor {
  const { kind, id, personId, name } = principal;
  return { kind, id: personId ?? id, name, ...(isDevice(principal) ? { deviceId: id } : {}) };
}

/** Whether a person's device calls: a machine of theirs, or an assistant that they connected. */
export function isDevice({ kind }: Pick<Principal, 'kind'>): boolean {
  return kind === 'personal_token' || kind === 'assistant';
}

/** Whether this scope allows changes: role, level, groups and the state of the workspace taken together. */
export function canWrite(scope: WorkspaceScope): boolean {
  if (scope.workspace.suspended || scope.access === 'read_only' || scope.role === 'reader') {
    return false;
  }
  return scope.groups === null || scope.groups.some((group) => group.access === 'read_write');
}

/** The workspace as answers name it. */
export function referenceOf(workspace: WorkspaceReference): WorkspaceReference {
  return { id: workspace.id, slug: workspace.slug, name: workspace.name };
}
