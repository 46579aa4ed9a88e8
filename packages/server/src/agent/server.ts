import { type CallToolResult, McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { findTool, serverInstructions } from '@tessera/contract';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { Services } from '../platform/services.js';
import { reachableStandings } from '../principals/select-workspace.js';
import { version } from '../workspaces/operations.js';
import { callTool, type RelayCaller } from './call-tool.js';
import { listTools } from './tool-list.js';

/** What the relay works with. */
export interface RelayParts {
  readonly services: Pick<Services, 'database' | 'settings' | 'baseUrl'>;
  readonly dispatcher: Dispatcher;
}

/** A protocol server for the one request of one caller; it shows and runs that caller's tools and keeps nothing. */
export function createAgentServer({ services, dispatcher }: RelayParts, caller: RelayCaller): McpServer {
  const server = new McpServer(
    { name: 'tessera', title: 'Tessera', version },
    // No client can be notified of a change: each request has a server of its own.
    { capabilities: { tools: { listChanged: false } }, instructions: serverInstructions },
  );
  // The plain handlers: refusals of arguments are envelopes like all others, which registered tools would word themselves.
  server.server.setRequestHandler('tools/list', async () => {
    const standings = await services.database.withoutWorkspace((transaction) =>
      reachableStandings(transaction, caller.principal),
    );
    return { tools: listTools(caller.principal, standings) };
  });
  server.server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    const tool = findTool(params.name);
    if (tool === undefined) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${params.name}. tools/list names those there are.`,
      );
    }
    return callTool(dispatcher, caller, { tool, args: caller.sentArguments ?? {} });
  });
  return server;
}
