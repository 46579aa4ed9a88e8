import type { Workspace, WorkspaceReference } from '@tessera/contract';

/**
 * The workspace of calls that name none. `pinned`: this process cannot leave it. An unreachable pin leaves `active`
 * null and is kept in `unreachablePin`, so that no other workspace replaces it.
 */
export interface ActiveWorkspace {
  readonly active: WorkspaceReference | null;
  readonly pinned: boolean;
  readonly unreachablePin?: string;
}

/** The choice made before the start: `SVC_WORKSPACE`, or the one stored by `svc workspaces use`. Slugs or ids. */
export interface StartingChoice {
  readonly pin?: string | undefined;
  readonly stored?: string | undefined;
  /** Whether all workspaces except the pinned one are refused (`SVC_WORKSPACE_ONLY`). */
  readonly isOnly?: boolean;
}

/** A workspace by its id, in any letter case, or by its slug. */
export function findWorkspace(reachable: readonly Workspace[], name: string): WorkspaceReference | undefined {
  const wanted = name.trim();
  const found =
    reachable.find(({ id }) => id.toLowerCase() === wanted.toLowerCase()) ??
    reachable.find(({ slug }) => slug === wanted);
  return found === undefined ? undefined : referenceTo(found);
}

/**
 * The workspace at the start: the pin, otherwise the stored choice, otherwise the only workspace, otherwise none. A
 * stored choice that became unreachable is still a choice and is not replaced silently.
 */
export function startWorkspace(reachable: readonly Workspace[], { pin, stored }: StartingChoice): ActiveWorkspace {
  if (pin !== undefined) {
    const active = findWorkspace(reachable, pin);
    return active === undefined ? { active: null, pinned: true, unreachablePin: pin } : { active, pinned: true };
  }
  if (stored !== undefined) {
    return { active: findWorkspace(reachable, stored) ?? null, pinned: false };
  }
  const [only, ...others] = reachable;
  return { active: only !== undefined && others.length === 0 ? referenceTo(only) : null, pinned: false };
}

/**
 * Updates the state from a new list of reachable workspaces: names, and a pin that became reachable. A lost workspace
 * stays active, so that a write meant for it is refused and never sent elsewhere.
 */
export function followChanges(
  state: ActiveWorkspace,
  reachable: readonly Workspace[],
  choice: StartingChoice,
): ActiveWorkspace {
  if (state.active === null) {
    return startWorkspace(reachable, choice);
  }
  const current = reachable.find(({ id }) => id === state.active?.id);
  return current === undefined ? state : { ...state, active: referenceTo(current) };
}

/** The result of a request to switch workspaces. */
export type SwitchDecision =
  | { readonly kind: 'switched' | 'unchanged'; readonly state: ActiveWorkspace; readonly workspace: WorkspaceReference }
  | { readonly kind: 'confirm'; readonly from: WorkspaceReference; readonly to: WorkspaceReference }
  | { readonly kind: 'anchored'; readonly pin: string };

/** Decides a switch: at once without an active workspace, otherwise after confirmation, and never away from a pin. */
export function decideSwitch(state: ActiveWorkspace, to: WorkspaceReference, confirmed: boolean): SwitchDecision {
  if (state.unreachablePin !== undefined) {
    return { kind: 'anchored', pin: state.unreachablePin };
  }
  if (state.active?.id === to.id) {
    return { kind: 'unchanged', state, workspace: to };
  }
  if (state.active !== null && (state.pinned || !confirmed)) {
    return { kind: 'confirm', from: state.active, to };
  }
  return { kind: 'switched', state: { ...state, active: to }, workspace: to };
}

/** The workspace of one call, or why it is refused. */
export type TargetDecision =
  | { readonly kind: 'go'; readonly workspace: WorkspaceReference }
  | { readonly kind: 'confirm'; readonly from: WorkspaceReference; readonly to: WorkspaceReference }
  | { readonly kind: 'anchored'; readonly pin: string }
  | { readonly kind: 'required' };

/** A call's choice of workspace. `named` is the workspace that its argument resolves to. */
export interface Aim {
  readonly effect: 'read' | 'write';
  readonly named?: WorkspaceReference | undefined;
  readonly confirmed: boolean;
}

/**
 * Decides the workspace of a call. Reads use the named workspace. A write outside the active one needs a confirmation
 * each time.
 */
export function decideTarget(state: ActiveWorkspace, { effect, named, confirmed }: Aim): TargetDecision {
  if (named === undefined) {
    if (state.active !== null) {
      return { kind: 'go', workspace: state.active };
    }
    return state.unreachablePin === undefined ? { kind: 'required' } : { kind: 'anchored', pin: state.unreachablePin };
  }
  if (effect === 'read' || confirmed || state.active?.id === named.id) {
    return { kind: 'go', workspace: named };
  }
  if (state.active !== null) {
    return { kind: 'confirm', from: state.active, to: named };
  }
  return state.unreachablePin === undefined
    ? { kind: 'go', workspace: named }
    : { kind: 'anchored', pin: state.unreachablePin };
}

function referenceTo({ id, slug, name }: WorkspaceReference): WorkspaceReference {
  return { id, slug, name };
}
