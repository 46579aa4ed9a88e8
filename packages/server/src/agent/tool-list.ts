import { onSurface, routes, type ToolDefinition, type ToolListing, toolListing, tools } from '@tessera/contract';
import { isAllowed } from '../principals/authorize.js';
import { canWrite, type Principal, type WorkspaceScope } from '../principals/principal.js';

/** Tools that choose a workspace. Pinned tokens do not need them. */
const choosesWorkspace = (tool: ToolDefinition): boolean => routes[tool.operation].policy.workspace === 'none';

/** A caller, and whether the relay's address pins it to a workspace. */
export interface ToolViewer {
  readonly principal: Principal;
  readonly pinnedTo: string | undefined;
}

/** Whether a tool is offered to a caller on the relay. Rights in a single collection are checked by the operation. */
export function isOffered(
  tool: ToolDefinition,
  { principal, pinnedTo }: ToolViewer,
  scopes: readonly WorkspaceScope[],
): boolean {
  const { policy } = routes[tool.operation];
  if (pinnedTo !== undefined) {
    return !choosesWorkspace(tool) && isAllowed(principal, policy) && mayEver(tool, principal);
  }
  if (principal.kind === 'personal_token') {
    // A caller without a pin has no workspace to write in.
    return (
      choosesWorkspace(tool) ||
      (tool.effect === 'read' && scopes.some((scope) => mayEver(tool, { ...principal, scope })))
    );
  }
  if (principal.kind === 'assistant') {
    return choosesWorkspace(tool)
      ? scopes.length > 1
      : tool.effect === 'read'
        ? scopes.some((scope) => mayEver(tool, { ...principal, scope }))
        : principal.scope !== null && isAllowed(principal, policy) && mayEver(tool, principal);
  }
  return !choosesWorkspace(tool) && isAllowed(principal, policy) && mayEver(tool, principal);
}

function mayEver(tool: ToolDefinition, principal: Principal): boolean {
  const { policy } = routes[tool.operation];
  return !('permission' in policy && policy.permission === 'manage') || couldManage(principal.scope);
}

/**
 * Whether a caller with this scope could manage some collection. Groups grant at most writing, so only unconfined
 * callers manage.
 */
function couldManage(scope: WorkspaceScope | null): boolean {
  if (scope === null || scope.groups !== null) {
    return false;
  }
  // Suspension is ignored: it stops writes, but a caller may still read what it manages.
  return canWrite({ ...scope, workspace: { ...scope.workspace, suspended: false } });
}

const listings = new Map<string, ToolListing>();

/** Lists the tools that a caller is offered. */
export function listTools(viewer: ToolViewer, scopes: readonly WorkspaceScope[]): ToolListing[] {
  return tools.filter((tool) => isOffered(tool, viewer, scopes)).map(listingOf);
}

// Cached for the process, because the schemas are the same for every caller.
function listingOf(tool: ToolDefinition): ToolListing {
  const known = listings.get(tool.name) ?? toolListing(onSurface(tool, 'relay'));
  listings.set(tool.name, known);
  return known;
}
