import {
  deviceErrorOf,
  limits,
  type OperationId,
  type RawAnswer,
  type ReceivedFile,
  type RouteDefinition,
  reconcilePath,
  routes,
} from '@tessera/contract';
import { stringifyJson } from '@tessera/json';
import type { Context, Hono } from 'hono';
import type { Dispatcher, Outcome } from '../dispatch/dispatcher.js';
import { refusalOf } from '../platform/database/sqlstate.js';
import { AbortedRequest, abortedStatus, errors, type ServiceError } from '../platform/errors.js';
import { once } from '../platform/once.js';
import type { Services } from '../platform/services.js';
import type { Credentials } from '../principals/credential.js';
import { enterByAddress, type LimitedAction } from './address-limit.js';
import { parseBody, receive, sentBodyOf, sentFileOf } from './body.js';
import { blocksOf, hasLeft } from './body-blocks.js';
import { readCredentialCookie } from './pages/cookies.js';
import { framedPageHeaders } from './pages/framed-page.js';
import { pageHeaders } from './pages/layout.js';
import { readingPath } from './pages/reading-path.js';
import { isForPerson, refusalView } from './pages/refusal.js';
import { type RequestVariables, setHeaders } from './request.js';

/** The anonymous routes that are limited by client address. */
const limitedActions: Readonly<Partial<Record<OperationId, LimitedAction>>> = {
  'device.code': 'device_codes',
  'device.token': 'device_polls',
};

/** Binds the contract's routes of the given paths to the dispatcher. The HTTP adapter adds no behavior of its own. */
export function bindRoutes(
  app: Hono<RequestVariables>,
  dispatcher: Dispatcher,
  { services, paths }: { readonly services: Pick<Services, 'database'>; readonly paths: (path: string) => boolean },
): void {
  for (const [id, route] of Object.entries(routes) as [OperationId, RouteDefinition][]) {
    const path = pathTemplate(route);
    if (!paths(path)) {
      continue;
    }
    app.on(route.method, path, async (c) => {
      c.set('operation', id);
      const action = limitedActions[id];
      if (action !== undefined) {
        const refusal = await enterByAddress(c, services, action).catch(refusalFrom);
        if (refusal !== undefined) {
          return refuse(c, refusal, route.errorShape);
        }
      }
      const received = once(() => receiveBody(c, route));
      const outcome = await dispatcher.call({
        operation: id,
        credentials: credentialsOf(c),
        workspaceHeader: c.req.header('x-svc-workspace'),
        requestId: c.get('requestId'),
        onCaller: (principal) => c.set('principal', principal),
        hasLeft: () => hasLeft(c),
        arrival: async () => (await received()).isLarge,
        input: async () => {
          const { parse } = await received();
          return { params: c.req.param(), query: queryOf(c, route), body: await parse() };
        },
      });
      return respond(c, outcome, route);
    });
  }
}

/** A route's path in the router's syntax. The path of a file is everything after its parent. */
function pathTemplate({ path, bytes }: RouteDefinition): string {
  const template = path.replace(/\{(\w+)\}/g, ':$1');
  return bytes !== undefined && /:\w+$/.test(template) ? `${template}{.+}` : template;
}

function refusalFrom(error: unknown): ServiceError {
  const refusal = refusalOf(error);
  if (refusal === undefined) {
    throw error;
  }
  return refusal;
}

function queryOf(c: Context<RequestVariables>, { headers = [] }: RouteDefinition): Record<string, string> {
  const query = Object.entries(c.req.query()).filter(([name]) => !headers.includes(name));
  const sent = headers.flatMap((name) => {
    const value = c.req.header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...query, ...sent]);
}

/**
 * Returns the credentials of a request. Cookies are used only for requests that pages of the service can have sent. If
 * a browser has both cookies, the magic link takes precedence on reading pages, because the person opened it to read.
 * On other pages the session does.
 */
export function credentialsOf(c: Context<RequestVariables>): Credentials {
  const cookiesCount = c.get('sameOrigin');
  const session = cookiesCount ? readCredentialCookie(c, 'session') : undefined;
  const magicLinkSession = cookiesCount ? readCredentialCookie(c, 'magicLink') : undefined;
  return {
    authorization: c.req.header('authorization'),
    apiKey: c.req.header('x-api-key'),
    session: magicLinkSession !== undefined && isForReading(c) ? undefined : session,
    magicLinkSession,
    ingestSecret: c.req.path.startsWith('/ingest/') ? c.req.param('secret') : undefined,
    reconciliationSecret: c.req.path.startsWith(`${reconcilePath}/`) ? c.req.param('secret') : undefined,
  };
}

/** Whether a request is for a reading page or one of its files. */
function isForReading({ req }: Context<RequestVariables>): boolean {
  const path = req.path.startsWith('/raw/') ? pathOf(req.header('referer')) : req.path;
  return path.startsWith(readingPath);
}

function pathOf(address = ''): string {
  return URL.canParse(address) ? new URL(address).pathname : '';
}

function bodyLimitOf({ bodyLimitBytes = limits.bodyBytes }: RouteDefinition): number {
  return bodyLimitBytes;
}

/** A body whose bytes have arrived, unless the operation reads them. */
interface ArrivedBody {
  readonly parse: () => Promise<unknown>;
  /** Whether it is large, so that parsing it takes much memory. */
  readonly isLarge: boolean;
}

async function receiveBody(c: Context<RequestVariables>, route: RouteDefinition): Promise<ArrivedBody> {
  if (route.method === 'GET') {
    return { parse: async () => undefined, isLarge: false };
  }
  if (route.bytes === 'stream') {
    return { parse: async () => blocksOf(c, Number.POSITIVE_INFINITY), isLarge: false };
  }
  const limitBytes = bodyLimitOf(route);
  if (route.bytes === 'body') {
    const file = sentFileOf(c, limitBytes);
    const { declaredBytes = Number.POSITIVE_INFINITY } = file;
    const isAwaited = declaredBytes <= limits.documentBytes;
    return { parse: async () => file, isLarge: isAwaited && isLarge(await file.receive()) };
  }
  const body = await receive(c, limitBytes);
  const expected = route.body !== undefined && route.optionalBody !== true;
  const rules = { limitBytes, expected, form: route.formBody === true };
  return {
    parse: async () => {
      const bytes = body.read(0, body.size);
      return route.sentBody ? sentBodyOf(c.req, bytes, limitBytes) : parseBody(c.req, rules, bytes);
    },
    isLarge: isLarge(body),
  };
}

function isLarge({ size }: ReceivedFile): boolean {
  return size > limits.bodyBytes;
}

function respond(c: Context<RequestVariables>, outcome: Outcome, route: RouteDefinition): Response | Promise<Response> {
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
    setHeaders(c, headers);
    return jsonAnswer(c, status, outcome.answer);
  }
  if (typeof outcome.answer === 'string') {
    return route.page === true ? c.html(outcome.answer, 200, framedPageHeaders) : c.text(outcome.answer);
  }
  return route.bytes === 'answer' ? fileAnswer(c, outcome.answer as RawAnswer) : jsonAnswer(c, 200, outcome.answer);
}

function fileAnswer(c: Context<RequestVariables>, { status, headers, body }: RawAnswer): Response {
  setHeaders(c, headers);
  return c.newResponse(body as ReadableStream | null, status as 200);
}

function isDegraded(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'degraded';
}

/** Ends a request whose client has disconnected without a response. */
export function aborted(c: Context<RequestVariables>): Response {
  return c.newResponse(null, abortedStatus as 200);
}

/** Sends an error: a page to browsers, an envelope to programs. */
export function refuse(
  c: Context<RequestVariables>,
  refusal: ServiceError,
  shape?: RouteDefinition['errorShape'],
): Response | Promise<Response> {
  const received = { method: c.req.method, header: (name: string) => c.req.header(name) };
  if (!isForPerson(received, c.get('operation') !== undefined)) {
    return refuseInJson(c, refusal, shape);
  }
  noteRefusal(c, refusal);
  const { pathname, search } = new URL(c.req.url);
  return c.html(refusalView(refusal, `${pathname}${search}`), refusal.status as 400, pageHeaders);
}

function noteRefusal(c: Context<RequestVariables>, refusal: ServiceError): void {
  c.set('refusal', refusal);
  setHeaders(c, refusal.headers);
}

/** Sends an error in its envelope. */
export function refuseInJson(
  c: Context<RequestVariables>,
  refusal: ServiceError,
  shape?: RouteDefinition['errorShape'],
): Response {
  noteRefusal(c, refusal);
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
