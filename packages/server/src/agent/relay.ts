import { limits } from '@tessera/contract';
import type { Context } from 'hono';
import type { CallRules } from '../dispatch/admission.js';
import type { AdapterCall } from '../dispatch/dispatcher.js';
import { readSizedBody } from '../http/body.js';
import { hasLeft } from '../http/body-blocks.js';
import type { Mount } from '../http/mount.js';
import { continueTrace, type RequestVariables, setHeaders } from '../http/request.js';
import { refuse } from '../http/routes.js';
import {
  relayAddressAt,
  relayPath,
  relayResource,
  relayScope,
  resourceMetadataUrl,
} from '../identity/oauth/addresses.js';
import { errors, ServiceError } from '../platform/errors.js';
import { takeRelayCall } from '../platform/limits/relay-calls.js';
import type { Services } from '../platform/services.js';
import type { Credentials } from '../principals/credential.js';
import type { Principal } from '../principals/principal.js';
import type { RelayCaller } from './call-tool.js';
import type { RelayDependencies } from './protocol.js';

// Loaded on first use, because the protocol's library takes 25 MB and many processes never need it.
const loadProtocol = () => import('./protocol.js');

const paths = [relayPath, `${relayPath}/`, `${relayPath}/:slug`, `${relayPath}/:slug/`];
const rules: CallRules = {
  policy: { credentials: ['pinned_token', 'personal_token', 'assistant'], effect: 'read', workspace: 'none' },
  name: 'relay',
  // Every call is counted first, and counting confirms the caller.
  usesRecentCallers: true,
};

/**
 * Adds the agents' relay: the protocol's Streamable HTTP transport, stateless, with JSON responses. Each request is
 * independent, so any process can serve it.
 */
export function mountRelay(dependencies: RelayDependencies): Mount {
  return (app) => {
    for (const path of paths) {
      app.post(path, (c) => takeRequest(c, dependencies));
    }
    for (const path of ['/mcp', '/mcp/']) {
      app.all(path, (c) => refuse(c, wrongAddress(dependencies.services)));
    }
  };
}

/** The error for a client that uses the usual address of other services' relays. It names the right address. */
function wrongAddress({ baseUrl }: Pick<Services, 'baseUrl'>): ServiceError {
  return new ServiceError('route_not_found', `The Model Context Protocol is served at ${relayResource(baseUrl)}/.`);
}

async function takeRequest(c: Context<RequestVariables>, dependencies: RelayDependencies): Promise<Response> {
  try {
    await refuseOtherOrigins(c, dependencies);
    const slug = slugOf(c);
    const call: AdapterCall = {
      credentials: credentialsOf(c),
      workspace: { header: c.req.header('x-svc-workspace'), slug },
      rules,
      requestId: c.get('requestId'),
      onCaller: (principal) => c.set('principal', principal),
      hasLeft: () => hasLeft(c),
    };
    return await dependencies.dispatcher.admit(call, (context, principal) =>
      answerCaller(c, dependencies, { ...callerFrom(c, call, principal), context, principal }),
    );
  } catch (thrown) {
    const error = atAddress(c, thrown);
    if (!(error instanceof ServiceError)) {
      throw error;
    }
    if (error.status === 401) {
      c.header('WWW-Authenticate', challengeOf(c, dependencies.services));
    }
    return refuse(c, error);
  }
}

/** The slug in the relay's address. An invalid slug is treated like an unknown one. */
function slugOf(c: Context<RequestVariables>): string | undefined {
  const address = relayAddressAt(c.req.path);
  return address === undefined ? '' : address.slug;
}

/** At the address of a workspace, a credential without access to it is refused like an unknown credential. */
function atAddress(c: Context<RequestVariables>, error: unknown): unknown {
  const isElsewhere = error instanceof ServiceError && error.code === 'not_a_member' && slugOf(c) !== undefined;
  return isElsewhere ? errors.invalidCredential() : error;
}

/** The `WWW-Authenticate` header, which shows a client without a valid token how to get one. */
function challengeOf(c: Context<RequestVariables>, { baseUrl }: Pick<Services, 'baseUrl'>): string {
  const error = c.req.header('authorization') === undefined ? '' : 'error="invalid_token", ';
  return `Bearer ${error}resource_metadata="${resourceMetadataUrl(baseUrl, c.req.path)}", scope="${relayScope}"`;
}

const accessToken = /^Bearer +([\w-]{43}) *$/i;

/** The credentials of a request. An assistant's access token has no `svc_` prefix and is accepted here only. */
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
  return readSizedBody(c, { limitBytes, expected: true, form: false });
}

/**
 * Reads a tool call that is over the limit, so that its result can contain the refusal, which the agent reads. For any
 * other message, or a body that is too large to read, throws the refusal, which the program that runs the agent reads.
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

interface SentParameters {
  readonly arguments?: unknown;
  readonly _meta?: { readonly traceparent?: unknown } | null;
}

/** The parameters of a message, as sent. */
function paramsOf(message: unknown): SentParameters {
  return (message as { readonly params?: SentParameters } | null)?.params ?? {};
}

/**
 * Removes the arguments from a tool call. The library would traverse them several times without using them, drop a key
 * named `__proto__`, and reject what some clients send instead of an empty object.
 */
function withoutArguments(message: unknown): unknown {
  const params = paramsOf(message);
  return isToolCall(message) && Object.hasOwn(params, 'arguments')
    ? { ...(message as object), params: { ...params, arguments: {} } }
    : message;
}

function isToolCall(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call';
}

/**
 * Refuses requests from pages of other sites: by DNS rebinding, they could reach a relay through a visitor's machine. A
 * service on this machine also accepts pages of this machine, such as a developer's inspector.
 */
async function refuseOtherOrigins(c: Context<RequestVariables>, { services }: RelayDependencies): Promise<void> {
  const origin = c.req.header('origin');
  const { settings, baseUrl } = services;
  if (origin === undefined || c.get('sameOrigin') || settings.SVC_CORS_ORIGINS.includes(origin)) {
    return;
  }
  const { isOfThisMachine } = await loadProtocol();
  if (!isOfThisMachine(baseUrl) || !isOfThisMachine(origin)) {
    throw errors.forbidden('Requests from this origin are not taken: the operator lists it in SVC_CORS_ORIGINS.');
  }
}

function callerFrom(
  c: Context<RequestVariables>,
  { credentials, workspace, requestId }: AdapterCall,
  principal: Principal,
) {
  const pinnedTo = workspace.slug === undefined ? undefined : principal.scope?.workspace.id;
  if (pinnedTo !== undefined && (workspace.header?.toLowerCase() ?? pinnedTo) !== pinnedTo) {
    throw errors.workspaceConflict([]);
  }

  const reportRefusal = (refusal: ServiceError, fault?: unknown) => {
    c.set('refusal', refusal);
    c.set('fault', fault);
  };
  return { credentials, workspaceHeader: workspace.header ?? pinnedTo, pinnedTo, requestId, reportRefusal };
}

type CountedCaller = Omit<RelayCaller, 'bodyBytes' | 'sentArguments' | 'refusal'>;

/** Counts the call, which confirms the caller, then reads the message and responds to it. */
async function answerCaller(
  c: Context<RequestVariables>,
  dependencies: RelayDependencies,
  caller: CountedCaller,
): Promise<Response> {
  const { headers, refusal } = await takeRelayCall(
    caller.context.services.settings,
    (work) => caller.context.withoutWorkspace(work),
    caller.principal.id,
  );
  setHeaders(c, headers);
  const sent = await (refusal === undefined ? readMessage(c, limits.largeBodyBytes) : readRefused(c, refusal));
  const counted = { ...caller, bodyBytes: sent.bytes, sentArguments: paramsOf(sent.body).arguments, refusal };
  const { answerMessage } = await loadProtocol();
  const message = withoutArguments(sent.body);
  // The protocol's own key precedes the header, which can be that of a proxy.
  const traceparent = paramsOf(sent.body)._meta?.traceparent;
  const answer = await continueTrace(c, traceparent, () =>
    answerMessage(dependencies, counted, { request: c.req.raw, message }),
  );
  return c.newResponse(answer.body, answer.status as 200, answer.headers);
}
