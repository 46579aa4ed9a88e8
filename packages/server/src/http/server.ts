import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { limits } from '@tessera/contract';
import { codeOf } from '../platform/database/sqlstate.js';
import { errors, type ServiceError } from '../platform/errors.js';
import { requestIdFrom } from './request.js';

const malformed = errors.invalidRequest([{ path: '', message: 'this is no well-formed HTTP request' }]);

/** How long whoever still sends has to end, or to read the answer, before the connection is closed. */
const lingerMs = 2_000;

/** Largest body whose rest is taken off the connection. Many programs read no answer before they have sent everything. */
const discardBytes = 4 * limits.largeBodyBytes;

/** A node server around a handler of web-standard requests. What never becomes a request is refused in the envelope too. */
export function createHttpServer(handler: (request: Request) => Response | Promise<Response>): Server {
  // The library would read on for what nobody wants.
  const listener = getRequestListener(handler, {
    errorHandler: () => plainRefusal(malformed),
    autoCleanupIncoming: false,
  });
  const server = createServer((incoming, outgoing) => {
    // Later, because Node.js itself starts to read the rest once the answer is out.
    outgoing.once('finish', () => setImmediate(leaveRest, incoming));
    void listener(incoming, outgoing);
  });
  server.on('clientError', (error, socket: Duplex) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = codeOf(error) === 'HPE_HEADER_OVERFLOW' ? errors.headersTooLarge() : malformed;
    const body = JSON.stringify(refusal.toEnvelope());
    const head = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      ...Object.entries(headersOf(refusal)).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
  return server;
}

/**
 * Ends a request that was answered before all of it had come. The rest of a body that is not much too large is taken off
 * the connection, which then serves on. Of any other, or one of no declared size, nothing more is read: the caller sees
 * our side close, and has a moment to read the answer before a reset could take it away.
 */
function leaveRest(incoming: IncomingMessage): void {
  const { socket } = incoming;
  if (incoming.complete || socket.destroyed) {
    return;
  }
  const patience = setTimeout(() => socket.destroy(), lingerMs).unref();
  incoming.once('end', () => clearTimeout(patience));
  if (Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= discardBytes) {
    incoming.resume();
  } else {
    socket.pause();
    socket.end();
  }
}

/** A refusal outside the application: of a request before it is there or while it stops, or of what is no request. */
export function plainRefusal(refusal: ServiceError, request?: Request): Response {
  return Response.json(refusal.toEnvelope(), { status: refusal.status, headers: headersOf(refusal, request) });
}

function headersOf(refusal: ServiceError, request?: Request): Record<string, string> {
  const requestId = requestIdFrom(request?.headers.get('x-request-id'), () => randomBytes(12).toString('base64url'));
  return { ...refusal.headers, 'X-Request-Id': requestId, 'Cache-Control': 'no-store', Connection: 'close' };
}
