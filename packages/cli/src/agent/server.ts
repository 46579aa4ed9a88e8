import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import {
  findTool,
  listedPrompts,
  type OpenRequest,
  type Person,
  personOf,
  promptAnswer,
  type Question,
  questionKey,
  resourceTemplates,
  serverInstructions,
} from '@tessera/contract';
import { stringifyJson } from '@tessera/json';
import { callTool, isTool } from './call-tool.js';
import { envelopeOf, refuse } from './refusals.js';
import { listResources, readResource } from './resources.js';
import type { AgentSession, CallService } from './session.js';
import { listTools, shownTools } from './tool-list.js';

/** Dependencies of the agent's protocol servers. */
export interface AgentDependencies {
  readonly session: AgentSession;
  readonly callService: CallService;
  readonly version: string;
  /** Whether tools that write are neither listed nor run. */
  readonly readOnly: boolean;
  /** Prints a line for the person who runs the agent. Not part of the protocol. */
  readonly report: (line: string) => void;
}

interface SentCall {
  readonly name: string;
  readonly args: unknown;
  readonly person: Person;
}

/**
 * The personal agent. It creates protocol servers for one session, and notifies them when the list of tools changes.
 */
export class PersonalAgent {
  private readonly dependencies: AgentDependencies;
  private readonly servers = new Set<McpServer>();
  private listed: string | undefined;

  constructor(dependencies: AgentDependencies) {
    this.dependencies = dependencies;
  }

  /** A protocol server for one connection. */
  createServer(): McpServer {
    const { version, session, callService } = this.dependencies;
    const server = new McpServer(
      { name: 'tessera', title: 'Tessera', version },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { listChanged: false, subscribe: false },
          prompts: { listChanged: false },
        },
        instructions: serverInstructions,
      },
    );
    server.server.setRequestHandler('tools/list', async () => {
      await this.learn();
      this.listed = this.toolNames();
      return { tools: listTools(this.dependencies.session.reach, this.dependencies.readOnly) };
    });
    server.server.setRequestHandler('tools/call', ({ params }, context) => {
      const person = personOf(server.server.getClientCapabilities(), context.mcpReq.inputResponses);
      return this.call({ name: params.name, args: params.arguments, person });
    });
    server.server.setRequestHandler('resources/list', ({ params }) =>
      listResources(session, callService, params?.cursor),
    );
    server.server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts }));
    server.server.setRequestHandler('prompts/get', ({ params }) => ({
      ...promptAnswer(params.name, params.arguments),
    }));
    server.server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
    server.server.setRequestHandler('resources/read', async ({ params }, context) => {
      const person = personOf(server.server.getClientCapabilities(), context.mcpReq.inputResponses);
      const found = await readResource(session, callService, { uri: params.uri, person });
      return found.question === undefined ? found : ask(found.question);
    });
    server.server.onclose = () => this.servers.delete(server);
    this.servers.add(server);
    return server;
  }

  /** Reads the reachable workspaces again, and announces a change of the list of tools. */
  async refresh(): Promise<void> {
    await this.learn();
    await this.announceChanges();
  }

  private async call({ name, args, person }: SentCall): Promise<CallToolResult | InputRequiredResult> {
    if (!isTool(name)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${name}. tools/list returns the available tools.`,
      );
    }
    const { session, callService, readOnly, report } = this.dependencies;
    try {
      if (readOnly && findTool(name)?.effect === 'write') {
        throw refuse('operation_not_allowed', 'This agent was started with --read-only, so it cannot write.', {
          operation: name,
        });
      }
      const called = await callTool(session, callService, { name, args, person });
      if ('question' in called) {
        return ask(called.question);
      }
      const structuredContent = called.answer;
      return { content: [{ type: 'text', text: stringifyJson(structuredContent) }], structuredContent };
    } catch (error) {
      const envelope = envelopeOf(error);
      if (envelope?.error.code === 'not_a_member' || envelope?.error.code === 'read_only_here') {
        await this.learn();
      }
      if (envelope === undefined) {
        report(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
      const shown = envelope ?? { error: { code: 'internal', message: 'The agent failed; see its log.' } };
      return { isError: true, content: [{ type: 'text', text: stringifyJson(shown) }] };
    } finally {
      await this.announceChanges();
    }
  }

  private async learn(): Promise<void> {
    const { session, report } = this.dependencies;
    try {
      await session.refresh();
    } catch (error) {
      // The tools stay listed: each call reports the problem, and works again when it is solved.
      report(`cannot list workspaces: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private async announceChanges(): Promise<void> {
    if (this.listed === undefined || this.listed === this.toolNames()) {
      return;
    }
    this.listed = this.toolNames();
    for (const server of this.servers) {
      await server.server.sendToolListChanged().catch((error: Error) => {
        this.dependencies.report(`cannot announce the changed tools: ${error.message}`);
      });
    }
  }

  private toolNames(): string {
    return shownTools(this.dependencies.session.reach, this.dependencies.readOnly)
      .map(({ name }) => name)
      .join(' ');
  }
}

/** Requests the response of the person. The client then repeats its request with it. */
function ask(question: Question | OpenRequest): InputRequiredResult {
  const request = 'url' in question ? inputRequired.elicitUrl(question) : inputRequired.elicit(question);
  return inputRequired({ inputRequests: { [questionKey]: request } });
}
