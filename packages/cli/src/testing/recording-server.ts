import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  type Endpoint,
  endpoints,
  type JsonSchema,
  type OperationId,
  type RouteDefinition,
  routes,
  toInlineJsonSchema,
} from '@tessera/contract';

/** A request as it arrived. */
export interface RecordedRequest {
  readonly operation: OperationId | undefined;
  /** `METHOD /path?query`. */
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer: its body, and its status unless that is 200. */
export type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown };

/** A server that records requests. It responds with the answers of a test, or with samples from the contract. */
export interface RecordingServer {
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** The answers that a test sets for operations. */
  readonly answers: Map<OperationId, Answer | ((request: RecordedRequest) => Answer | Promise<Answer>)>;
  close(): Promise<void>;
}

/** Starts the server on a free port. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const answers: RecordingServer['answers'] = new Map();
  const server = createServer(async (incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`;
    const request = { operation: operationOf(line), line, headers: incoming.headers, body: await text(incoming) };
    requests.push(request);
    const { status = 200, headers = {}, body } = await answerOf(request, answers);
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, answers, close: () => closed(server) };
}

function operationOf(line: string): OperationId | undefined {
  const path = line.split('?', 1)[0] ?? '';
  const entries = Object.entries(endpoints) as [OperationId, Endpoint][];
  return entries.find(([, { method, path: template }]) =>
    new RegExp(`^${method} ${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )?.[0];
}

async function answerOf(request: RecordedRequest, answers: RecordingServer['answers']): Promise<Answer> {
  if (request.operation === undefined) return refusal(404, 'route_not_found', 'There is no such route.');
  const said = answers.get(request.operation);
  if (typeof said === 'function') return said(request);
  const route: RouteDefinition = routes[request.operation];
  return said ?? { body: sampleOf(toInlineJsonSchema(route.answer, 'output')) };
}

/** The error envelope of the service. */
export function refusal(status: number, code: string, message: string, extras: object = {}): Answer {
  return { status, body: { error: { code, message, ...extras } } };
}

/** The smallest value that has every key of a schema. */
function sampleOf(schema: JsonSchema | boolean): unknown {
  if (typeof schema === 'boolean') return 'anything';
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (branch !== undefined) return sampleOf(branch);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
          key === 'failing' ? [] : [[key, sampleOf(value)]],
        ),
      );
    case 'array':
      return [sampleOf(Array.isArray(schema.items) ? true : (schema.items ?? true))];
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return schema.format === 'date-time' ? '2026-01-31T10:00:00.000Z' : 'text';
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
