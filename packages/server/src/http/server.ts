import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { limits } from '@tessera/contract';
import compression from 'compression';
import { codeOf } from '../platform/database/sqlstate.js';
import { errors, type ServiceError } from '../platform/errors.js';
import { type ArrivalLimits, arrivalLimits, watchBodies } from './arrival.js';
import { clientAddress, proxiesIn } from './client-address.js';
import { pageHeaders } from './pages/layout.js';
import { isApiPath } from './pages/paths.js';
import { isForPerson, refusalView } from './pages/refusal.js';
import { requestIdFrom } from './request.js';
import { limitUnread, type UnreadLimits } from './unread.js';

const malformed = errors.invalidRequest([{ path: '', message: 'this is not a well-formed HTTP request' }]);

/**
 * The largest refused body whose rest is read and discarded. Many programs read the response only after they have sent
 * everything.
 */
const discardBytes = 4 * limits.largeBodyBytes;

const keptConnectionMs = 75_000;

/**
 * Minimum size of compressed responses. Responses to queries are smaller, and sending them takes less time than
 * compressing them.
 */
const pageBytes = 2 * 1024;
const jsonBytes = 32 * 1024;

/** Compresses large pages and JSON responses for clients that accept it. Files with an ETag are not compressed. */
const compress = compression({
  threshold: pageBytes,
  filter: (_, response) => {
    const type = String(response.getHeader('content-type'));
    const isLarge = !(Number(response.getHeader('content-length')) < jsonBytes);
    return (
      !response.hasHeader('etag') &&
      (/^text\/(?:html|markdown)\b/.test(type) || (isLarge && type.startsWith('application/json')))
    );
  },
}) as unknown as (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

/** The connection of a request. It provides the client address. */
export interface Connection {
  readonly incoming: IncomingMessage;
}

type Handler = (request: Request, connection: Connection) => Response | Promise<Response>;

/** Options of a server. The limit per client does not apply to connections of trusted proxies. */
export interface ServerOptions {
  readonly arrival?: ArrivalLimits;
  readonly unread?: Partial<UnreadLimits>;
  readonly connectionsPerAddress?: number;
  readonly trustedProxies?: readonly string[];
  /** Aborted when a stopping process gives up waiting for bodies. */
  readonly brokenOff?: AbortSignal;
}

/**
 * Creates a Node.js server for a handler of web-standard requests. Invalid HTTP requests receive an error envelope too.
 */
export function createHttpServer(handler: Handler, options: ServerOptions = {}): Server {
  const { arrival = arrivalLimits, trustedProxies = [] } = options;
  // `requireHostHeader` is off, because Node.js would send an error in its own format.
  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: arrival.headersMs,
      // Bodies have their own time limit, which depends on their size.
      requestTimeout: 0,
      // Longer than proxies keep a connection (60 s in nginx). The proxy then closes it first and never sends on a
      // closed connection.
      keepAliveTimeout: keptConnectionMs,
      connectionsCheckingInterval: arrival.checkMs,
    },
    (incoming, outgoing) => void serve(incoming, outgoing),
  );
  limitConnections(server, {
    all: limits.connections,
    perAddress: options.connectionsPerAddress ?? limits.connectionsPerAddress,
    trustedProxies,
  });
  limitUnread(server, {
    unreadMs: limits.unreadSeconds * 1_000,
    unreadBytes: limits.unreadBytes,
    checkMs: arrival.checkMs,
    ...options.unread,
  });
  const watchBody = watchBodies(server, arrival, options.brokenOff);
  const listener = createListener(server, handler);
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    // Runs in a later turn, because Node.js starts to read the rest when the response is sent.
    outgoing.once('finish', () => setImmediate(leaveRest, incoming, arrival.lingerMs));
    if (!hasOneHost(incoming)) {
      refuse(incoming, outgoing, malformed);
      return;
    }
    watchBody(incoming, outgoing);
    compress(incoming, outgoing, () => undefined);
    await listener(incoming, outgoing);
    if (!outgoing.headersSent) {
      refuse(incoming, outgoing, malformed);
    }
  };
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // 100 Continue is sent only when the body is read, so that clients do not send bodies that will be refused.
    incoming.once('resume', () => (outgoing.headersSent ? undefined : outgoing.writeContinue()));
    void serve(incoming, outgoing);
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    refuse(incoming, outgoing, errors.expectationFailed()),
  );
  server.on('clientError', (error, socket: Duplex) => refuseOnSocket(socket, clientRefusal(codeOf(error))));
  return server;
}

/**
 * Whether a request names exactly one host. With two of them, a proxy may have used the other one. HTTP/1.0 requires
 * none.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

function createListener(server: Server, handler: Handler) {
  const answer = async (request: Request, bindings: { incoming: unknown; outgoing: unknown }) => {
    const incoming = bindings.incoming as IncomingMessage;
    const response = await handler(request, { incoming });
    // Do not keep the connection, which would prevent the server from stopping.
    if (!server.listening || response.status === 408 || !discardsRest(incoming)) {
      closeAfter(incoming, bindings.outgoing as ServerResponse);
    }
    return response;
  };
  return getRequestListener(answer, {
    // Ignored here: requests that web-standard objects cannot represent, such as for `*`, are refused above.
    errorHandler: () => undefined,
    // Used for HTTP/1.0 requests, which have no host.
    hostname: 'localhost',
    // The library's cleanup would read the rest of a body that no one needs.
    autoCleanupIncoming: false,
  });
}

/** Whether the rest of a request is read and discarded after the response, so that the connection can be reused. */
function discardsRest({ complete, headers, readableFlowing }: IncomingMessage): boolean {
  // A client that waits for 100 Continue may or may not send its body. Its bytes could be read as the next request.
  const waits = headers.expect !== undefined && readableFlowing === null;
  return complete || (!waits && Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= discardBytes);
}

/** Announces that the connection closes after this response, and stops reading the request. */
function closeAfter(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false;
  const { socket } = incoming;
  const destroySoon = socket.destroySoon.bind(socket);
  // Node.js would close both directions at once. A client that is still sending could then receive a reset and lose the
  // response.
  socket.destroySoon = () => (incoming.complete ? destroySoon() : undefined);
}

/**
 * Handles a request whose response was sent before the body arrived completely. Discards the rest of a moderately large
 * body and keeps the connection. If the body is larger or its size unknown, stops reading and closes only the sending
 * direction. The client then has time to read the response before a reset could discard it.
 */
function leaveRest(incoming: IncomingMessage, lingerMs: number): void {
  const { socket } = incoming;
  if (incoming.complete || socket.destroyed) {
    return;
  }
  const patience = setTimeout(() => socket.destroy(), lingerMs).unref();
  incoming.once('end', () => clearTimeout(patience));
  if (discardsRest(incoming)) {
    incoming.resume();
  } else {
    socket.pause();
    socket.end();
  }
}

/** An error response outside of the application, to an invalid request or while the service stops. */
export function plainRefusal(refusal: ServiceError, request: Request): Response {
  const { headers, body } = answerOf(refusal, request.headers.get('x-request-id'));
  const received = { method: request.method, header: (name: string) => request.headers.get(name) ?? undefined };
  const { pathname } = new URL(request.url);
  if (isForPerson(received, isApiPath(pathname))) {
    const page = String(refusalView(refusal, pathname));
    const { 'Content-Length': _, ...rest } = headers;
    const asPage = { ...rest, ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' };
    return new Response(page, { status: refusal.status, headers: asPage });
  }
  return new Response(body, { status: refusal.status, headers });
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, refusal: ServiceError): void {
  const sentId = incoming.headers['x-request-id'];
  const { headers, body } = answerOf(refusal, typeof sentId === 'string' ? sentId : undefined);
  closeAfter(incoming, outgoing);
  outgoing.writeHead(refusal.status, headers).end(body);
}

function clientRefusal(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return errors.headersTooLarge();
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errors.requestTimeout();
    default:
      return malformed;
  }
}

function refuseOnSocket(socket: Duplex, refusal: ServiceError): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { headers, body } = answerOf(refusal, undefined);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.end(`${[status, ...lines].join('\r\n')}\r\n\r\n${body}`);
}

function answerOf(
  refusal: ServiceError,
  sentId: string | null | undefined,
): { readonly headers: Record<string, string>; readonly body: string } {
  const body = JSON.stringify(refusal.toEnvelope());
  const headers = {
    ...refusal.headers,
    'X-Request-Id': requestIdFrom(sentId, () => randomBytes(12).toString('base64url')),
    'Cache-Control': 'no-store',
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return { headers, body };
}

/** Maximum number of open connections. */
interface ConnectionLimits {
  readonly all: number;
  /** Maximum connections of one client address. */
  readonly perAddress: number;
  /** Proxies to which `perAddress` does not apply, because they have connections of many clients. */
  readonly trustedProxies: readonly string[];
}

/** Closes connections above the limit of the service or of one client address. */
function limitConnections(server: Server, { all, perAddress, trustedProxies }: ConnectionLimits): void {
  const isTrusted = proxiesIn(trustedProxies);
  const open = new Map<string, number>();
  server.maxConnections = all;
  // Connections between two requests must not keep others out.
  server.on('drop', () => server.closeIdleConnections());
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress;
    if (remote === undefined || isTrusted(remote)) {
      return;
    }
    const address = clientAddress(remote, undefined, isTrusted);
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) {
        open.delete(address);
      } else {
        open.set(address, left);
      }
    });
  });
}
