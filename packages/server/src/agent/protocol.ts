import {
  type CallToolResult,
  createMcpHandler,
  type InputRequiredResult,
  inputRequired,
  isLegacyRequest,
  localhostAllowedOrigins,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import {
  askedAnswer,
  boundAnswer,
  choiceCard,
  findTool,
  listedPrompts,
  meantArguments,
  type OpenRequest,
  type Person,
  personOf,
  promptAnswer,
  type Question,
  questionKey,
  readArguments,
  resourceTemplates,
  serverInstructions,
  showsCards,
  surfaceInput,
  type ToolDefinition,
  version,
  withCard,
} from '@tessera/contract';
import { parseJson, restoreNumbers, stringifyJson } from '@tessera/json';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { builtFile } from '../http/pages/built-file.js';
import type { Services } from '../platform/services.js';
import { reachableScopes } from '../principals/select-workspace.js';
import { callTool, type RelayCaller, type ToolOutcome } from './call-tool.js';
import { listResources, readResource } from './resources.js';
import { listTools } from './tool-list.js';

/** Dependencies of the relay. */
export interface RelayDependencies {
  readonly services: Pick<Services, 'settings' | 'baseUrl'>;
  readonly dispatcher: Dispatcher;
}

/** The complete response to one message. Responses are never streamed. */
export interface ProtocolAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/**
 * Responds to one parsed message with JSON, in the sender's protocol revision. Each message gets a server of its own.
 */
export async function answerMessage(
  dependencies: RelayDependencies,
  caller: RelayCaller,
  { request, message }: { readonly request: Request; readonly message: unknown },
): Promise<ProtocolAnswer> {
  const makeServer = () => createAgentServer(dependencies, caller);
  if (Array.isArray(message)) {
    return jsonRpcError(-32600, 'Send one message in a request.');
  }
  const sent = withUsualAccept(request);
  const legacy = await isLegacyRequest(sent, message);
  const response = legacy
    ? await answerLegacy(sent, message, makeServer)
    : await answerModern(sent, message, makeServer);
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    // The library serializes with JSON.stringify, which writes exact numbers as objects. Restore them.
    body: text === '' ? null : restoreNumbers(text),
  };
}

/** Handles revisions up to 2025-11-25. Their handshake needs no session here. */
async function answerLegacy(request: Request, message: unknown, makeServer: () => McpServer): Promise<Response> {
  const server = makeServer();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** Handles later revisions, in which each request contains what the handshake negotiated before. */
async function answerModern(request: Request, message: unknown, makeServer: () => McpServer): Promise<Response> {
  // No subscriptions, because each server lives for one request, in which nothing changes.
  const handler = createMcpHandler(makeServer, { legacy: 'reject', maxSubscriptions: 0 });
  try {
    return await handler.fetch(request, { parsedBody: message });
  } finally {
    await handler.close();
  }
}

/** Adds both response types to `Accept`, which the transport requires. Only JSON is ever sent. */
function withUsualAccept(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

function jsonRpcError(code: number, message: string): ProtocolAnswer {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
  return { status: 400, headers: { 'content-type': 'application/json' }, body };
}

/** Whether an origin is a page of this machine. */
export function isOfThisMachine(origin: string): boolean {
  return validateOriginHeader(origin, localhostAllowedOrigins()).ok;
}

/**
 * Creates a protocol server for one request of one caller. It lists and runs that caller's tools and stores nothing.
 */
function createAgentServer({ dispatcher }: RelayDependencies, caller: RelayCaller): McpServer {
  const server = new McpServer(
    { name: 'tessera', title: 'Tessera', version },
    // `listChanged` is false, because a server that lives for one request cannot notify clients of changes.
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        prompts: { listChanged: false },
      },
      instructions: serverInstructions,
    },
  );
  // The low-level handlers are used, because the library would reject invalid arguments in its own words.
  server.server.setRequestHandler('tools/list', async () => {
    const scopes = await caller.context.withoutWorkspace((queryable) => reachableScopes(queryable, caller.principal));
    const listed = listTools(caller, scopes);
    return { tools: showsCards(server.server.getClientCapabilities()) ? listed.map(withCard) : listed };
  });
  server.server.setRequestHandler('resources/list', ({ params }) => listResources(dispatcher, caller, params?.cursor));
  server.server.setRequestHandler('prompts/list', () => ({ prompts: listedPrompts }));
  server.server.setRequestHandler('prompts/get', ({ params }) => ({ ...promptAnswer(params.name, params.arguments) }));
  server.server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => {
    const capabilities = server.server.getClientCapabilities();
    if (params.uri === choiceCard.uri && showsCards(capabilities)) {
      return { contents: [{ ...choiceCard, text: builtFile('choice.html') }] };
    }
    const person = personOf(capabilities, mcpReq.inputResponses);
    const found = await readResource(dispatcher, caller, { uri: params.uri, person });
    return found.question === undefined ? found : ask(found.question);
  });
  server.server.setRequestHandler(
    'tools/call',
    async ({ params }, { mcpReq }): Promise<CallToolResult | InputRequiredResult> => {
      const tool = findTool(params.name);
      if (tool === undefined) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `Unknown tool: ${params.name}. tools/list names those there are.`,
        );
      }
      const person = personOf(server.server.getClientCapabilities(), mcpReq.inputResponses);
      const args = meantArguments(surfaceInput(tool, 'relay'), caller.sentArguments, parseJson) as ToolAnswer['args'];
      return presentOutcome(await callTool(dispatcher, caller, { tool, args }), { tool, args, person });
    },
  );
  return server;
}

/** Requests the response of the person. The client then repeats its request with it. */
function ask(question: Question | OpenRequest): InputRequiredResult {
  const request = 'url' in question ? inputRequired.elicitUrl(question) : inputRequired.elicit(question);
  return inputRequired({ inputRequests: { [questionKey]: request } });
}

/** Everything that the response to a tool call depends on besides the operation's answer. */
interface ToolAnswer {
  readonly tool: ToolDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  readonly person: Person;
}

/**
 * Lets the person choose if the answer is ambiguous and the client supports it. Shortens an answer that is too long.
 */
function presentOutcome(
  outcome: ToolOutcome,
  { tool, args: sent, person }: ToolAnswer,
): CallToolResult | InputRequiredResult {
  if ('refused' in outcome) {
    return outcome.refused;
  }
  const read = readArguments(surfaceInput(tool, 'relay'), sent, parseJson);
  const args = 'args' in read ? read.args : sent;
  const chosen = askedAnswer({ tool, args, answer: outcome.answer }, person);
  if ('question' in chosen) {
    return ask(chosen.question);
  }
  const structuredContent = boundAnswer({ tool, args, answer: chosen.answer }, stringifyJson);
  return { content: [{ type: 'text', text: stringifyJson(structuredContent) }], structuredContent };
}
