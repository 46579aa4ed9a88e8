import type { App } from '../../app.js';

/** A request to the relay in a test. A string message is sent unchanged. */
export interface RelayRequest {
  readonly token: string;
  readonly message: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: `/mcp/http/`. */
  readonly path?: string;
}

/** The response: its text, and its JSON unless it is empty. */
export interface RelayAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
  readonly body: any;
}

/** A request message of the protocol. Params as text are inserted unchanged. */
export function message(method: string, params: object | string = {}): string {
  return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${spelt(params)}}`;
}

/** The message of a tool call. Arguments as text are inserted unchanged. */
export function toolCall(name: string, args: object | string = {}): string {
  return message('tools/call', `{"name":"${name}","arguments":${spelt(args)}}`);
}

/** Sends one request without the protocol's client, to a URL or directly to an application. */
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

/** The status with which the relay at a URL answers a token. */
export async function relayStatus(relay: string, token: string): Promise<number> {
  return (await postToRelay(relay, { token, message: message('ping') })).status;
}

function spelt(json: object | string): string {
  return typeof json === 'string' ? json : JSON.stringify(json);
}
