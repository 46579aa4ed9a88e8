import {
  activeWorkspaceList,
  listWorkspacesTool,
  onSurface,
  routes,
  type ShownTool,
  setActiveWorkspaceTool,
  type ToolDefinition,
  type ToolListing,
  toolListing,
  tools,
  type Workspace,
} from '@tessera/contract';

/** Facts about the identity that determine which tools are listed. */
export interface Reach {
  readonly workspaces: readonly Workspace[];
  /** Whether it could manage collections in some workspace: it writes there and is not confined to groups. */
  readonly manages: boolean;
}

/** Whether the identity can use a tool on a collection. */
export function isOffered(tool: ToolDefinition, { workspaces, manages }: Reach): boolean {
  const { policy } = routes[tool.operation];
  if (('permission' in policy && policy.permission === 'manage') || 'unconfined' in policy) {
    return manages;
  }
  return tool.effect === 'read' || workspaces.some(({ can_write }) => can_write);
}

/** Whether there are several workspaces to choose from. */
export function choosesWorkspace({ workspaces }: Reach): boolean {
  return workspaces.length > 1;
}

const chooserTools: readonly ShownTool[] = [
  { ...listWorkspacesTool, output: activeWorkspaceList },
  setActiveWorkspaceTool,
];
const collectionTools = tools.filter((tool) => tool !== listWorkspacesTool);

/**
 * The tools that are listed for an identity; without those that write if `readOnly`. `undefined` means that the reach
 * is unknown, so no useful tool is hidden.
 */
export function shownTools(reach: Reach | undefined, readOnly = false): readonly ShownTool[] {
  const choosers = reach !== undefined && choosesWorkspace(reach) ? chooserTools : [];
  const offered = collectionTools.filter(
    (tool) => !(readOnly && tool.effect === 'write') && (reach === undefined || isOffered(tool, reach)),
  );
  return [...choosers, ...offered.map((tool) => onSurface(tool, 'personal'))];
}

/** These tools as the protocol lists them. */
export function listTools(reach: Reach | undefined, readOnly = false): ToolListing[] {
  return shownTools(reach, readOnly).map(toolListing);
}
