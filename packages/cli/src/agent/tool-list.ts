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

/** The facts about an identity that determine which tools are listed. */
export interface Reach {
  readonly workspaces: readonly Workspace[];
  /** Whether it could manage collections in some workspace: it may write there and is not confined to groups. */
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
 * The tools that are listed for an identity. With `readOnly`, only those that read. `reach` is undefined if it is
 * unknown; then no tool is hidden that might be useful.
 */
export function shownTools(reach: Reach | undefined, readOnly = false): readonly ShownTool[] {
  const choosers = reach !== undefined && choosesWorkspace(reach) ? chooserTools : [];
  const offered = collectionTools.filter(
    (tool) => !(readOnly && tool.effect === 'write') && (reach === undefined || isOffered(tool, reach)),
  );
  return [...choosers, ...offered.map((tool) => onSurface(tool, 'personal'))];
}

/** The same tools in the format of the protocol. */
export function listTools(reach: Reach | undefined, readOnly = false): ToolListing[] {
  return shownTools(reach, readOnly).map(toolListing);
}
