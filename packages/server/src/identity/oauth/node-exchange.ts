import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A request that is passed to a Node.js request handler. `path` includes the query. */
export interface NodeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A request and its response without a connection, for libraries that require Node.js objects. */
export interface NodeExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Resolves to the finished response. */
  readonly answered: Promise<Response>;
}

/** Creates the exchange. It buffers the whole response, so use it for short responses only. */
export function nodeExchange({ method, path, headers, body = '' }: NodeRequest): NodeExchange {
  const incoming = new IncomingMessage(new Socket());
  incoming.method = method;
  incoming.url = path;
  incoming.headers = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  incoming.push(body);
  incoming.push(null);
  const outgoing = new ServerResponse(incoming);
  const answered = new Promise<Response>((resolve) => {
    // Koa passes the whole body to `end`, so `write` needs no replacement.
    outgoing.end = ((chunk?: unknown) => {
      resolve(responseOf(outgoing, typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : undefined));
      return outgoing;
    }) as ServerResponse['end'];
  });
  return { incoming, outgoing, answered };
}

function responseOf(outgoing: ServerResponse, body: string | Uint8Array | undefined): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(outgoing.getHeaders())) {
    for (const each of Array.isArray(value) ? value : [String(value ?? '')]) {
      headers.append(name, each);
    }
  }
  headers.delete('content-length');
  return new Response(body === undefined || body.length === 0 ? null : Buffer.from(body), {
    status: outgoing.statusCode,
    headers,
  });
}
