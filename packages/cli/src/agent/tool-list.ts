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

/** What is known of the identity behind this process; it decides which tools are worth showing. */
export interface Reach {
  readonly workspaces: readonly Workspace[];
  /** Whether it could manage collections in one of them: it writes there and is not confined to groups. */
  readonly manages: boolean;
}

/** Whether the identity has any use for a tool of a collection. */
export function isOffered(tool: ToolDefinition, { workspaces, manages }: Reach): boolean {
  const { policy } = routes[tool.operation];
  if (('permission' in policy && policy.permission === 'manage') || 'unconfined' in policy) {
    return manages;
  }
  return tool.effect === 'read' || workspaces.some(({ can_write }) => can_write);
}

/** Whether there is a workspace to choose. */
export function choosesWorkspace({ workspaces }: Reach): boolean {
  return workspaces.length > 1;
}

const chooserTools: readonly ShownTool[] = [
  { ...listWorkspacesTool, output: activeWorkspaceList },
  setActiveWorkspaceTool,
];
const collectionTools = tools.filter((tool) => tool !== listWorkspacesTool);

/**
 * The tools that an identity is shown, for `readOnly` none that writes. `undefined`: not known yet, so nothing that might
 * be of use is hidden.
 */
export function shownTools(reach: Reach | undefined, readOnly = false): readonly ShownTool[] {
  const choosers = reach !== undefined && choosesWorkspace(reach) ? chooserTools : [];
  const offered = collectionTools.filter(
    (tool) => !(readOnly && tool.effect === 'write') && (reach === undefined || isOffered(tool, reach)),
  );
  return [...choosers, ...offered.map((tool) => onSurface(tool, 'personal'))];
}

/** The same as the protocol lists them. */
export function listTools(reach: Reach | undefined, readOnly = false): ToolListing[] {
  return shownTools(reach, readOnly).map(toolListing);
}
