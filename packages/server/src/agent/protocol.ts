import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { restoreNumbers } from '@tessera/json';

/** An answer to one message; the body is complete, nothing streams. */
export interface ProtocolAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

/**
 * Answers one parsed protocol message with JSON, in whichever revision its sender speaks, from a server that is made
 * for it alone.
 */
export async function answerMessage(
  request: Request,
  message: unknown,
  makeServer: () => McpServer,
): Promise<ProtocolAnswer> {
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
    // The library wrote this with plain JSON.stringify, and may have met a number that has to stay exact.
    body: text === '' ? null : restoreNumbers(text),
  };
}

/** Revisions up to 2025-11-25: a handshake that, without a session, nothing has to remember. */
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

/** Later revisions, whose requests each carry what the handshake used to settle. */
async function answerModern(request: Request, message: unknown, makeServer: () => McpServer): Promise<Response> {
  // Nothing here changes while a request is answered, so there is nothing to subscribe to.
  const handler = createMcpHandler(makeServer, { legacy: 'reject', maxSubscriptions: 0 });
  try {
    return await handler.fetch(request, { parsedBody: message });
  } finally {
    await handler.close();
  }
}

/** Both kinds of answer that the transport knows are announced, because only one of them is ever sent. */
function withUsualAccept(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

function jsonRpcError(code: number, message: string): ProtocolAnswer {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
  return { status: 400, headers: { 'content-type': 'application/json' }, body };
}
