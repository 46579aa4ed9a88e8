import { manageTools, readTools, writeTools } from './collections.js';
import type { ToolDefinition } from './define.js';
import { documentReadTools, documentWriteTools } from './documents.js';
import { listWorkspacesTool } from './workspaces.js';

export * from './define.js';
export * from './instructions.js';
export * from './present.js';
export * from './workspaces.js';

/** Every tool of an operation, in the order in which agents list them. */
export const tools: readonly ToolDefinition[] = [
  listWorkspacesTool,
  ...readTools,
  ...documentReadTools,
  ...writeTools,
  ...documentWriteTools,
  ...manageTools,
];

/** Looks a tool up by its name. */
export function findTool(name: string): ToolDefinition | undefined {
  return tools.find((tool) => tool.name === name);
}
