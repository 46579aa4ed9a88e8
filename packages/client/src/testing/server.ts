import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the server received it. */
export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The server's reaction to a request: a response, a broken connection, or silence. */
export type Reply =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'break'
  | 'silence';

/**
 * Starts a server on a free port that sends these replies in order and repeats the last one. It is closed when the test
 * ends.
 */
export async function startServer(...replies: Reply[]): Promise<{ baseUrl: string; received: ReceivedRequest[] }> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    const reply = replies[Math.min(received.length, replies.length) - 1];
    if (reply === 'break' || reply === undefined) {
      request.socket.destroy();
    } else if (reply !== 'silence') {
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers }).end(text);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => stop(server));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A response with status 200. */
export const answer = (body: unknown): Reply => ({ status: 200, body });

/** An error in the envelope of the service. */
export const refusal = (
  status: number,
  code: string,
  more: { error?: object; headers?: Record<string, string> } = {},
): Reply => ({
  status,
  body: { error: { code, message: `Refused: ${code}.`, ...more.error } },
  headers: more.headers ?? {},
});
