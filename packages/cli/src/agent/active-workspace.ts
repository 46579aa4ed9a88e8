import type { Workspace, WorkspaceReference } from '@tessera/contract';

/**
 * Which workspace calls go to that name none. `pinned`: this process is anchored there. A pin that names nothing
 * reachable leaves `active` null and is kept in `unreachablePin`, so that no other workspace takes its place.
 */
export interface ActiveWorkspace {
  readonly active: WorkspaceReference | null;
  readonly pinned: boolean;
  readonly unreachablePin?: string;
}

/** What was said before the start: `SVC_WORKSPACE`, and what `svc workspaces use` stored. Slugs or ids. */
export interface StartingChoice {
  readonly pin?: string | undefined;
  readonly stored?: string | undefined;
  /** Whether every workspace but the pinned one is refused (`SVC_WORKSPACE_ONLY`). */
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
 * Where a process starts: the pin, else the stored choice, else the only workspace, else nowhere. A stored choice that
 * is no longer reachable is still a choice: nothing replaces it silently.
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
 * The same state after the reachable workspaces were listed again: names are brought up to date, and what had no
 * answer at the start may have one now. A workspace that was lost stays active, so that a write meant for it is
 * refused and never lands elsewhere.
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

/** What comes of asking for another active workspace. */
export type SwitchDecision =
  | { readonly kind: 'switched' | 'unchanged'; readonly state: ActiveWorkspace; readonly workspace: WorkspaceReference }
  | { readonly kind: 'confirm'; readonly from: WorkspaceReference; readonly to: WorkspaceReference }
  | { readonly kind: 'anchored'; readonly pin: string };

/** Decides a switch: from nowhere at once, elsewhere only when confirmed, and never away from a pin. */
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

/** Where one call goes, or why it does not. */
export type TargetDecision =
  | { readonly kind: 'go'; readonly workspace: WorkspaceReference }
  | { readonly kind: 'confirm'; readonly from: WorkspaceReference; readonly to: WorkspaceReference }
  | { readonly kind: 'anchored'; readonly pin: string }
  | { readonly kind: 'required' };

/** What a call says about its workspace; `named` is the workspace that its argument means. */
export interface Aim {
  readonly effect: 'read' | 'write';
  readonly named?: WorkspaceReference | undefined;
  readonly confirmed: boolean;
}

/** Decides where a call goes. Reads go where they say; a write goes elsewhere only when confirmed, for that once. */
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
