import type { Workspace, WorkspaceReference } from '@tessera/contract';

/**
 * The workspace of calls that name none. If `pinned`, this process cannot leave it. If a pin cannot be reached,
 * `active` is null and the pin is kept in `unreachablePin`, so that no other workspace replaces it.
 */
export interface ActiveWorkspace {
  readonly active: WorkspaceReference | null;
  readonly pinned: boolean;
  readonly unreachablePin?: string;
}

/** The choice before the start, as slugs or ids: `SVC_WORKSPACE`, or the choice that `svc workspaces use` stored. */
export interface StartingChoice {
  readonly pin?: string | undefined;
  readonly stored?: string | undefined;
  /** Whether all workspaces except the pinned one are refused (`SVC_WORKSPACE_ONLY`). */
  readonly isOnly?: boolean;
}

/** Finds a workspace by its slug, or by its id in any letter case. */
export function findWorkspace(reachable: readonly Workspace[], name: string): WorkspaceReference | undefined {
  const wanted = name.trim();
  const found =
    reachable.find(({ id }) => id.toLowerCase() === wanted.toLowerCase()) ??
    reachable.find(({ slug }) => slug === wanted);
  return found === undefined ? undefined : referenceTo(found);
}

/**
 * The workspace at the start: the pin, else the stored choice, else the only workspace, else none. A stored choice that
 * cannot be reached stays the choice, because another workspace must not replace it without notice.
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
 * Updates the state from a new list of reachable workspaces: names, and a pin that can be reached again. A lost
 * workspace stays active, so that a write meant for it is refused instead of sent elsewhere.
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

/**
 * Decides about a switch. It happens at once if no workspace is active, otherwise after confirmation. A pin is never
 * left.
 */
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

/** The workspace of one call, or the reason why the call is refused. */
export type TargetDecision =
  | { readonly kind: 'go'; readonly workspace: WorkspaceReference }
  | { readonly kind: 'confirm'; readonly from: WorkspaceReference; readonly to: WorkspaceReference }
  | { readonly kind: 'anchored'; readonly pin: string }
  | { readonly kind: 'required' };

/** The workspace that a call wants to use. `named` is the workspace that its argument resolves to. */
export interface Aim {
  readonly effect: 'read' | 'write';
  readonly named?: WorkspaceReference | undefined;
  readonly confirmed: boolean;
}

/**
 * Decides which workspace a call uses. A read uses the workspace that it names. A write outside of the active workspace
 * needs a confirmation each time.
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
