import { deviceErrorOf, limits, type OperationId, type RouteDefinition, routes } from '@tessera/contract';
import { stringifyJson } from '@tessera/resolver';
import type { Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Dispatcher, Outcome } from '../dispatch/dispatcher.js';
import { errors, type ServiceError } from '../platform/errors.js';
import { type Credentials, credentialCookies } from '../principals/credential.js';
import { AbortedRequest, readBody } from './body.js';
import { abortedStatus, type RequestVariables } from './request.js';

/** Binds every route of the contract to the dispatcher. This is all that HTTP adds to an operation. */
export function bindRoutes(app: Hono<RequestVariables>, dispatcher: Dispatcher): void {
  for (const [id, route] of Object.entries(routes) as [OperationId, RouteDefinition][]) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(route.method, path, async (c) => {
      c.set('operation', id);
      const outcome = await dispatcher.call({
        operation: id,
        credentials: credentialsOf(c),
        workspaceHeader: c.req.header('x-svc-workspace'),
        requestId: c.get('requestId'),
        input: async () => ({ params: c.req.param(), query: c.req.query(), body: await bodyOf(c, route) }),
      });
      return respond(c, outcome, route);
    });
  }
}

/** What a request brings to say who it is. A cookie counts only for a request that the site itself could have made. */
export function credentialsOf(c: Context<RequestVariables>): Credentials {
  const cookiesCount = c.get('sameOrigin');
  return {
    authorization: c.req.header('authorization'),
    apiKey: c.req.header('x-api-key'),
    session: cookiesCount ? getCookie(c, credentialCookies.session) : undefined,
    readerSession: cookiesCount ? getCookie(c, credentialCookies.magic_link) : undefined,
    ingestSecret: c.req.path.startsWith('/ingest/') ? c.req.param('secret') : undefined,
  };
}

async function bodyOf(c: Context<RequestVariables>, route: RouteDefinition): Promise<unknown> {
  if (route.method === 'GET') {
    return undefined;
  }
  return readBody(c.req, {
    limitBytes: route.bodyLimitBytes ?? limits.bodyBytes,
    expected: route.body !== undefined,
    form: route.formBody === true,
  });
}

function respond(c: Context<RequestVariables>, outcome: Outcome, route: RouteDefinition): Response {
  c.set('principal', outcome.principal);
  for (const [name, value] of outcome.headers) {
    c.header(name, value, { append: true });
  }
  if (outcome.fault instanceof AbortedRequest) {
    return aborted(c);
  }
  if (outcome.refusal !== undefined) {
    c.set('fault', outcome.fault);
    return refuse(c, outcome.refusal, route.errorShape);
  }
  if (route.mayBeDegraded === true && isDegraded(outcome.answer)) {
    const { status, headers } = errors.unavailable();
    for (const [name, value] of Object.entries(headers)) {
      c.header(name, value);
    }
    return jsonAnswer(c, status, outcome.answer);
  }
  return jsonAnswer(c, 200, outcome.answer);
}

function isDegraded(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'degraded';
}

/** Ends a request that its caller has left. */
export function aborted(c: Context<RequestVariables>): Response {
  return c.newResponse(null, abortedStatus as 200);
}

/** Answers an error in its envelope. */
export function refuse(
  c: Context<RequestVariables>,
  refusal: ServiceError,
  shape?: RouteDefinition['errorShape'],
): Response {
  for (const [name, value] of Object.entries(refusal.headers)) {
    c.header(name, value);
  }
  const envelope = refusal.toEnvelope();
  const body =
    shape === 'oauth'
      ? { error: refusal.extras.oauth ?? deviceErrorOf(refusal.status), error_description: refusal.message }
      : envelope;
  return jsonAnswer(c, refusal.status, body);
}

function jsonAnswer(c: Context<RequestVariables>, status: number, body: unknown): Response {
  c.header('Content-Type', 'application/json; charset=utf-8');
  return c.newResponse(stringifyJson(body), status as 200);
}
