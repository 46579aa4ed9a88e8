import {
  type CallToolResult,
  localhostAllowedOrigins,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { findTool, limits, type Policy, serverInstructions } from '@tessera/contract';
import type { Context } from 'hono';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { readSizedBody } from '../http/body.js';
import type { Mount } from '../http/mount.js';
import type { RequestVariables } from '../http/request.js';
import { refuse } from '../http/routes.js';
import { relayPath, relayScope, resourceMetadataUrl } from '../identity/oauth/addresses.js';
import { errors, ServiceError } from '../platform/errors.js';
import { type CallPlace, callPlace } from '../platform/limits/call-place.js';
import { takeCallPlace } from '../platform/limits/minute-by-seconds.js';
import type { Services } from '../platform/services.js';
import { refuseKind } from '../principals/authorize.js';
import type { Credentials } from '../principals/credential.js';
import type { Principal } from '../principals/principal.js';
import { reachableScopes } from '../principals/select-workspace.js';
import { version } from '../workspaces/operations.js';
import { callTool, type RelayCaller } from './call-tool.js';
import { answerMessage } from './protocol.js';
import { listTools, messageLimitBytes } from './tool-list.js';

const paths = [relayPath, `${relayPath}/`];
const relayPolicy: Policy = {
  credentials: ['pinned_token', 'personal_token', 'assistant'],
  effect: 'read',
  workspace: 'none',
};

/**
 * Adds the agents' relay: the protocol's Streamable HTTP transport, stateless, answering JSON. Each request says who
 * sends it and stands alone, so any process can take it.
 */
export function mountRelay(parts: RelayParts): Mount {
  return (app) => {
    for (const path of paths) {
      app.post(path, (c) => takeRequest(c, parts));
    }
  };
}

async function takeRequest(c: Context<RequestVariables>, parts: RelayParts): Promise<Response> {
  try {
    refuseOtherOrigins(c, parts);
    const caller = await identifyCaller(c, parts);
    const { headers, refusal } = await enterRelay(parts.services, caller.principal);
    for (const [name, value] of Object.entries(headers)) {
      c.header(name, value);
    }
    const limitBytes = messageLimitBytes(caller.principal);
    const sent = await (refusal === undefined ? readMessage(c, limitBytes) : readRefused(c, refusal));
    const call = { ...caller, bodyBytes: sent.bytes, sentArguments: argumentsOf(sent.body), refusal };
    const message = withoutArguments(sent.body);
    const answer = await answerMessage(c.req.raw, message, () => createAgentServer(parts, call));
    return c.newResponse(answer.body, answer.status as 200, answer.headers);
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    if (error.status === 401) {
      c.header('WWW-Authenticate', challengeOf(c, parts.services));
    }
    return refuse(c, error);
  }
}

/** Where a client that has no good token learns how to get one. */
function challengeOf(c: Context<RequestVariables>, { baseUrl }: Pick<Services, 'baseUrl'>): string {
  const error = c.req.header('authorization') === undefined ? '' : 'error="invalid_token", ';
  return `Bearer ${error}resource_metadata="${resourceMetadataUrl(baseUrl)}", scope="${relayScope}"`;
}

const accessToken = /^Bearer +([\w-]{43}) *$/i;

/** An assistant's access token has no prefix of ours, and counts nowhere else. */
function credentialsOf(c: Context<RequestVariables>): Credentials {
  const authorization = c.req.header('authorization');
  const assistantToken = accessToken.exec(authorization ?? '')?.[1];
  return assistantToken === undefined ? { authorization, apiKey: c.req.header('x-api-key') } : { assistantToken };
}

interface SentMessage {
  readonly body: unknown;
  readonly bytes: number;
}

function readMessage(c: Context<RequestVariables>, limitBytes: number): Promise<SentMessage> {
  return readSizedBody(c.req, { limitBytes, expected: true, form: false });
}

/**
 * The tool call that is over the limit: an agent reads the results of its tools. What else goes wrong is for the program
 * that runs it, and a large body is not worth its reading: then throws the refusal.
 */
async function readRefused(c: Context<RequestVariables>, refusal: ServiceError): Promise<SentMessage> {
  const message = await readMessage(c, limits.refusedBodyBytes).catch((error: unknown) => {
    throw error instanceof ServiceError && error.code === 'payload_too_large' ? refusal : error;
  });
  if (!isToolCall(message.body)) {
    throw refusal;
  }
  return message;
}

/** The arguments of a tool call as they were sent: the protocol's library drops a key named `__proto__`. */
function argumentsOf(message: unknown): Readonly<Record<string, unknown>> | undefined {
  const call = message as { readonly params?: { readonly arguments?: unknown } } | null;
  const sent = call?.params?.arguments;
  return typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>) : undefined;
}

/** A message without its arguments, which the protocol's library would go through several times before anybody reads them. */
function withoutArguments(message: unknown): unknown {
  const params = (message as { readonly params?: object } | null)?.params;
  const sent = argumentsOf(message);
  return sent === undefined || Object.getPrototypeOf(sent) !== Object.prototype
    ? message
    : { ...(message as object), params: { ...params, arguments: {} } };
}

function isToolCall(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call';
}

/**
 * A page of another site may not reach a relay through its visitor's machine, whatever name it resolved to. A service
 * on this machine is also there for pages of this machine, such as a developer's inspector.
 */
function refuseOtherOrigins(c: Context<RequestVariables>, { services }: RelayParts): void {
  const origin = c.req.header('origin');
  const { settings, baseUrl } = services;
  if (origin === undefined || c.get('sameOrigin') || settings.SVC_CORS_ORIGINS.includes(origin)) {
    return;
  }
  const onThisMachine = localhostAllowedOrigins();
  if (!validateOriginHeader(baseUrl, onThisMachine).ok || !validateOriginHeader(origin, onThisMachine).ok) {
    throw errors.forbidden('Requests from this origin are not taken: the operator lists it in SVC_CORS_ORIGINS.');
  }
}

async function identifyCaller(
  c: Context<RequestVariables>,
  { dispatcher }: RelayParts,
): Promise<Omit<RelayCaller, 'bodyBytes' | 'sentArguments'>> {
  const credentials = credentialsOf(c);
  const requestId = c.get('requestId');
  const workspaceHeader = c.req.header('x-svc-workspace');
  const nothing = async () => ({ params: {}, query: {}, body: undefined });
  const { principal, refusal, fault } = await dispatcher.call({
    operation: 'me.get',
    credentials,
    workspaceHeader,
    requestId,
    input: nothing,
  });
  c.set('principal', principal);
  c.set('fault', fault);
  const refused = refusal ?? (principal && refuseKind(principal, relayPolicy));
  if (refused !== undefined || principal === undefined) {
    throw refused ?? errors.unauthenticated();
  }
  const reportRefusal = (found: ServiceError, cause?: unknown) => {
    c.set('refusal', found);
    c.set('fault', cause);
  };
  return { principal, credentials, workspaceHeader, requestId, reportRefusal };
}

/** Counts one call of a credential against the relay's limit, all processes together. */
async function enterRelay(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  principal: Principal,
): Promise<CallPlace> {
  const limit = settings.SVC_RELAY_CALLS_PER_MINUTE;
  // A statement outside a transaction: agents that share a token wait for each other no longer than the counting takes.
  const state = await database.withoutWorkspace((queryable) =>
    takeCallPlace(queryable, { key: `relay:${principal.id}`, limit }),
  );
  return callPlace({ bucket: 'relay_calls', limit }, state);
}

/** What the relay works with. */
interface RelayParts {
  readonly services: Pick<Services, 'database' | 'settings' | 'baseUrl'>;
  readonly dispatcher: Dispatcher;
}

/** A protocol server for the one request of one caller; it shows and runs that caller's tools and keeps nothing. */
function createAgentServer({ services, dispatcher }: RelayParts, caller: RelayCaller): McpServer {
  const server = new McpServer(
    { name: 'tessera', title: 'Tessera', version },
    // No client can be notified of a change: each request has a server of its own.
    { capabilities: { tools: { listChanged: false } }, instructions: serverInstructions },
  );
  // The plain handlers: refusals of arguments are envelopes like all others, which registered tools would word themselves.
  server.server.setRequestHandler('tools/list', async () => {
    const scopes = await services.database.withoutWorkspace((transaction) =>
      reachableScopes(transaction, caller.principal),
    );
    return { tools: listTools(caller.principal, scopes) };
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
