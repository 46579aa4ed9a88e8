import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { errors, type ServiceError } from '../platform/errors.js';

const malformed = errors.invalidRequest([{ path: '', message: 'this is no well-formed HTTP request' }]);

/** A node server around a handler of web-standard requests. What never becomes a request is refused in the envelope too. */
export function createHttpServer(handler: (request: Request) => Response | Promise<Response>): Server {
  const server = createServer(getRequestListener(handler, { errorHandler: () => plainRefusal(malformed) }));
  server.on('clientError', (_error, socket: Duplex) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const body = JSON.stringify(malformed.toEnvelope());
    const head = [
      `HTTP/1.1 ${malformed.status} Bad Request`,
      ...Object.entries(headersOf(malformed)).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
  return server;
}

/** A refusal outside the application: before it is there, while it stops, or of what is no request. */
export function plainRefusal(refusal: ServiceError): Response {
  return Response.json(refusal.toEnvelope(), { status: refusal.status, headers: headersOf(refusal) });
}

function headersOf(refusal: ServiceError): Record<string, string> {
  const requestId = randomBytes(12).toString('base64url');
  return { ...refusal.headers, 'X-Request-Id': requestId, 'Cache-Control': 'no-store', Connection: 'close' };
}
