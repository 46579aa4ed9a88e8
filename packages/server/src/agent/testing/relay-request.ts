import type { App } from '../../app.js';

/** What one request of a test carries to the relay. A string message is sent as it is spelt. */
export interface RelayRequest {
  readonly token: string;
  readonly message: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: `/mcp/http/`. */
  readonly path?: string;
}

/** What came back: the text and, unless it is empty, what it says in JSON. */
export interface RelayAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
  readonly body: any;
}

/** A message of the protocol that asks for an answer; `params` as text keep their spelling. */
export function message(method: string, params: object | string = {}): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${spelt(params)}}`;
}

/** The message that calls a tool; `args` as text keep their spelling. */
export function toolCall(name: string, args: object | string = {}): string {
  return message('tools/call', `{"name":"${name}","arguments":${spelt(args)}}`);
}

/** Sends one request, without the protocol's client, to a relay that listens at a URL or to an application itself. */
export async function postToRelay(relay: string | App, request: RelayRequest): Promise<RelayAnswer> {
  const path = request.path ?? '/mcp/http/';
  const init = {
    method: 'POST',
    headers: { Authorization: `Bearer ${request.token}`, 'Content-Type': 'application/json', ...request.headers },
    body: spelt(request.message),
  };
  const answer = await (typeof relay === 'string'
    ? fetch(`${relay}${path}`, init)
    : relay.http.request(`http://tessera.test${path}`, init));
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text === '' ? undefined : JSON.parse(text) };
}

function spelt(json: object | string): string {
  return typeof json === 'string' ? json : JSON.stringify(json);
}
