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
import { isApiPath, isForPerson, refusalView } from './pages/refusal.js';
import { requestIdFrom } from './request.js';

const malformed = errors.invalidRequest([{ path: '', message: 'this is not a well-formed HTTP request' }]);

/** Largest body whose rest is read and discarded: many programs read no response before they have sent everything. */
const discardBytes = 4 * limits.largeBodyBytes;

const keptConnectionMs = 75_000;

/** From how many bytes a response is compressed. That of a query is sent faster than it could be compressed. */
const pageBytes = 2 * 1024;
const jsonBytes = 32 * 1024;

/** Compresses a larger page or JSON response for a client that accepts it. Files with an ETag stay as they are stored. */
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

/** What brought a request, from which the application learns the address of its caller. */
export interface Connection {
  readonly incoming: IncomingMessage;
}

type Handler = (request: Request, connection: Connection) => Response | Promise<Response>;

/** How a server may differ from its defaults. Connections of trusted proxies count for no client. */
export interface ServerOptions {
  readonly arrival?: ArrivalLimits;
  readonly connectionsPerAddress?: number;
  readonly trustedProxies?: readonly string[];
}

/** A node server around a handler of web-standard requests. What never becomes a request is refused in the envelope too. */
export function createHttpServer(handler: Handler, options: ServerOptions = {}): Server {
  const { arrival = arrivalLimits, connectionsPerAddress, trustedProxies = [] } = options;
  // Node.js itself would refuse a request without Host in words of its own.
  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: arrival.headersMs,
      // Bodies have a limit of their own, which depends on their size.
      requestTimeout: 0,
      // Longer than proxies keep a connection (60 s in nginx), so that they close it and never send on a closed one.
      keepAliveTimeout: keptConnectionMs,
      connectionsCheckingInterval: arrival.checkMs,
    },
    (incoming, outgoing) => void serve(incoming, outgoing),
  );
  limitConnections(server, {
    all: limits.connections,
    perAddress: connectionsPerAddress ?? limits.connectionsPerAddress,
    trustedProxies,
  });
  const watchBody = watchBodies(server, arrival);
  const listener = createListener(server, handler);
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    // Later, because Node.js itself starts to read the rest once the response is sent.
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
    // Only when the body is read: the client should not send a body that is refused unread.
    incoming.once('resume', () => (outgoing.headersSent ? undefined : outgoing.writeContinue()));
    void serve(incoming, outgoing);
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    refuse(incoming, outgoing, errors.expectationFailed()),
  );
  server.on('clientError', (error, socket: Duplex) => refuseOnSocket(socket, clientRefusal(codeOf(error))));
  return server;
}

/** Whether a request names one host. Of two, another program on the way may have believed the other; HTTP/1.0 knows none. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1');
}

function createListener(server: Server, handler: Handler) {
  const answer = async (request: Request, bindings: { incoming: unknown; outgoing: unknown }) => {
    const incoming = bindings.incoming as IncomingMessage;
    const response = await handler(request, { incoming });
    // A kept connection would keep the server from stopping.
    if (!server.listening || response.status === 408 || !takesRest(incoming)) {
      closeAfter(incoming, bindings.outgoing as ServerResponse);
    }
    return response;
  };
  return getRequestListener(answer, {
    // What is not a web-standard request, such as one for `*`, is refused where its headers are known.
    errorHandler: () => undefined,
    // HTTP/1.0 knows no Host.
    hostname: 'localhost',
    // The library would read a body that is not needed.
    autoCleanupIncoming: false,
  });
}

/** Whether the rest of an answered request is read and discarded, so that the connection can be used again. */
function takesRest({ complete, headers, readableFlowing }: IncomingMessage): boolean {
  // A client that got no 100 Continue may send its body or not, so its bytes could be mistaken for the next request.
  const waits = headers.expect !== undefined && readableFlowing === null;
  return complete || (!waits && Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= discardBytes);
}

/** Announces that the connection closes after this response, and does not read the rest of the request. */
function closeAfter(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false;
  const { socket } = incoming;
  const destroySoon = socket.destroySoon.bind(socket);
  // Node.js would close both directions at once. A reset could then discard the response of a client that still sends.
  socket.destroySoon = () => (incoming.complete ? destroySoon() : undefined);
}

/**
 * Ends a request that was answered before all of it had arrived. The rest of a body that is not much too large is
 * discarded, and the connection stays open. If the body is larger or its size unknown, nothing more is read. The client
 * then sees our side close, and has a moment to read the response before a reset could discard it.
 */
function leaveRest(incoming: IncomingMessage, lingerMs: number): void {
  const { socket } = incoming;
  if (incoming.complete || socket.destroyed) {
    return;
  }
  const patience = setTimeout(() => socket.destroy(), lingerMs).unref();
  incoming.once('end', () => clearTimeout(patience));
  if (takesRest(incoming)) {
    incoming.resume();
  } else {
    socket.pause();
    socket.end();
  }
}

/** A refusal outside the application, of a request before it is there or while it stops. */
export function plainRefusal(refusal: ServiceError, request: Request): Response {
  const { headers, body } = answerOf(refusal, request.headers.get('x-request-id'));
  const asked = { method: request.method, header: (name: string) => request.headers.get(name) ?? undefined };
  const { pathname } = new URL(request.url);
  if (isForPerson(asked, isApiPath(pathname))) {
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

/** How many connections are open at a time. */
interface ConnectionLimits {
  readonly all: number;
  /** Of one client address. */
  readonly perAddress: number;
  /** Proxies bring the connections of many clients; see `SVC_TRUSTED_PROXIES`. */
  readonly trustedProxies: readonly string[];
}

/** Closes connections that exceed the limit of the service or of one client address. */
function limitConnections(server: Server, { all, perAddress, trustedProxies }: ConnectionLimits): void {
  const isTrusted = proxiesIn(trustedProxies);
  const open = new Map<string, number>();
  server.maxConnections = all;
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
